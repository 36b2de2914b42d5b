/**
 * The stack traces of a chunk, each decoded when an event with it is read.
 *
 *     stack trace  truncated, frames: { method, line, byte code, type }, the leaf first
 *
 * The chunk's own metadata says in which order these fields are.
 */
import { JfrBytes } from './bytes.ts'
import { type ChunkNames, nullIfDamaged } from './chunk-names.ts'
import type { ConstantPools } from './constant-pools.ts'
import { type JfrFrameTable, missingFrame, readJfrFrame, type Writer } from './frame-names.ts'
import type { JfrField, JfrTypes } from './metadata.ts'
import { createRecordReader } from './record-reader.ts'

const stackTraceType = 'jdk.types.StackTrace'
/** Frame types that are cached: JDK and async-profiler have fewer, from 0. A damaged chunk may have any number. */
const mostFrameTypes = 32
const noFrames = { frames: 0, isTruncated: false }

export type StackTraces = ReturnType<typeof createStackTraces>

export function createStackTraces(
  chunk: Uint8Array,
  types: JfrTypes,
  pools: ConstantPools,
  names: ChunkNames,
  table: JfrFrameTable,
  writer: Writer,
) {
  const bytes = new JfrBytes(chunk)
  const pool = pools.of(stackTraceType)
  const layout = nullIfDamaged(() => layoutOf(types))
  /**
   * Index in `table` by method and frame type; without types that no writer has, whose keys are those of other methods.
   */
  const frameByKey = new Map<number, number>()
  const missing = table.add(missingFrame)

  const frameOf = (method: number, type: number): number => {
    const key = method * mostFrameTypes + type
    const cachedFrame = frameByKey.get(key)
    if (cachedFrame !== undefined && type < mostFrameTypes) return cachedFrame
    const parts = names.method(method)
    const frame =
      parts === null ? missing : table.add(readJfrFrame(parts, names.word('jdk.types.FrameType', type), writer))
    if (type < mostFrameTypes) frameByKey.set(key, frame)
    return frame
  }

  return {
    length: pool.length,
    /** -1 for an id that the chunk does not hold. */
    rowOf: (id: number) => pool.rowOf(id),
    /** Calls `onFrame` with each frame's index in the table and its line, NaN or 0 without one, leaf first. */
    read(
      row: number,
      onFrame: (frame: number, line: number) => void,
    ): { readonly frames: number; readonly isTruncated: boolean } {
      if (layout === null) return noFrames
      bytes.at = pool.offsets[row]!
      let isTruncated = layout.before.read(bytes)[0] === 1
      const count = bytes.count()
      for (let frame = 0; frame < count; frame++) {
        const values = layout.frame.read(bytes)
        onFrame(frameOf(values[0]!, values[1]!), values[2]!)
      }
      isTruncated ||= layout.after.read(bytes)[0] === 1
      return { frames: count, isTruncated }
    },
  }
}

/** Readers of the fields before the frames, of one frame, and of the fields behind them. Throws: Damage. */
function layoutOf(types: JfrTypes) {
  const fields = types.byName.get(stackTraceType)?.fields ?? []
  const at = fields.findIndex(({ name, isArray }) => name === 'frames' && isArray)
  const frame = types.byId.get(fields[at]?.type ?? -1)
  // A frame without its method would take no room, and a few bytes could promise millions of them.
  if (frame === undefined || !frame.fields.some(isMethod)) return null
  return {
    before: createRecordReader(types, { fields: fields.slice(0, at) }, ['truncated'], true),
    frame: createRecordReader(types, frame, ['method', 'type', 'lineNumber'], true),
    after: createRecordReader(types, { fields: fields.slice(at + 1) }, ['truncated']),
  }
}

const isMethod = ({ name, isConstant }: JfrField): boolean => name === 'method' && isConstant
