import { doubled } from '../../profile/model/pair-table.ts'
import { createLineTable } from './line-table.ts'

/** Distinct runs of bytes by number. One that was met long ago may get another number. */
export function createByteSets() {
  // Bytes of the runs that it remembers: beyond these it forgets all, and a run gets another number.
  const lineTable = createLineTable(2 ** 25)
  let all = new Uint8Array(2 ** 12)
  let ends = new Float64Array(16)
  let length = 0
  const startOf = (index: number) => (index === 0 ? 0 : ends[index - 1]!)

  return {
    get length() {
      return length
    },
    add({ bytes, length: end }: Scratch): number {
      const met = lineTable.find(bytes, 0, end)
      if (met !== undefined) return met
      const added = append({ bytes, length: end })
      lineTable.add(bytes, 0, end, added)
      return added
    },
    append,
    at: (index: number): Uint8Array => all.subarray(startOf(index), ends[index]),
  }

  function append({ bytes, length: added }: Scratch): number {
    const start = startOf(length)
    while (start + added > all.length) all = doubled(all)
    if (length === ends.length) ends = doubled(ends)
    all.set(bytes.subarray(0, added), start)
    ends[length] = start + added
    return length++
  }
}

/** The first `length` of `bytes` are in use. */
type Scratch = Readonly<Pick<ReturnType<typeof createScratch>, 'bytes' | 'length'>>

/** Bytes that are put together, one run after the other. */
export function createScratch() {
  let bytes = new Uint8Array(2 ** 10)
  let length = 0
  const makeFit = (more: number): void => {
    while (length + more > bytes.length) bytes = doubled(bytes)
  }
  return {
    get bytes() {
      return bytes
    },
    get length() {
      return length
    },
    clear(): void {
      length = 0
    },
    add(some: Uint8Array): void {
      makeFit(some.length)
      bytes.set(some, length)
      length += some.length
    },
    /** Adds a number of 32 bits. */
    addNumber(number: number): void {
      makeFit(4)
      for (let shift = 24; shift >= 0; shift -= 8) bytes[length++] = number >>> shift
    },
  }
}
