import { formatBytes, formatCountOf } from '../profile/format/units.ts'
import type { RetentionRule } from './library.ts'

/** Gives the limits of a retention rule as text: `30 days, 500 MiB`. */
export function describeLimits({ days, maxBytes }: RetentionRule): string {
  const limits = [
    ...(days === null ? [] : [formatCountOf(days, 'day')]),
    ...(maxBytes === null ? [] : [formatBytes(maxBytes)]),
  ]
  return limits.join(', ') || 'no limit'
}
