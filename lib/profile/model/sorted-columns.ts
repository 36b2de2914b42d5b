/** The first index in [from, end) whose value is above `value`, or `end`. The column must not sink in that range. */
export function findFirstAbove(
  column: Int32Array | Uint32Array | Float64Array,
  value: number,
  from = 0,
  end = column.length,
): number {
  // Strides that double first: what is looked for is mostly near.
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
