/**
 * Names of the constants of a chunk: strings, symbols, classes, methods, threads. Each is decoded when first asked for.
 */
import { Damage, JfrBytes } from './bytes.ts'
import type { ConstantPool, ConstantPools } from './constant-pools.ts'
import type { JfrTypes } from './metadata.ts'
import { createRecordReader } from './record-reader.ts'

export interface ThreadName {
  readonly name: string
  /** The id that the JVM sees: in a container, that of the container's PID namespace. 0 for a virtual thread. */
  readonly tid: number
}

export const typesOfNames = [
  'java.lang.String',
  'java.lang.Class',
  'java.lang.Thread',
  'jdk.types.Symbol',
  'jdk.types.Method',
  'jdk.types.FrameType',
  'jdk.types.ThreadState',
  'jdk.types.GCName',
  'jdk.types.GCCause',
  'jdk.types.VMOperationType',
] as const

/** Fields by which such a constant is named, in the JDK and in async-profiler; the first that its type has counts. */
const nameFields = ['description', 'name', 'cause', 'type', 'string'] as const

export type ChunkNames = ReturnType<typeof createChunkNames>

/** All are empty or null for an id that the chunk does not hold. */
export function createChunkNames(chunk: Uint8Array, types: JfrTypes, pools: ConstantPools) {
  const bytes = new JfrBytes(chunk)
  const readerOf = (type: string, fields: readonly string[]) => {
    const jfrType = types.byName.get(type)
    return jfrType === undefined ? null : nullIfDamaged(() => createRecordReader(types, jfrType, fields))
  }
  const strings = memoised(pools.of('java.lang.String'), (offset) => {
    bytes.at = offset
    // A string that refers to another one, which no writer makes, could refer to itself.
    return bytes.string(() => null) ?? ''
  })
  const stringAt = (offset: number): string => {
    if (!(offset > 0)) return ''
    bytes.at = offset
    return bytes.string((id) => strings(id) ?? '') ?? ''
  }
  // `values` of `toValue`: as of `RecordReader`, in the order of `fields`, ids or offsets of strings; NaN for a field
  // that the type lacks. The array is the reader's, and the next constant of this type overwrites it.
  const constants = <Value>(type: string, fields: readonly string[], toValue: (values: Float64Array) => Value) => {
    const reader = readerOf(type, fields)
    return memoised(pools.of(type), (offset) => {
      bytes.at = offset
      return reader === null ? null : toValue(reader.read(bytes))
    })
  }
  const symbols = constants('jdk.types.Symbol', ['string'], ([offset]) => stringAt(offset!))
  const symbol = (id: number): string => symbols(id) ?? ''
  const classes = constants('java.lang.Class', ['name'], ([name]) => symbol(name!))
  const methods = constants('jdk.types.Method', ['type', 'name', 'descriptor'], (values) => {
    // Reading another constant of this type is not possible from here, so that the array stays as it is.
    const [owner, name, descriptor] = values
    return { owner: classes(owner!) ?? '', method: symbol(name!), descriptor: symbol(descriptor!) }
  })
  const threads = constants('java.lang.Thread', ['javaName', 'osName', 'osThreadId'], (values) => {
    const [javaName, osName, tid] = values
    const name = stringAt(javaName!) || stringAt(osName!)
    return { name, tid: tid! > 0 && tid! < 2 ** 31 ? tid! : 0 }
  })
  const labelsByType = new Map<string, (id: number) => string | null>()

  return {
    /** Gives the String field at this offset in the bytes. */
    stringAt: (offset: number) => nullIfDamaged(() => stringAt(offset)) ?? '',
    symbol,
    className: (id: number) => classes(id) ?? '',
    method: methods,
    thread: threads,
    /** The one string of a constant such as a frame type, a state or a cause. */
    word(type: string, id: number): string {
      let labelOf = labelsByType.get(type)
      if (labelOf === undefined) {
        labelOf = constants(type, nameFields, (values) => stringAt(values.find((offset) => !Number.isNaN(offset)) ?? 0))
        labelsByType.set(type, labelOf)
      }
      return labelOf(id) ?? ''
    },
  }
}

/**
 * One value for each row, made when first asked for; null for an id that the pool does not hold and for a damaged one.
 */
function memoised<Value>(pool: ConstantPool, make: (offset: number) => Value): (id: number) => Value | null {
  const cachedValues = new Array<Value | null | undefined>(pool.length)
  return (id) => {
    const row = pool.rowOf(id)
    if (row < 0) return null
    const value = cachedValues[row]
    if (value !== undefined) return value
    return (cachedValues[row] = nullIfDamaged(() => make(pool.offsets[row]!)))
  }
}

/** Null where the bytes mean nothing. */
export function nullIfDamaged<Value>(read: () => Value): Value | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof Damage) return null
    throw error
  }
}
