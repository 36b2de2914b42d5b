/** The profiles that wait for the web side. */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { join } from 'node:path'
import { type Capture } from '../contract.ts'
import { writeDurably } from './durable-file.ts'

export interface Artefacts {
  /** On disk when it returns. Throws: Problem `disk-full`. */
  keep(captureId: string, encoded: Uint8Array): NonNullable<Capture['artefact']>
  has(captureId: string): boolean
  /** null when there is none. */
  read(captureId: string): fs.ReadStream | null
  remove(captureId: string): void
  /** Removes what belongs to none of these. */
  sweep(captureIds: ReadonlySet<string>): void
}

export function openArtefacts(directory: string): Artefacts {
  fs.mkdirSync(directory, { recursive: true, mode: 0o700 })
  const pathOf = (captureId: string) => join(directory, `${captureId}.profile`)
  return {
    keep(captureId, encoded) {
      writeDurably(pathOf(captureId), encoded)
      return { sha256: createHash('sha256').update(encoded).digest('hex'), bytes: encoded.length }
    },
    has: (captureId) => fs.existsSync(pathOf(captureId)),
    read(captureId) {
      const path = pathOf(captureId)
      if (!fs.existsSync(path)) return null
      // Opened now, so that a removal right after does not cut it off.
      return fs.createReadStream(path, { fd: fs.openSync(path, 'r') })
    },
    remove: (captureId) => fs.rmSync(pathOf(captureId), { force: true }),
    sweep(captureIds) {
      for (const name of fs.readdirSync(directory)) {
        if (!captureIds.has(name.replace(/\.profile$/, ''))) fs.rmSync(join(directory, name), { force: true })
      }
    },
  }
}
