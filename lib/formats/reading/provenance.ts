/**
 * Facts of our own exports that have no field in the foreign format, so that they come back without loss: the unit by
 * our name, and the provenance. They are checked like those of any other file: anyone can write one.
 */
import { isRecord, readProvenance } from '../../profile/model/check-provenance.ts'
import {
  frameKinds,
  isUnit,
  type Profile,
  type ProfileWarning,
  type Provenance,
  type Unit,
} from '../../profile/model/profile.ts'
import { isUnnamed } from '../../profile/names/unknown-names.ts'
import { sumOverSubtrees } from '../../profile/model/stack-weights.ts'

export interface HearthMetadata {
  readonly hearth: 1
  readonly unit: Unit
  readonly provenance: Provenance
}

export function createHearthMetadata({ unit, provenance }: Profile): HearthMetadata {
  return { hearth: 1, unit, provenance }
}

/** Null when the value is nothing that createHearthMetadata gave. */
export function readHearthMetadata(value: unknown): HearthMetadata | null {
  if (!isRecord(value)) return null
  const { hearth, unit, provenance } = value
  const checked = readProvenance(provenance)
  return hearth === 1 && isUnit(unit) && checked !== null ? { hearth, unit, provenance: checked } : null
}

/** Gives the provenance of an import: that of the file, replaced by the sender's where it has one, and all warnings. */
export function mergeProvenance(
  fromFile: Provenance,
  overrides: Partial<Provenance>,
  newWarnings: readonly ProfileWarning[],
): Provenance {
  return { ...fromFile, ...overrides, warnings: [...fromFile.warnings, ...(overrides.warnings ?? []), ...newWarnings] }
}

/**
 * How many frames of each kind the samples passed through, and how many of them had a name: counted per sample, so a
 * stack met a thousand times counts a thousand times.
 */
export function countResolution(
  { frames, strings, stacks, samples }: Profile,
  isNamed: (frame: number) => boolean,
): Provenance['resolution'] {
  const ends = new Float64Array(stacks.length)
  for (const row of samples.stack) if (row >= 0) ends[row]!++
  const passes = sumOverSubtrees(stacks, ends)
  // Some tools write the file of a library where they know no function.
  const isFunction = Uint8Array.from(frames.name, (name) => Number(!isUnnamed(strings[name]!)))
  const byKind = frameKinds.map(() => ({ frames: 0, named: 0 }))
  for (let row = 0; row < stacks.length; row++) {
    const frame = stacks.frame[row]!
    const counts = byKind[frames.kind[frame]!]!
    counts.frames += passes[row]!
    if (isFunction[frame] === 1 && isNamed(frame)) counts.named += passes[row]!
  }
  return Object.fromEntries(
    frameKinds.map((kind, index) => [kind, byKind[index]!] as const).filter(([, n]) => n.frames),
  )
}
