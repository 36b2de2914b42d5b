import type { Filter, FilterStep } from '../../../lib/profile/filters.ts'

const takesWeight = new Set<Filter['type']>(['focus', 'focus-path', 'drop', 'keep', 'hide-idle', 'threads'])

/**
 * The filters whose samples the heat map shows: all but the time range, which is chosen on it. Where none of them takes weight away the
 * heat map is that of the whole, and nothing need be filtered.
 */
export function heatFilters(filters: readonly FilterStep[]): Filter[] {
  const on = filters.filter(({ type, off }) => off !== true && type !== 'time')
  return on.some(({ type }) => takesWeight.has(type)) ? on : []
}
