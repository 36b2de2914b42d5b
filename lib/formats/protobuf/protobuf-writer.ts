/**
 * Protocol Buffers as bytes, written field by field into one growing buffer. Values that are 0 or empty may be left
 * out.
 */

const varint = 0
const delimited = 2
const fixed64 = 1

export class ProtobufWriter {
  private bytes = new Uint8Array(4096)
  private filled = 0

  get length(): number {
    return this.filled
  }

  /** Gives the bytes that were written since the last take; the buffer is used again. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = this.bytes.slice(0, this.filled)
    this.filled = 0
    return taken
  }

  /** An int64: rounded, and held between -2^63 and 2^63 - 1. */
  integer(field: number, value: number): void {
    this.varint(field * 8 + varint)
    this.varint(value)
  }

  /** Writes the 64 bits of a double as an integer, for numbers that an int64 would round. */
  double(field: number, value: number): void {
    double[0] = value
    this.varint(field * 8 + varint)
    this.longVarint(bits[0]!)
  }

  /** 64 bits as they are, not negative. */
  fixed64(field: number, value: bigint): void {
    this.varint(field * 8 + fixed64)
    this.eightBytes(value)
  }

  /** A repeated fixed64, packed. */
  fixed64s(field: number, values: readonly bigint[]): void {
    this.varint(field * 8 + delimited)
    this.varint(values.length * 8)
    for (const value of values) this.eightBytes(value)
  }

  /** A double as Protocol Buffers have it. */
  fixedDouble(field: number, value: number): void {
    double[0] = value
    this.fixed64(field, BigInt.asUintN(64, bits[0]!))
  }

  text(field: number, text: string): void {
    const content = encoder.encode(text)
    this.varint(field * 8 + delimited)
    this.varint(content.length)
    this.reserve(content.length)
    this.bytes.set(content, this.filled)
    this.filled += content.length
  }

  /** A repeated integer, packed. */
  integers(field: number, values: Iterable<number>): void {
    this.message(field, () => {
      for (const value of values) this.varint(value)
    })
  }

  /** Writes the fields that `write` writes as one message. */
  message(field: number, write: () => void): void {
    this.varint(field * 8 + delimited)
    // Its length stands before it and is not known yet: nearly every message is shorter than 128 bytes, so one byte is
    // kept for it, and the rare longer one is moved.
    const start = this.filled + 1
    this.reserve(1)
    this.filled = start
    write()
    const length = this.filled - start
    const lengthBytes = bytesOfVarint(length)
    this.reserve(lengthBytes)
    if (lengthBytes > 1) this.bytes.copyWithin(start + lengthBytes - 1, start, this.filled)
    this.filled = start - 1
    this.varint(length)
    this.filled += length
  }

  private varint(value: number): void {
    this.reserve(10)
    if (!(value >= 0 && value <= Number.MAX_SAFE_INTEGER)) return this.longVarint(clampedBigInt(value))
    let rest = Math.round(value)
    while (rest > 127) {
      this.bytes[this.filled++] = (rest % 128) | 128
      rest = Math.floor(rest / 128)
    }
    this.bytes[this.filled++] = rest
  }

  private longVarint(value: bigint): void {
    this.reserve(10)
    let rest = BigInt.asUintN(64, value)
    while (rest > 127n) {
      this.bytes[this.filled++] = Number(rest & 127n) | 128
      rest >>= 7n
    }
    this.bytes[this.filled++] = Number(rest)
  }

  private eightBytes(value: bigint): void {
    this.reserve(8)
    for (let shift = 0n; shift < 64n; shift += 8n) this.bytes[this.filled++] = Number((value >> shift) & 255n)
  }

  private reserve(bytes: number): void {
    if (this.filled + bytes <= this.bytes.length) return
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.filled + bytes))
    larger.set(this.bytes.subarray(0, this.filled))
    this.bytes = larger
  }
}

const double = new Float64Array(1)
const bits = new BigInt64Array(double.buffer)
const encoder = new TextEncoder()

function bytesOfVarint(value: number): number {
  let bytes = 1
  for (let rest = value; rest > 127; rest = Math.floor(rest / 128)) bytes++
  return bytes
}

function clampedBigInt(value: number): bigint {
  if (Number.isNaN(value)) return 0n
  if (value >= 2 ** 63) return 2n ** 63n - 1n
  if (value <= -(2 ** 63)) return -(2n ** 63n)
  return BigInt(Math.round(value))
}
