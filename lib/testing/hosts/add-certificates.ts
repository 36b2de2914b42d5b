import { execFile } from 'node:child_process'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { promisify } from 'node:util'

const ownCertificates = '/usr/local/share/ca-certificates'

/**
 * Makes the image `reference`: `base` with the certificates that this machine trusts besides its system's, since
 * registries may be behind a proxy.
 */
export async function addCertificates(base: string, reference: string): Promise<void> {
  const directory = fs.mkdtempSync(`${tmpdir()}/hearth-base-`)
  try {
    if (fs.existsSync(ownCertificates)) fs.cpSync(ownCertificates, `${directory}/certificates`, { recursive: true })
    else fs.mkdirSync(`${directory}/certificates`)
    fs.writeFileSync(`${directory}/Dockerfile`, `FROM ${base}\nCOPY certificates ${ownCertificates}\n`)
    await promisify(execFile)('docker', ['build', '-t', reference, directory])
  } finally {
    fs.rmSync(directory, { recursive: true })
  }
}
