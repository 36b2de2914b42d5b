/**
 * Distinct pairs of integers as rows: the same pair always gives the same row, rows count up from 0.
 * This is how stacks are interned as (parent, frame) without an object per stack.
 *
 *     add(-1, 7) is 0      first  [-1, 0]
 *     add( 0, 9) is 1      second [ 7, 9]
 *     add(-1, 7) is 0
 *
 * Shape: columns with room to spare: only the first `length` rows count.
 */
export class PairTable {
  length = 0
  first: Int32Array
  second: Int32Array
  // Open addressing: each slot holds a row + 1, 0 is free. Never more than half full, so that probes stay short.
  private slots: Int32Array

  constructor(rows = 16) {
    const capacity = powerOfTwoFrom(Math.max(rows, 16))
    this.first = new Int32Array(capacity)
    this.second = new Int32Array(capacity)
    this.slots = new Int32Array(capacity * 2)
  }

  add(first: number, second: number): number {
    const slot = this.slotOf(first, second)
    const indexPlusOne = this.slots[slot]!
    if (indexPlusOne > 0) return indexPlusOne - 1
    const row = this.length++
    this.first[row] = first
    this.second[row] = second
    this.slots[slot] = row + 1
    if (this.length === this.first.length) this.grow()
    return row
  }

  /** The row of a pair, -1 when it was never added. */
  find(first: number, second: number): number {
    return this.slots[this.slotOf(first, second)]! - 1
  }

  private slotOf(first: number, second: number): number {
    const { slots } = this
    const mask = slots.length - 1
    let slot = hashOf(first, second) & mask
    for (;;) {
      const row = slots[slot]! - 1
      if (row < 0 || (this.first[row] === first && this.second[row] === second)) return slot
      slot = (slot + 1) & mask
    }
  }

  private grow(): void {
    this.first = doubled(this.first)
    this.second = doubled(this.second)
    this.slots = new Int32Array(this.slots.length * 2)
    for (let row = 0; row < this.length; row++) this.slots[this.slotOf(this.first[row]!, this.second[row]!)] = row + 1
  }
}

/** The same column of twice the length, for columns that grow row by row. */
export function doubled<Column extends Int32Array | Uint8Array | Uint32Array | Float64Array>(column: Column): Column {
  const larger = new (column.constructor as new (length: number) => Column)(Math.max(16, column.length * 2))
  larger.set(column)
  return larger
}

function powerOfTwoFrom(number: number): number {
  return 2 ** Math.ceil(Math.log2(number))
}

/** murmur3's finaliser over both: neighbouring rows and frames must not land in neighbouring slots. */
function hashOf(first: number, second: number): number {
  let hash = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}
