/**
 * Counts the samples of a perf.data file, and the lost ones, while perf still writes it, from its bytes as they come.
 *
 * Source: perf.data-file-format.txt and perf_event.h, Linux 6.1: a header of 104 bytes that names where the records
 * begin (u64 at byte 40) and how many bytes they have (u64 at byte 48, 0 until perf has finished), then records, each
 * with a header of u32 type, u16 misc, u16 size.
 */

/** Bytes of the header of a perf.data file. */
const headerBytes = 104
/** Where the header says how many bytes the records have. */
export const recordBytesAt = 48
const dataOffsetAt = 40
const recordHeaderBytes = 8
const lostRecord = 2
const sampleRecord = 9
const lostSamplesRecord = 13
const kernelSymbolRecord = 17
/** A sample as we have perf write it begins with the address, u64, then the PID, u32. */
const pidAt = recordHeaderBytes + 8

export type PerfDataCounter = ReturnType<typeof createPerfDataCounter>

/**
 * Creates a counter of the samples that a perf.data file has and of those that perf lost. With `isCounted` only the
 * samples of processes for which it is true count; lost ones, which have no process, all count.
 *
 * Keeps: a record with an impossible size ends the counting; the counts before it stay.
 */
export function createPerfDataCounter(isCounted: ((pid: number) => boolean) | null = null) {
  let samples = 0
  let lostSamples = 0
  let recordBytes = 0
  let rest: Uint8Array = new Uint8Array(0)
  let recordsBegin: number | null = null
  let isBroken = false
  const kernelSymbols: number[] = []
  /** Where in the file `rest` begins. */
  let position = 0

  const skip = (bytes: number) => {
    rest = rest.subarray(bytes)
    position += bytes
  }

  const isOurs = (view: DataView, size: number) =>
    isCounted === null || (size >= pidAt + 4 && isCounted(view.getUint32(pidAt, true)))

  const push = (bytes: Uint8Array) => {
    if (isBroken) return
    rest = rest.length === 0 ? bytes : join(rest, bytes)
    if (recordsBegin === null) {
      if (rest.length < headerBytes) return
      recordsBegin = Number(viewOf(rest).getBigUint64(dataOffsetAt, true))
      isBroken = recordsBegin < headerBytes || recordsBegin > 2 ** 30
    }
    if (position < recordsBegin) skip(Math.min(rest.length, recordsBegin - position))
    if (position < recordsBegin) return
    while (!isBroken && rest.length >= recordHeaderBytes) {
      const view = viewOf(rest)
      const type = view.getUint32(0, true)
      const size = view.getUint16(6, true)
      if (size < recordHeaderBytes) isBroken = true
      if (isBroken || rest.length < size) return
      if (type === sampleRecord && isOurs(view, size)) samples++
      else if (type === lostRecord && size >= 24) lostSamples += Number(view.getBigUint64(16, true))
      else if (type === lostSamplesRecord && size >= 16) lostSamples += Number(view.getBigUint64(8, true))
      else if (type === kernelSymbolRecord) kernelSymbols.push(position)
      skip(size)
      recordBytes = position - recordsBegin
    }
  }

  return {
    /** The next bytes of the file, in order, cut anywhere. */
    push,
    /** Places in the file of the records that tell of BPF programs which come and go. */
    kernelSymbols,
    get samples() {
      return samples
    },
    get lostSamples() {
      return lostSamples
    },
    /** Bytes of whole records so far, for the header of a file that perf could not finish. */
    get recordBytes() {
      return recordBytes
    },
    /** Where the records begin in the file; null until the header was seen. */
    get recordsBegin() {
      return recordsBegin
    },
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array {
  const joined = new Uint8Array(first.length + second.length)
  joined.set(first)
  joined.set(second, first.length)
  return joined
}
