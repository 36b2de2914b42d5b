/**
 * The bytes of a JSON text as they come: white space, whole values and numbers are passed over without making a string.
 */

/** Damage, or an end in the middle of something; `at` is the offset in the file. */
export class JsonStop extends Error {
  readonly at: number
  constructor(at: number) {
    super(`JSON ends or is damaged at byte ${at}`)
    this.at = at
  }
}

const quote = 34
const comma = 44
const backslash = 92
/** Longer than any double is written. */
const longestNumber = 400
/** Divisors that doubles hold exactly, so that `m / 10 ** k` is rounded once, as Number() does it. */
const powersOfTen = Array.from({ length: 23 }, (_, exponent) => 10 ** exponent)

export class JsonBytes {
  /** No bytes come after these. */
  isOver = false
  at = 0
  end = 0
  bytes: Uint8Array = new Uint8Array(0)
  #base = 0
  #mark = -1
  #isOwn = false
  // State of the value that is being skipped. JSON may be nested without a limit here: a skipped value has no stack.
  #depth = 0
  #isInString = false
  #isEscaped = false
  /** The number that numberStep has read. */
  number = Number.NaN

  /** Where in the file `at` is. */
  get offset(): number {
    return this.#base + this.at
  }

  /** From here on nothing is forgotten, until `release`. */
  mark(): void {
    this.#mark = this.at
  }

  release(): void {
    this.#mark = -1
  }

  /** How much was passed since `mark`. */
  get held(): number {
    return this.#mark === -1 ? 0 : this.at - this.#mark
  }

  heldBytes(): Uint8Array {
    return this.bytes.subarray(this.#mark, this.at)
  }

  /** Takes one more piece of the file. Bytes that were passed are forgotten, except those after a mark. */
  feed(chunk: Uint8Array): void {
    const keepFrom = this.#mark === -1 ? this.at : this.#mark
    const keptBytes = this.end - keepFrom
    const at = this.at
    if (keptBytes === 0) {
      this.bytes = chunk
      this.#isOwn = false
    } else if (this.#isOwn && this.end + chunk.length <= this.bytes.length) {
      this.bytes.set(chunk, this.end)
      this.end += chunk.length
      return
    } else {
      const larger = new Uint8Array(Math.max(2 * keptBytes, keptBytes + chunk.length))
      larger.set(this.bytes.subarray(keepFrom, this.end))
      larger.set(chunk, keptBytes)
      this.bytes = larger
      this.#isOwn = true
    }
    this.#base += keepFrom
    this.at = at - keepFrom
    this.end = keptBytes + chunk.length
    if (this.#mark !== -1) this.#mark = 0
  }

  /** False when the next byte is not here yet. */
  spaceStep(): boolean {
    while (this.at < this.end) {
      if (!isSpace(this.bytes[this.at]!)) return true
      this.at++
    }
    return false
  }

  /** A value begins at `at`; `skipStep` passes over it. */
  startSkip(): void {
    this.#depth = 0
    this.#isInString = false
    this.#isEscaped = false
  }

  /**
   * Passes over the rest of the value; false when it goes on in the next chunk. Only brackets and quotes are looked at.
   */
  skipStep(): boolean {
    const { bytes, end } = this
    let at = this.at
    let depth = this.#depth
    let isInString = this.#isInString
    let isDone = false
    while (at < end && !isDone) {
      const byte = bytes[at]!
      if (isInString) {
        if (this.#isEscaped) this.#isEscaped = false
        else if (byte === backslash) this.#isEscaped = true
        else if (byte === quote) {
          isInString = false
          isDone = depth === 0
        }
        at++
      } else if (byte === quote) {
        isInString = true
        at++
      } else if (byte === 123 || byte === 91) {
        depth++
        at++
      } else if (byte === 125 || byte === 93) {
        // The bracket ends a number or a word, and is not part of it.
        if (depth === 0) isDone = true
        else {
          depth--
          isDone = depth === 0
          at++
        }
      } else if (depth === 0 && (byte === comma || isSpace(byte))) isDone = true
      else at++
    }
    this.at = at
    this.#depth = depth
    this.#isInString = isInString
    return isDone || (this.isOver && depth === 0 && !isInString)
  }

  /**
   * Reads a number into `number`; false, without moving, when it may go on in the next chunk. Throws: JsonStop for
   * anything else.
   */
  numberStep(): boolean {
    const { bytes, end } = this
    let at = this.at
    const isNegative = bytes[at] === 45
    if (isNegative) at++
    let mantissa = 0
    let digits = 0
    let decimals = -1
    for (; at < end; at++) {
      const digit = bytes[at]! - 48
      if (digit >= 0 && digit <= 9) {
        mantissa = mantissa * 10 + digit
        digits++
        if (decimals >= 0) decimals++
      } else if (digit === -2 && decimals === -1) decimals = 0
      else break
    }
    if (at === end && !this.isOver) return this.#waitsForNumber()
    const next = at === end ? comma : bytes[at]!
    const isPlain = digits > 0 && digits <= 15 && (next === comma || next === 93 || next === 125 || isSpace(next))
    if (!isPlain) return this.#slowNumber()
    const size = decimals > 0 ? mantissa / powersOfTen[decimals]! : mantissa
    this.number = isNegative ? -size : size
    this.at = at
    return true
  }

  #slowNumber(): boolean {
    const limit = Math.min(this.end, this.at + longestNumber)
    let at = this.at
    let text = ''
    while (at < limit && isOfNumber(this.bytes[at]!)) text += String.fromCharCode(this.bytes[at++]!)
    if (at === this.end && !this.isOver) return this.#waitsForNumber()
    if (text === '' || at === this.at + longestNumber || Number.isNaN(Number(text))) throw new JsonStop(this.offset)
    this.number = Number(text)
    this.at = at
    return true
  }

  #waitsForNumber(): false {
    if (this.end - this.at > longestNumber) throw new JsonStop(this.offset)
    return false
  }
}

function isSpace(byte: number): boolean {
  return byte === 32 || byte === 10 || byte === 13 || byte === 9
}

/** Digits, `+ - . e E`. */
function isOfNumber(byte: number): boolean {
  return (byte >= 48 && byte <= 57) || byte === 43 || byte === 45 || byte === 46 || byte === 69 || byte === 101
}
