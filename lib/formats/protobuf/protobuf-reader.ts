/**
 * Protocol Buffers as bytes, read field by field. Written here and not taken from a package, because readers run in the
 * parser's sandbox, which may open no file but those of lib/, and because a reader of hostile bytes should be short.
 *
 *     const reader = new ProtobufReader(bytes)
 *     for (let field = reader.next(); field > 0; field = reader.next())
 *       if (field === 2) name = reader.text()
 *       else reader.skip()
 *
 * Source: protobuf.dev/programming-guides/encoding.
 */
import { Problem } from '../../errors.ts'

const varint = 0
const fixed64 = 1
const delimited = 2
const fixed32 = 5

/** Every read throws Problem `unreadable-profile` when the bytes end too early or mean nothing. */
export class ProtobufReader {
  private readonly bytes: Uint8Array
  private readonly end: number
  private at: number
  private fieldAt = 0
  private wireType = varint

  constructor(bytes: Uint8Array, start = 0, end = bytes.length) {
    this.bytes = bytes
    this.at = start
    this.end = end
  }

  /** Number of the next field, 0 behind the last one. Its value must then be read or skipped. */
  next(): number {
    if (this.at >= this.end) return 0
    this.fieldAt = this.at
    const tag = this.readVarint()
    this.wireType = tag & 7
    const field = Math.floor(tag / 8)
    if (field < 1 || field >= 2 ** 29) throw corrupt('a field has no number')
    return field
  }

  /** Where it stands in its bytes. */
  get offset(): number {
    return this.at
  }

  /** The field that `next` returned holds a text, a message or a packed list. */
  get isDelimited(): boolean {
    return this.wireType === delimited
  }

  /** It holds a fixed64 or a double. */
  get isFixed64(): boolean {
    return this.wireType === fixed64
  }

  /** An integer as it is for int64; exact up to 2^53. */
  integer(): number {
    this.expect(varint)
    return this.readVarint()
  }

  /** The integer read last, its 64 bits taken for those of a double. */
  lastAsDouble(): number {
    bits[0] = this.low
    bits[1] = this.high
    return double[0]!
  }

  /** Appends all values of a repeated integer, packed or not. */
  integers(values: number[]): void {
    if (this.wireType === varint) values.push(this.readVarint())
    else {
      const end = this.span()
      while (this.at < end) values.push(this.readVarint())
      if (this.at > end) throw corrupt('a list of numbers is cut')
    }
  }

  /** A fixed64, exact. */
  fixed64(): bigint {
    this.expect(fixed64)
    return this.readFixed64(this.end)
  }

  /** Appends all values of a repeated fixed64, packed or not. */
  fixed64s(values: bigint[]): void {
    if (this.wireType === fixed64) values.push(this.readFixed64(this.end))
    else {
      const end = this.span()
      while (this.at < end) values.push(this.readFixed64(end))
    }
  }

  /** A double, which is a fixed64. */
  double(): number {
    longBits[0] = this.fixed64()
    return double[0]!
  }

  /** The bytes of an integer or of all integers of a packed list, as they stand. */
  integerBytes(): Uint8Array {
    if (this.wireType !== varint) return this.messageBytes()
    const from = this.at
    this.readVarint()
    return this.bytes.subarray(from, this.at)
  }

  /** The bytes of a text, message or packed list. */
  messageBytes(): Uint8Array {
    const end = this.span()
    const bytes = this.bytes.subarray(this.at, end)
    this.at = end
    return bytes
  }

  /** The bytes of the whole field with its number, as they stand. */
  fieldBytes(): Uint8Array {
    this.skip()
    return this.bytes.subarray(this.fieldAt, this.at)
  }

  /** All integers up to the end, where nothing else is. */
  restAsIntegers(): number[] {
    const values: number[] = []
    while (this.at < this.end) values.push(this.readVarint())
    return values
  }

  text(): string {
    const end = this.span()
    const text = decoder.decode(this.bytes.subarray(this.at, end))
    this.at = end
    return text
  }

  /** A reader of the message in this field. */
  message(): ProtobufReader {
    const end = this.span()
    const inner = new ProtobufReader(this.bytes, this.at, end)
    this.at = end
    return inner
  }

  skip(): void {
    if (this.wireType === varint) this.readVarint()
    else if (this.wireType === delimited) this.at = this.span()
    else if (this.wireType === fixed64) this.at += 8
    else if (this.wireType === fixed32) this.at += 4
    else throw corrupt(`a field is of the unknown type ${this.wireType}`)
    if (this.at > this.end) throw cutOff()
  }

  /** Lowest byte first. */
  private readFixed64(end: number): bigint {
    if (this.at + 8 > end || this.at + 8 > this.bytes.length) throw cutOff()
    let low = 0
    let high = 0
    for (let byte = 3; byte >= 0; byte--) {
      low = low * 256 + this.bytes[this.at + byte]!
      high = high * 256 + this.bytes[this.at + 4 + byte]!
    }
    this.at += 8
    return (BigInt(high) << 32n) | BigInt(low)
  }

  private expect(wireType: number): void {
    if (this.wireType !== wireType) throw corrupt('a field is of another type than it should be')
  }

  /** Where the bytes of a delimited field end; `at` stands at their first one. */
  private span(): number {
    this.expect(delimited)
    const length = this.readVarint()
    if (length < 0 || this.at + length > this.end) throw cutOff()
    return this.at + length
  }

  private low = 0
  private high = 0

  /** Seven bits a byte, lowest first, in two halves of 32 bits: a double would lose the bits past 2^53. */
  private readVarint(): number {
    let low = 0
    let high = 0
    for (let shift = 0; ; shift += 7) {
      if (this.at >= this.end) throw cutOff()
      if (shift > 63) throw corrupt('a number is too long')
      const byte = this.bytes[this.at++]!
      const part = byte & 127
      if (shift < 28) low |= part << shift
      else if (shift === 28) {
        low |= part << 28
        high = part >>> 4
      } else high |= part << (shift - 32)
      if (byte < 128) break
    }
    this.low = low >>> 0
    this.high = high >>> 0
    return high === 0 ? this.low : (high | 0) * 2 ** 32 + this.low
  }
}

const double = new Float64Array(1)
const bits = new Uint32Array(double.buffer)
const longBits = new BigUint64Array(double.buffer)
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

function corrupt(what: string): Problem {
  return new Problem('unreadable-profile', { reason: `it is damaged: ${what}` })
}

function cutOff(): Problem {
  return new Problem('unreadable-profile', { reason: 'it is cut off' })
}
