import type { Unit } from '../model/profile.ts'
import { formatBytes, formatCount, formatDuration } from './units.ts'

/** A weight with its unit: `2,970 samples`, `4.2 s`, `1.5 GiB`, `10,100,000 cycles`, `12.35 G cycles`. */
export function formatWeight(weight: number, unit: Unit): string {
  const text = formatWeightShort(weight, unit)
  if (unit === 'bytes' || unit === 'nanoseconds') return text
  return `${text} ${weight === 1 ? unit.slice(0, -1) : unit}`
}

/** The same without the word, for a column whose heading says what is counted. */
export function formatWeightShort(weight: number, unit: Unit): string {
  if (unit === 'bytes') return formatBytes(weight)
  if (unit === 'nanoseconds') return formatNanoseconds(weight)
  if (weight >= 1e9) return formatLarge(weight)
  // Folded files may hold fractions of a sample.
  return Number.isInteger(weight) ? formatCount(weight) : String(Number(weight.toPrecision(4)))
}

/** The same as `formatWeight` where there is little room: `116.4 M samples`. */
export function formatWeightCompact(weight: number, unit: Unit): string {
  const isLong = unit !== 'bytes' && unit !== 'nanoseconds' && weight >= 1e6
  return isLong ? `${formatLarge(weight)} ${unit}` : formatWeight(weight, unit)
}

/** Gives the hint in the heading of such columns, `(weights in samples)`; null where each weight has its unit. */
export function formatUnitHint(unit: Unit): string | null {
  return unit === 'bytes' || unit === 'nanoseconds' ? null : `(weights in ${unit})`
}

const prefixes = [
  ['M', 1e6],
  ['G', 1e9],
  ['T', 1e12],
  ['P', 1e15],
] as const

/** `12.35 G`: ten digits and more say less, not more, and a processor counts so many cycles in seconds. */
function formatLarge(weight: number): string {
  const [prefix, size] = prefixes.find(([, size]) => weight < size * 1000) ?? prefixes.at(-1)!
  return `${Number((weight / size).toPrecision(4))} ${prefix}`
}

function formatNanoseconds(nanoseconds: number): string {
  if (nanoseconds < 1e3) return `${nanoseconds} ns`
  if (nanoseconds < 1e6) return `${Number((nanoseconds / 1e3).toPrecision(3))} µs`
  if (nanoseconds < 1e9) return `${Number((nanoseconds / 1e6).toPrecision(3))} ms`
  return formatDuration(nanoseconds / 1e6)
}
