/** The profiles that wait for the web side: one for each event of a capture. */
import { createHash } from 'node:crypto'
import type fs from 'node:fs'
import { join } from 'node:path'
import { ownFiles } from '../../host/kernel/named-files.ts'
import type { Capture } from '../../contract/capture.ts'
import type { EventId } from '../../profile/model/event-ids.ts'
import { writeDurably } from './durable-file.ts'

export type Artefacts = ReturnType<typeof openArtefacts>

/** Files are `<capture id>.<event>.profile`. */
export function openArtefacts(directory: string) {
  ownFiles.mkdirSync(directory, { recursive: true, mode: 0o700 })
  nameAfterEvent(directory)
  const pathOf = (captureId: string, event: EventId) => join(directory, `${captureId}.${event}.profile`)
  function removeWhere(isGone: (captureId: string) => boolean): void {
    for (const name of ownFiles.readdirSync(directory)) {
      if (isGone(name.split('.')[0]!)) ownFiles.rmSync(join(directory, name), { force: true })
    }
  }
  return {
    /** On disk when it returns. Throws: Problem `disk-full`. */
    keep(captureId: string, event: EventId, encoded: Uint8Array): Capture['artefacts'][number] {
      writeDurably(pathOf(captureId, event), encoded)
      return { event, sha256: createHash('sha256').update(encoded).digest('hex'), bytes: encoded.length }
    },
    has: (captureId: string, event: EventId) => ownFiles.existsSync(pathOf(captureId, event)),
    /** null when there is none. */
    read(captureId: string, event: EventId): fs.ReadStream | null {
      const path = pathOf(captureId, event)
      if (!ownFiles.existsSync(path)) return null
      // Opened now, so that a removal right after does not cut it off.
      return ownFiles.createReadStream(path, { fd: ownFiles.openSync(path, 'r') })
    },
    /** All of a capture. */
    remove: (captureId: string) => removeWhere((id) => id === captureId),
    /** Removes what belongs to none of these. */
    sweep: (captureIds: ReadonlySet<string>) => removeWhere((id) => !captureIds.has(id)),
  }
}

/** Hearth 0.1 knew one event and wrote `<capture id>.profile`. */
function nameAfterEvent(directory: string): void {
  for (const name of ownFiles.readdirSync(directory)) {
    const captureId = /^([0-9a-f]{32})\.profile$/.exec(name)?.[1]
    if (captureId !== undefined) ownFiles.renameSync(join(directory, name), join(directory, `${captureId}.cpu.profile`))
  }
}
