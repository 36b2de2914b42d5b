/** The first index in [from, end) whose value is above `value`, or `end`. The column must not sink in that range. */
export function findFirstAbove(
  column: Int32Array | Uint32Array | Float64Array,
  value: number,
  from = 0,
  end = column.length,
): number {
  // Strides double first: the searched row is mostly near.
  let low = from
  let stride = 1
  while (low + stride < end && column[low + stride]! <= value) {
    low += stride
    stride *= 2
  }
  let high = Math.min(end, low + stride)
  while (low < high) {
    const middle = (low + high) >>> 1
    if (column[middle]! <= value) low = middle + 1
    else high = middle
  }
  return low
}

/** Compares rows for `sort` by their times. Those without one, NaN, come last; rows of one time keep their order. */
export function compareByTime(times: ArrayLike<number>): (one: number, other: number) => number {
  const timeOf = (row: number) => (Number.isNaN(times[row]!) ? Infinity : times[row]!)
  return (one, other) => {
    const [before, after] = [timeOf(one), timeOf(other)]
    return before === after ? one - other : before - after
  }
}

/**
 * Indexes by the group of each: those of group g are members[starts[g]] to members[starts[g + 1] - 1], in their order.
 * Group -1 is left out.
 */
export function groupIndexes(
  groups: Int32Array | Uint16Array | Uint32Array,
  count: number,
): { readonly members: Int32Array; readonly starts: Int32Array } {
  const starts = new Int32Array(count + 1)
  for (let index = 0; index < groups.length; index++) if (groups[index]! >= 0) starts[groups[index]! + 1]!++
  for (let group = 0; group < count; group++) starts[group + 1] = starts[group + 1]! + starts[group]!
  const members = new Int32Array(starts[count]!)
  const free = starts.slice()
  for (let index = 0; index < groups.length; index++) if (groups[index]! >= 0) members[free[groups[index]!]!++] = index
  return { members, starts }
}

/** The last of the rows that begin at `value` or before, by halving; rows stand in the order of where they begin. */
export function findLastFrom<Row>(rows: readonly Row[], startOf: (row: Row) => number, value: number): Row | undefined {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (startOf(rows[middle]!) <= value) low = middle + 1
    else high = middle
  }
  return rows[low - 1]
}
