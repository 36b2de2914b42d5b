import type { Unit } from '../model/profile.ts'
import { formatBytes, formatCount, formatDuration } from './units.ts'

/** A weight with its unit: `2,970 samples`, `4.2 s`, `1.5 GiB`. */
export function formatWeight(weight: number, unit: Unit): string {
  if (unit === 'bytes') return formatBytes(weight)
  if (unit === 'nanoseconds') return formatNanoseconds(weight)
  return `${formatNumber(weight)} ${weight === 1 ? 'sample' : 'samples'}`
}

/** The same without the word, for a column whose heading says the unit. */
export function formatWeightShort(weight: number, unit: Unit): string {
  return unit === 'samples' ? formatNumber(weight) : formatWeight(weight, unit)
}

/** Folded files may hold fractions of a sample. */
function formatNumber(weight: number): string {
  return Number.isInteger(weight) ? formatCount(weight) : String(Number(weight.toPrecision(4)))
}

function formatNanoseconds(nanoseconds: number): string {
  if (nanoseconds < 1e3) return `${nanoseconds} ns`
  if (nanoseconds < 1e6) return `${Number((nanoseconds / 1e3).toPrecision(3))} µs`
  if (nanoseconds < 1e9) return `${Number((nanoseconds / 1e6).toPrecision(3))} ms`
  return formatDuration(nanoseconds / 1e6)
}
