/**
 * Numbers that wait in the order they came, packed: a list that stands in a file before the one it belongs to may have
 * hundreds of millions. A number that follows the same one as the last time costs nothing, since most repeat; another
 * whole one takes a byte for each seven bits, and any other number nine bytes.
 *
 * Shape: varints in blocks: 2 * n for n numbers as foreseen, 2 * number + 1 for another one, 0 before the eight bytes
 * of a double.
 */
export interface NumberQueue {
  readonly length: number
  add(value: number): void
  /** The number that waits longest; NaN when none does. */
  take(): number
}

interface ByteBlock {
  readonly bytes: Uint8Array
  readonly view: DataView
  end: number
}

/** Bytes of a block of the queue, which grows by whole blocks. */
const blockBytes = 2 ** 16
/** Bytes of the longest number in the queue: a double behind its 0; a varint has at most eight. */
const longestEntry = 9
/** Whole numbers from this on are kept as doubles, with nine bytes each. */
const doublesFrom = 2 ** 52

export function createNumberQueue(): NumberQueue {
  const blocks: ByteBlock[] = []
  const writer = createForesight()
  const reader = createForesight()
  let at = 0
  let length = 0
  /** How many numbers were as foreseen, and are not yet written. */
  let unwritten = 0
  /** How many numbers were as foreseen, are read, and not yet taken. */
  let untaken = 0

  return {
    get length() {
      return length
    },
    add(value) {
      length++
      if (Object.is(writer.foreseen(), value)) unwritten++
      else {
        writeForeseen()
        const block = blockToFill()
        if (value >= 0 && value < doublesFrom && Number.isInteger(value) && !Object.is(value, -0))
          writeVarint(block, value * 2 + 1)
        else {
          writeVarint(block, 0)
          block.view.setFloat64(block.end, value)
          block.end += 8
        }
      }
      writer.meet(value)
    },
    take() {
      if (length === 0) return Number.NaN
      length--
      const value = untaken > 0 ? reader.foreseen() : read()
      if (untaken > 0) untaken--
      reader.meet(value)
      return value
    },
  }

  function writeForeseen(): void {
    if (unwritten > 0) writeVarint(blockToFill(), unwritten * 2)
    unwritten = 0
  }

  /** One with enough left for any entry. */
  function blockToFill(): ByteBlock {
    const last = blocks.at(-1)
    if (last !== undefined && last.end + longestEntry <= blockBytes) return last
    const bytes = new Uint8Array(blockBytes)
    const block = { bytes, view: new DataView(bytes.buffer), end: 0 }
    blocks.push(block)
    return block
  }

  function writeVarint(block: ByteBlock, value: number): void {
    let rest = value
    for (; rest > 127; rest = Math.floor(rest / 128)) block.bytes[block.end++] = (rest % 128) + 128
    block.bytes[block.end++] = rest
  }

  /**
   * Reads the next number. Of a run of foreseen ones it gives the first, and sets `untaken` to the length of the run.
   */
  function read(): number {
    if (blocks.length === 0 || (blocks.length === 1 && at === blocks[0]!.end)) writeForeseen()
    if (at === blocks[0]!.end) {
      blocks.shift()
      at = 0
    }
    const block = blocks[0]!
    let entry = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = block.bytes[at++]!
      entry += (byte & 127) * scale
      if (byte < 128) break
    }
    if (entry === 0) {
      at += 8
      return block.view.getFloat64(at - 8)
    }
    if (entry % 2 === 1) return (entry - 1) / 2
    untaken = entry / 2
    return reader.foreseen()
  }
}

/** A power of two. */
const memories = 4096

/** Foresees the number that followed the last one before. Numbers that share a memory forget each other. */
function createForesight() {
  const followers = new Float64Array(memories)
  let memory = 0
  return {
    foreseen: () => followers[memory]!,
    meet(value: number): void {
      followers[memory] = value
      memory = value & (memories - 1)
    },
  }
}
