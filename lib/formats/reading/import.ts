/**
 * The common parts of the readers of all formats: their options and result, frames with a name, and the end of an
 * import.
 */
import type { CompileTier, FrameKind, Profile, ProfileWarning, Provenance, Unit } from '../../profile/model/profile.ts'
import { totalWeight } from '../../profile/model/stack-weights.ts'
import { createProfileBuilder, type ProfileBuilder } from '../../profile/model/profile-builder.ts'
import { formatCountOf, formatShare } from '../../profile/format/units.ts'
import { eachLine, type OnLine } from './lines.ts'
import { countResolution, mergeProvenance } from './provenance.ts'
import { createStackCollector, packTieredFrame, type StackCollector, type TieredFrame } from './stack-collector.ts'
import { createWarnings, unreadLines, type Warnings } from './warnings.ts'

export interface ReaderOptions {
  /** Replaces the same fields of the file's own provenance. */
  readonly provenance?: Partial<Provenance>
  /** Reads the symbols of C++ and Rust; a page has none. */
  readonly demangle?: Demangle
}

export type Demangle = (symbol: string) => string

export interface ReaderResult {
  readonly profile: Profile
  readonly warnings: ProfileWarning[]
  /** Why a text may not be of this format: "7 of its 9 lines could not be read, first line 2: “hello”". */
  readonly doubt?: string
}

/** A frame of a file in our spelling. */
export interface ReadFrame {
  readonly name: string
  readonly kind: FrameKind
  /** The name as the file has it. */
  readonly raw: string
  /** File name of the library or program; empty where there is none. */
  readonly module: string
  readonly tier: CompileTier
  /** Whether the name is that of a function, and no stand-in such as `[unknown]` or the library's. */
  readonly isNamed: boolean
}

/** A file may have hundreds of millions of samples; more than these are merged by stack while they are read. */
export const mostSamples = 2 ** 19

/** Builds a profile of any number of samples; with `isOwn`, for our own export, all are kept as they were. */
export function createImportBuilder({ isOwn = false } = {}): ProfileBuilder {
  return createProfileBuilder(isOwn ? {} : { mostSamples })
}

/** What a reader of one profile fills: the profile, the stack that is being read, and what was skipped. */
export function createStackImport() {
  const builder = createImportBuilder()
  return { builder, stacks: createStackCollector(builder), warnings: createWarnings() }
}

/** Adds frames to a profile and remembers which have a name. */
export function createFrameAdder(builder: ProfileBuilder) {
  const named = new Set<number>()
  const add = ({ name, kind, raw, module, tier, isNamed }: ReadFrame): TieredFrame => {
    const frame = builder.frame(name, kind, { raw, module })
    if (isNamed) named.add(frame)
    return packTieredFrame(frame, tier)
  }
  return {
    add,
    isNamed: (frame: number) => named.has(frame),
  }
}

/** `#` */
const hash = 35

const utf8 = new TextDecoder()
/** Enough for the beginning of a line that is quoted, in any script. */
const mostQuotedBytes = 256

/**
 * Calls `onLine` for each line, and notes those that were too long. Gives how many are neither empty nor a comment (#).
 */
export async function forEachLine(
  chunks: AsyncIterable<Uint8Array>,
  warnings: Warnings,
  onLine: OnLine,
): Promise<number> {
  let lines = 0
  const { tooLong, firstTooLong } = await eachLine(chunks, (bytes, start, end, line) => {
    if (end > start && bytes[start] !== hash) lines++
    onLine(bytes, start, end, line)
    if (warnings.firstUnreadLine() === line)
      warnings.quoteFirstUnread(utf8.decode(bytes.subarray(start, Math.min(end, start + mostQuotedBytes))))
  })
  warnings.add('lines-too-long', firstTooLong, tooLong)
  return lines + tooLong
}

export function warnAboutStacks(warnings: Warnings, stacks: Pick<StackCollector, 'cut' | 'empty'>): void {
  warnings.addCount('stacks-cut', stacks.cut)
  warnings.addCount('samples-without-stack', stacks.empty)
}

interface FinishedImport {
  readonly builder: ProfileBuilder
  readonly warnings: Warnings
  readonly unit: Unit
  /** Facts that the file says of itself. */
  readonly described: Provenance
  readonly overrides: Partial<Provenance>
  /** The weight that was read; without it that of the builder's samples. */
  readonly readWeight?: number
  /** To count how many frames have a name. */
  readonly isNamed?: (frame: number) => boolean
  /** How many lines the file has, where most of them must be readable. */
  readonly lines?: number
  /** Files of this format are written before names are looked up, too. */
  readonly mayLackNames?: boolean
  /** Most samples have a stack, as it is known of this format. */
  readonly hasStacks?: true
}

export function finishImport(finished: FinishedImport): ReaderResult {
  const { builder, unit, described, overrides, isNamed } = finished
  finished.warnings.addCount('samples-merged', builder.merged)
  const read = builder.finish(unit, described)
  const weight = finished.readWeight ?? totalWeight(read)
  const resolution = countResolution(read, isNamed ?? (() => true))
  if (finished.mayLackNames === true && isWithoutNames(resolution)) finished.warnings.addCount('names-missing')
  const warnings = finished.warnings.list(weight)
  const merged = mergeProvenance(described, overrides, warnings)
  const profile = { ...read, provenance: { ...merged, ...(isNamed !== undefined && { resolution }) } }
  const doubt = findDoubt(profile, weight, finished)
  return { profile, warnings, ...(doubt !== null && { doubt }) }
}

/** A name here and there is a label that a tool sets. */
const mostNamesOfNone = 0.05

function isWithoutNames(resolution: Provenance['resolution']): boolean {
  const counts = Object.values(resolution)
  const frames = counts.reduce((sum, count) => sum + count.frames, 0)
  const named = counts.reduce((sum, count) => sum + count.named, 0)
  return frames > 0 && named <= frames * mostNamesOfNone
}

/** A file of which at least so many lines, or more of the weight, are unread is refused. */
const mostUnreadShare = 0.5

/**
 * Half of the lines or most of the weight are unread; no sample has a stack; or half of them have none and none has a
 * time.
 */
function findDoubt(
  { samples }: Profile,
  weight: number,
  { warnings, lines, hasStacks }: FinishedImport,
): string | null {
  const unread = [...unreadLines].reduce((sum, code) => sum + warnings.countOf(code), 0)
  const first = warnings.describeFirstUnread()
  if (unread > 0 && unread >= mostUnreadShare * (lines ?? Infinity))
    return `${unread} of its ${formatCountOf(lines ?? 0, 'line')} could not be read${first}`
  const share = warnings.unreadShare(weight)
  if (share > mostUnreadShare) return `${formatShare(share)} of its weight could not be read${first}`
  const bare = hasStacks === true ? warnings.countOf('samples-without-stack') : 0
  const isBare =
    bare > 0 && bare >= mostUnreadShare * samples.length && (bare >= samples.length || samples.time.every(Number.isNaN))
  return isBare ? `${bare} of its ${formatCountOf(samples.length, 'sample')} without a stack` : null
}
