/** Where a key leads in a list of `count` rows from `row` (-1 for none yet); null when it is no key of lists. */
export function rowAfterKey(key: string, row: number, count: number, pageRows: number): number | null {
  const steps = new Map([
    ['ArrowDown', row + 1],
    ['ArrowUp', row < 0 ? count - 1 : row - 1],
    ['PageDown', row + pageRows],
    ['PageUp', row - pageRows],
    ['Home', 0],
    ['End', count - 1],
  ])
  const next = steps.get(key)
  return next === undefined ? null : Math.max(Math.min(next, count - 1), 0)
}
