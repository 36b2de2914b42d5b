/** Copies of what engines recorded, for whoever looks for a mistake in how it is read. */
import fs from 'node:fs'
import { basename, join } from 'node:path'
import type { RawPart } from '../../capture/engine.ts'

/** As `<capture id>-<number>-<name>` in `place`; does nothing without one. */
export function keepRecording(
  place: string | undefined,
  captureId: string,
  directory: string,
  parts: readonly RawPart[],
): void {
  if (place === undefined) return
  for (const [number, { source }] of parts.entries()) {
    if (source.kind !== 'file') continue
    const copy = join(place, `${captureId}-${number}-${basename(source.name)}`)
    fs.copyFileSync(join(directory, source.name), copy)
  }
}
