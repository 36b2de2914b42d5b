/**
 * A cursor over the bytes of one chunk. Integers of every width are LEB128, at most nine bytes, the ninth with all of
 * its eight bits; floats and doubles are big-endian.
 *
 *     05                            5
 *     80 01                         128
 *     fb ff ff ff ff ff ff ff ff    -5      a long; an int of -5 has five bytes and comes out as 2^32 - 5
 *
 * Reading past the end gives zeros: a loop asks `isPast`, so that the hot path tests nothing.
 */
import { decodeBytes, decodeText } from '../reading/lines.ts'

/**
 * Thrown inside the reader for bytes that mean nothing, and caught there: outside it is a warning or a Problem. Its
 * message is the reason of that Problem, for people.
 */
export class Damage extends Error {}

/** Damage in the middle of a recording, where a JVM would have written other bytes; `what` says what is wrong there. */
export class CorruptBytes extends Damage {
  constructor(what: string) {
    super(`it is damaged: ${what}`)
  }
}

/** How a string begins. */
const encodings = { null: 0, empty: 1, pool: 2, utf8: 3, chars: 4, latin1: 5 } as const

export class JfrBytes {
  readonly bytes: Uint8Array
  /** Index of the byte that is read next. */
  at = 0
  /** Where the record ends that is being read: no count within it may promise more. */
  end: number

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    this.end = bytes.length
  }

  get isPast(): boolean {
    return this.at > this.end
  }

  byte(): number {
    return this.bytes[this.at++]!
  }

  /** A signed 64-bit integer; exact up to 2^53 on either side of 0. */
  integer(): number {
    const { bytes } = this
    let at = this.at
    let low = bytes[at++]!
    if (low < 128) {
      this.at = at
      return low
    }
    low &= 127
    for (let shift = 7; shift < 28; shift += 7) {
      const byte = bytes[at++]!
      low |= (byte & 127) << shift
      // Written this way round since past the end there is no byte at all.
      if (!(byte >= 128)) {
        this.at = at
        return low
      }
    }
    this.at = at
    return this.highPart(low)
  }

  /** Bits 28 to 63 of an integer whose lower ones are `low`. */
  private highPart(low: number): number {
    const { bytes } = this
    let high = 0
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = bytes[this.at++]!
      high |= (byte & 127) << shift
      if (!(byte >= 128)) return high * 2 ** 28 + low
    }
    const top = (bytes[this.at++]! << 24) >> 24
    if (top >= 0) return top * 2 ** 56 + high * 2 ** 28 + low
    // Computes the complement first: a double near 2^56 cannot hold the lowest bits of a small negative number.
    return -(~top * 2 ** 56 + (~high & 0xfffffff) * 2 ** 28 + (~low & 0xfffffff)) - 1
  }

  skipInteger(): void {
    const { bytes } = this
    let at = this.at
    if (bytes[at++]! >= 128) {
      const last = at + 8
      while (at < last && bytes[at++]! >= 128);
    }
    this.at = at
  }

  /** A number of things that follow, each at least a byte long. Throws: Damage. */
  count(): number {
    const count = this.integer()
    if (!(count >= 0 && count <= this.end - this.at)) throw new CorruptBytes(`a count of ${count}`)
    return count
  }

  skipString(): void {
    const encoding = this.byte()
    if (encoding === encodings.utf8 || encoding === encodings.latin1) {
      const length = this.count()
      this.at += length
    } else if (encoding === encodings.pool) this.skipInteger()
    else if (encoding === encodings.chars) for (let left = this.count(); left > 0; left--) this.skipInteger()
    else if (encoding !== encodings.null && encoding !== encodings.empty)
      throw new CorruptBytes(`a string of type ${encoding}`)
  }

  /** Null for a Java null. `fromPool` gives the string of an id in the pool of strings. Throws: Damage. */
  string(fromPool: (id: number) => string | null): string | null {
    const encoding = this.byte()
    if (encoding === encodings.null) return null
    if (encoding === encodings.empty) return ''
    if (encoding === encodings.pool) return fromPool(this.integer())
    if (encoding === encodings.chars) return this.chars(this.count())
    if (encoding !== encodings.utf8 && encoding !== encodings.latin1)
      throw new CorruptBytes(`a string of type ${encoding}`)
    const length = this.count()
    const start = this.at
    this.at += length
    // decodeBytes gives one character a byte, which is Latin-1.
    return (encoding === encodings.utf8 ? decodeText : decodeBytes)(this.bytes, start, this.at)
  }

  private chars(count: number): string {
    let text = ''
    for (let left = count; left > 0; left -= units.length) {
      const length = Math.min(left, units.length)
      for (let at = 0; at < length; at++) units[at] = this.integer()
      text += String.fromCharCode.apply(null, units.subarray(0, length) as unknown as number[])
    }
    return text
  }
}

/** A buffer for UTF-16 units, of which so many at a time become a string: more would be too many arguments. */
const units = new Uint16Array(4096)
