/** Gives the indices of each group, in their order. Group -1 is left out. */
export function groupBy(groups: Int32Array, count: number): (group: number) => Int32Array {
  const starts = new Int32Array(count + 1)
  for (const group of groups) if (group >= 0) starts[group + 1] = starts[group + 1]! + 1
  for (let group = 0; group < count; group++) starts[group + 1] = starts[group + 1]! + starts[group]!
  const members = new Int32Array(starts[count]!)
  const free = starts.slice()
  groups.forEach((group, index) => {
    if (group < 0) return
    members[free[group]!] = index
    free[group] = free[group]! + 1
  })
  return (group) => members.subarray(starts[group], starts[group + 1])
}
