/**
 * The constants of a chunk, a part of a recording that can be read alone: stack traces, methods, names, threads. They
 * stand in checkpoints, each of which holds constants of several types; an event names one by type and id.
 *
 *     checkpoint  size, 1, start, duration, delta, flags, pools: { type, constants: { id, fields } }
 *
 * Nothing is decoded here but where each constant stands: most are never asked for.
 */
import { CorruptBytes, Damage, JfrBytes } from './bytes.ts'
import type { JfrTypes } from './metadata.ts'
import { createRecordSkipper } from './record-reader.ts'

export interface ConstantPool {
  readonly length: number
  /** Row of the constant with this id, -1 without one. Rows count from 0. */
  rowOf(id: number): number
  /** Where its fields stand in the bytes of the chunk. */
  readonly offsets: ArrayLike<number>
  /** Ids by row. */
  readonly ids: ArrayLike<number>
}

export interface ConstantPools {
  /** Gives the pool of the type with this name; empty when the chunk has none. */
  of(type: string): ConstantPool
  /** How many checkpoints could not be read, or not to their end. */
  readonly damaged: number
}

/** Constants of one type. A chunk of 100 MB has a million; a Map of V8 ends at 2^24. */
const maxConstants = 2 ** 23

/**
 * Never throws for damage: constants after a damaged one in its checkpoint are lost. Of an id that comes twice, the
 * first counts. `checkpoints` are offsets into the chunk in bytes; `wanted` names the types whose constants are read.
 */
export function readConstantPools(
  chunk: Uint8Array,
  checkpoints: readonly number[],
  types: JfrTypes,
  wanted: ReadonlySet<string>,
): ConstantPools {
  const pools = new Map<string, ReturnType<typeof createPool>>()
  const skippers = createSkippers(types)
  const bytes = new JfrBytes(chunk)
  let damaged = 0
  for (const start of checkpoints) {
    bytes.at = start
    bytes.end = chunk.length
    try {
      readCheckpoint(start)
    } catch (error) {
      if (!(error instanceof Damage)) throw error
      damaged++
    }
  }
  const empty = createPool()
  return { of: (type) => pools.get(type) ?? empty, damaged }

  function readCheckpoint(start: number): void {
    bytes.end = start + bytes.integer()
    // Type (1), start, duration, bytes to the checkpoint before it.
    for (let field = 0; field < 4; field++) bytes.skipInteger()
    bytes.byte() // flags
    for (let left = bytes.count(); left > 0; left--) {
      if (bytes.isPast) throw new CorruptBytes('a checkpoint that is cut')
      const { skip, name } = skippers(bytes.integer())
      readPool(wanted.has(name) ? poolOf(name) : null, skip)
    }
  }

  function readPool(pool: ReturnType<typeof createPool> | null, skip: (bytes: JfrBytes) => void): void {
    for (let left = bytes.count(); left > 0; left--) {
      const id = bytes.integer()
      const offset = bytes.at
      skip(bytes)
      if (bytes.isPast) throw new CorruptBytes('a constant that is cut')
      pool?.add(id, offset)
    }
  }

  function poolOf(name: string): ReturnType<typeof createPool> {
    let pool = pools.get(name)
    if (pool === undefined) pools.set(name, (pool = createPool()))
    return pool
  }
}

/** How to pass over a constant of each type, worked out when one is met. Throws: Damage. */
function createSkippers(types: JfrTypes) {
  const skippers = new Map<number, { readonly name: string; readonly skip: (bytes: JfrBytes) => void }>()
  return (id: number) => {
    let skipper = skippers.get(id)
    if (skipper === undefined) {
      const type = types.byId.get(id)
      if (type === undefined) throw new CorruptBytes(`constants of the unknown type ${id}`)
      skipper = { name: type.name, skip: createRecordSkipper(types, type) }
      skippers.set(id, skipper)
    }
    return skipper
  }
}

function createPool() {
  const rows = new Map<number, number>()
  const offsets: number[] = []
  const ids: number[] = []
  return {
    get length() {
      return offsets.length
    },
    offsets,
    ids,
    rowOf: (id: number) => rows.get(id) ?? -1,
    add(id: number, offset: number): void {
      if (rows.has(id) || rows.size >= maxConstants) return
      rows.set(id, offsets.length)
      offsets.push(offset)
      ids.push(id)
    },
  }
}
