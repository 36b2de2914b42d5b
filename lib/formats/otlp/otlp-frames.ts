/** The frames at the locations of a message. */
import { compileTiers, frameKinds, type CompileTier, type FrameKind } from '../../profile/model/profile.ts'
import type { ProfileBuilder } from '../../profile/model/profile-builder.ts'
import { largestJavaLine } from '../../jvm/java-name.ts'
import { readFoldedClass } from '../folded/folded.ts'
import { readForeignFrame } from '../native/foreign-frame.ts'
import { javaFrames, readNonJavaFrame } from '../perf/perf-script-frame.ts'
import { createFrameAdder, type ReadFrame } from '../reading/import.ts'
import { unpackFrame, type TieredFrame } from '../reading/stack-collector.ts'
import { memberOf, type OtlpObject } from './otlp-message.ts'
import { listOf, numberOf, objectOf, type OtlpTables } from './otlp-tables.ts'

/** Attribute of the kind of a frame, in the semantic conventions of OpenTelemetry. */
export const frameType = 'profile.frame.type'
/** Attributes that our own export adds to a location: our kind and how the frame ran. */
export const ownKind = 'hearth.frame.kind'
export const ownTier = 'hearth.frame.tier'

const kernelFile = '[kernel.kallsyms]'
const cutByProfiler = '[stack cut by the profiler]'

interface LocationFrames {
  /** Leaf first; several where functions were inlined. */
  readonly frames: readonly TieredFrame[]
  /** Row of the line of the innermost Java method here, -1 without one; null when there is no Java method. */
  readonly line: number | null
}

/** Adds the frames of OTLP locations to one profile under construction. */
export function createOtlpFrames(builder: ProfileBuilder) {
  const writer = createFrameAdder(builder)
  const cache = new Map<OtlpTables, Map<number, LocationFrames | null>>()

  function read(tables: OtlpTables, location: OtlpObject, isClass: boolean): LocationFrames {
    const attributes = tables.attributes(location)
    const lines = listOf(memberOf(location, 'lines')).map(objectOf)
    const type = attributes.get(frameType) ?? ''
    const binary = tables.binaryPath(location)
    const exported = readOwn(attributes.get(ownKind), attributes.get(ownTier))
    const lineFrames: { frame: ReadFrame; line: number }[] = lines.map((line, index) => {
      const { nameStrindex, systemNameStrindex, filenameStrindex, startLine } = tables.function(line['functionIndex'])
      const [name, raw] = [tables.text(nameStrindex), tables.text(systemNameStrindex)]
      const number = numberOf(line['line'])
      if (exported !== null) return { frame: { name, raw, module: binary, isNamed: true, ...exported }, line: number }
      const symbol = { text: name || raw, file: tables.text(filenameStrindex), startLine: numberOf(startLine), binary }
      const frame = isClass && type === '' ? readClass(symbol) : readSymbol(type, symbol)
      const isInlined = index < lines.length - 1
      return { frame: { ...frame, ...(raw !== '' && { raw }), ...(isInlined && { tier: 'inlined' }) }, line: number }
    })
    if (lineFrames.length === 0)
      lineFrames.push({ frame: readAddress(type, numberOf(location['address']), binary), line: 0 })

    let line: number | null = null
    const frames = lineFrames.map(({ frame, line: number }) => {
      const tiered = writer.add(frame)
      if (frame.kind === 'java' && line === null)
        line = number >= 1 && number <= largestJavaLine ? builder.line(unpackFrame(tiered), number) : -1
      return tiered
    })
    return { frames, line }
  }

  return {
    isNamed: writer.isNamed,
    /**
     * Null for a location that the message does not hold. `isClass`: of a leaf that is one, as async-profiler writes
     * it.
     */
    at(tables: OtlpTables, index: number, isClass = false): LocationFrames | null {
      let framesOfTables = cache.get(tables)
      if (framesOfTables === undefined) cache.set(tables, (framesOfTables = new Map<number, LocationFrames | null>()))
      // As a class, and as a function, one location gives different frames.
      const key = isClass ? -1 - index : index
      const cached = framesOfTables.get(key)
      if (cached !== undefined) return cached
      const location = tables.location(index)
      const frames = location === null ? null : read(tables, location, isClass)
      framesOfTables.set(key, frames)
      return frames
    },
  }
}

/** Gives the kind and tier that our own export wrote; null in a message of others. */
function readOwn(kind: string | undefined, tier: string | undefined): { kind: FrameKind; tier: CompileTier } | null {
  const ours = frameKinds.find((one) => one === kind)
  const ran = compileTiers.find((one) => one === tier) ?? 'unknown'
  return ours === undefined ? null : { kind: ours, tier: ran }
}

interface Symbol {
  readonly text: string
  readonly file: string
  readonly startLine: number
  readonly binary: string
}

function readClass({ text, binary }: Symbol): ReadFrame {
  return { ...readFoldedClass(text), module: binary, isNamed: true }
}

/** An address of 0 is none: the kind of the frame is known by its file. */
function readSymbol(type: string, { text, file, startLine, binary }: Symbol): ReadFrame {
  if (type === 'jvm') return javaFrames(text === '' ? null : text)[0]!
  const symbol = text === '' ? null : text
  if (type === 'kernel') return readNonJavaFrame({ address: 0, symbol, file: binary || kernelFile })
  if (symbol === null) return readAddress(type, 0, binary)
  if (type === 'native' || type === 'go' || type === 'rust')
    return readNonJavaFrame({ address: 0, symbol, file: binary || '[unknown]' })
  return { ...readForeignFrame(text, file, binary, startLine), isNamed: true }
}

/** A frame of which the profiler knows where, and not what. */
function readAddress(type: string, address: number, binary: string): ReadFrame {
  if (type === 'jvm') return javaFrames(null)[0]!
  if (type === 'abort-marker')
    return { name: cutByProfiler, raw: cutByProfiler, kind: 'unknown', module: '', tier: 'unknown', isNamed: false }
  return readNonJavaFrame({ address, symbol: null, file: binary || (type === 'kernel' ? kernelFile : null) })
}
