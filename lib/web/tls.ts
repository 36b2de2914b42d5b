/** TLS of our own: a certificate and its key from two files, read again when they change. */
import fs from 'node:fs'
import type { Server as HttpsServer } from 'node:https'
import { createSecureContext } from 'node:tls'
import type { TlsFiles } from '../config.ts'
import { Problem } from '../errors.ts'

export interface TlsMaterial {
  readonly cert: Buffer
  readonly key: Buffer
}

/**
 * Gives both files. Throws: Problem `tls-unusable` where one cannot be read or is not PEM, or where the key is not that
 * of the certificate.
 */
export function readTls({ certificate, key }: TlsFiles): TlsMaterial {
  try {
    const material = { cert: fs.readFileSync(certificate), key: fs.readFileSync(key) }
    createSecureContext(material)
    return material
  } catch (cause) {
    throw new Problem('tls-unusable', { reason: cause instanceof Error ? cause.message : String(cause) }, { cause })
  }
}

/** In ms: how often the files of the TLS certificate and its key are looked at, so how late a renewed one is used. */
const tlsCheckMs = 5000

/**
 * New connections use the two files as soon as both are read and match; open connections keep the certificate they
 * have. The files are polled by name, since tools that renew certificates exchange links and directories. Returns a
 * function that stops it.
 */
export function followTls(
  server: Pick<HttpsServer, 'setSecureContext'>,
  files: TlsFiles,
  everyMs = tlsCheckMs,
): () => void {
  const onChange = (): void => {
    try {
      server.setSecureContext(readTls(files))
    } catch (error) {
      // While one file is new and the other old they do not match: the server keeps the pair it has.
      console.error(error)
    }
  }
  for (const file of [files.certificate, files.key])
    fs.watchFile(file, { interval: everyMs, persistent: false }, onChange)
  return () => {
    for (const file of [files.certificate, files.key]) fs.unwatchFile(file, onChange)
  }
}
