import { formatCount } from './units.ts'

/** A warning of a reader with its count and line: `Lines could not be read and were skipped. 3 times, first in line 17.` */
export function formatWarning(warning: {
  readonly text: string
  readonly count: number
  readonly line?: number
}): string {
  const { text, count, line } = warning
  const times = count === 1 ? [] : [`${formatCount(count)} times`]
  const lines = line === undefined ? [] : [count === 1 ? `in line ${line}` : `first in line ${line}`]
  const where = [...times, ...lines].join(', ')
  return where === '' ? text : `${text} ${where[0]!.toUpperCase()}${where.slice(1)}.`
}
