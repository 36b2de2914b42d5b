/**
 * What our own exports say beside what the foreign format has room for, so that they come back without loss: the unit
 * as we call it, and the provenance. Whoever wrote the file, it is checked like any other.
 */
import { readProvenance } from '../../profile/model/check-provenance.ts'
import type { Profile, ProfileWarning, Provenance, Unit } from '../../profile/model/profile.ts'

export interface HearthMetadata {
  readonly hearth: 1
  readonly unit: Unit
  readonly provenance: Provenance
}

export function createHearthMetadata({ unit, provenance }: Profile): HearthMetadata {
  return { hearth: 1, unit, provenance }
}

/** Null when the value is nothing that ownFacts gave. */
export function readHearthMetadata(value: unknown): HearthMetadata | null {
  if (typeof value !== 'object' || value === null) return null
  const { hearth, unit, provenance } = value as Record<string, unknown>
  const checked = readProvenance(provenance)
  return hearth === 1 && isUnit(unit) && checked !== null ? { hearth, unit, provenance: checked } : null
}

/** The provenance of an import: what the file says of itself, over it what the sender knows, and every warning. */
export function mergeProvenance(
  fromFile: Provenance,
  overrides: Partial<Provenance>,
  newWarnings: readonly ProfileWarning[],
): Provenance {
  return { ...fromFile, ...overrides, warnings: [...fromFile.warnings, ...(overrides.warnings ?? []), ...newWarnings] }
}

function isUnit(value: unknown): value is Unit {
  return value === 'samples' || value === 'nanoseconds' || value === 'bytes'
}
