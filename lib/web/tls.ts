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

/** Throws: Problem `tls-unusable` where one cannot be read, is no PEM, or the two do not belong together. */
export function readTls({ certificate, key }: TlsFiles): TlsMaterial {
  try {
    const material = { cert: fs.readFileSync(certificate), key: fs.readFileSync(key) }
    createSecureContext(material)
    return material
  } catch (cause) {
    throw new Problem('tls-unusable', { reason: cause instanceof Error ? cause.message : String(cause) }, { cause })
  }
}

/**
 * New connections get what the files hold from the moment they are whole; those that are open go on. Looked at by name, since tools
 * that renew certificates exchange links and directories. Gives what stops it.
 */
export function followTls(server: Pick<HttpsServer, 'setSecureContext'>, files: TlsFiles, everyMs = 5_000): () => void {
  const onChange = (): void => {
    try {
      server.setSecureContext(readTls(files))
    } catch (error) {
      // Between the change of one file and that of the other they do not match: what was there before is served on.
      console.error(error)
    }
  }
  for (const file of [files.certificate, files.key])
    fs.watchFile(file, { interval: everyMs, persistent: false }, onChange)
  return () => {
    for (const file of [files.certificate, files.key]) fs.unwatchFile(file, onChange)
  }
}
