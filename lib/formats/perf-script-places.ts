/** From the bytes of a frame line to places in a stack, each distinct line decoded once. */
import { type SymbolTimeline } from '../jvm/symbol-timeline.ts'
import { type ProfileBuilder } from '../profile/profile-builder.ts'
import { decodeText } from './lines.ts'
import { createLineTable } from './line-table.ts'
import { isAnonymous, isJitFile, javaFrames, otherFrame, readFrameLine, type ReadFrame } from './perf-script-frame.ts'
import { framePlace, type FramePlace, type StackCollector } from './stack-collector.ts'

export interface FramePlaces {
  /** Pushes the frames of this line, leaf first; false when it is no frame. */
  push(bytes: Uint8Array, start: number, end: number, segment: number, stack: StackCollector): boolean
  readonly isNamed: (frame: number) => boolean
  /** Frames pushed whose address had different names in the two nearest symbol maps. */
  ambiguousFrames(): number
}

/** What a line stands for when it is not one frame; frames leaf first. */
type Meaning = readonly FramePlace[] | MeaningByTime

/** Symbol maps decide: each segment of time has its own answer, asked for once. */
interface MeaningByTime {
  readonly address: number
  readonly bySegment: (readonly FramePlace[])[]
  readonly isAmbiguous: boolean[]
}

// Values in the table of lines: a place, or no frame, or the index of a Meaning counted down from -2.
const noFrame = -1

export function createFramePlaces(
  builder: ProfileBuilder,
  timeline: SymbolTimeline,
  javaDso: string | null,
): FramePlaces {
  const lines = createLineTable()
  const meanings: Meaning[] = []
  const named = new Set<number>()
  let ambiguous = 0

  return {
    push(bytes, start, end, segment, stack) {
      let value = lines.find(bytes, start, end)
      if (value === undefined) {
        value = read(decodeText(bytes, start, end))
        lines.add(bytes, start, end, value)
      }
      if (value >= 0) stack.push(value)
      else if (value === noFrame) return false
      else {
        const meaning = meanings[-value - 2]!
        const isByTime = 'bySegment' in meaning
        for (const place of isByTime ? placesAt(meaning, segment) : meaning) stack.push(place)
        if (isByTime && meaning.isAmbiguous[segment]) ambiguous++
      }
      return true
    },
    isNamed: (frame) => named.has(frame),
    ambiguousFrames: () => ambiguous,
  }

  function read(text: string): number {
    const line = readFrameLine(text)
    if (line === null) return noFrame
    const isJit = javaDso === null ? isJitFile(line.file) : line.file === javaDso
    const isByTime = timeline.segments > 0 && (isJit || (isAnonymous(line.file) && timeline.covers(line.address)))
    if (isByTime) return keep({ address: line.address, bySegment: [], isAmbiguous: [] })
    // Another process's JIT code, or code without any map: perf's word is all there is.
    if (!isJit && !isJitFile(line.file)) return add(otherFrame(line))
    const places = javaFrames(line.symbol).map(add).reverse()
    return places.length === 1 ? places[0]! : keep(places)
  }

  function keep(meaning: Meaning): number {
    return -1 - meanings.push(meaning)
  }

  function placesAt(meaning: MeaningByTime, segment: number): readonly FramePlace[] {
    const known = meaning.bySegment[segment]
    if (known !== undefined) return known
    const { name, isAmbiguous } = timeline.resolve(meaning.address, segment)
    meaning.isAmbiguous[segment] = isAmbiguous
    return (meaning.bySegment[segment] = javaFrames(name).map(add).reverse())
  }

  function add({ name, kind, raw, module, tier, isNamed }: ReadFrame): FramePlace {
    const frame = builder.frame(name, kind, { raw, module })
    if (isNamed) named.add(frame)
    return framePlace(frame, tier)
  }
}
