/**
 * The chunks of a file as parts of recordings: which JVM each is of, who wrote it, with which settings, and from when
 * to when.
 *
 *     jdk             says all of it in each chunk
 *     async-profiler  in its first chunk; a later one starts in the very moment at which the one before it ends
 *     both            jfrsync: chunks of async-profiler do not name their JVM
 */
import type { ProfileWarning } from '../../profile/model/profile.ts'
import { formatDuration } from '../../profile/format/units.ts'
import type { JfrJvmFacts } from './chunk-facts.ts'
import type { Writer } from './frame-names.ts'

/** Facts that a chunk has itself. */
export interface UnlinkedSection {
  readonly writer: Writer
  /** Unix time. `endNanos` equals it where the chunk does not say when it ended. */
  readonly startNanos: bigint
  readonly endNanos: bigint
  /** Milliseconds since the base that the clocks of all chunks share (`Clock` in chunk-header.ts). */
  readonly startMs: number
  readonly endMs: number
  readonly settings: ReadonlyMap<string, string>
  readonly jvm: JfrJvmFacts | null
  /** CPU-time samples that the JVM reports as lost. */
  readonly lostSamples: number
  /** How many events say that the JVM lost others. */
  readonly dataLosses: number
  /** Ids of threads that started during the chunk. */
  readonly startedThreads: ReadonlySet<number>
}

/** The same, completed by facts of other chunks. */
export interface LinkedSection extends UnlinkedSection {
  /** The same object for all chunks of a JVM. */
  readonly jvm: JfrJvmFacts | null
}

// Chunks of one writer give the very same start.
/** The JDK and async-profiler note the start of one JVM at moments less than this apart. */
const sameStartMs = 2000
/** Shorter gaps are the profiler's own: it starts again, or a disk is slow. */
const shortestGapMs = 1000

/**
 * Gives the sections in the order given. A fact that a chunk lacks is taken from the one that it continues, else from
 * the one before it. Chunks before the first one with settings take those of that one, unless they name a JVM.
 */
export function linkSections(sections: readonly UnlinkedSection[]): LinkedSection[] {
  const jvmOf = createJvms()
  const inTime = sections.map((_, index) => index).sort((a, b) => sections[a]!.startMs - sections[b]!.startMs)
  const linked: LinkedSection[] = []
  for (const writer of ['jdk', 'async-profiler'] as const) {
    const byEnd = new Map<bigint, LinkedSection>()
    const ofWriter = inTime.filter((index) => sections[index]!.writer === writer)
    let last = ofWriter.map((index) => sections[index]!).find(({ settings }) => settings.size > 0)
    for (const index of ofWriter) {
      const section = sections[index]!
      const before = byEnd.get(section.startNanos)
      const jvm = section.jvm === null ? (before?.jvm ?? null) : jvmOf(writer, section.jvm)
      const inherited = [before, last].find((one) => one !== undefined && (section.jvm === null || one.jvm === jvm))
      const settings = section.settings.size > 0 ? section.settings : inherited?.settings
      linked[index] = last = { ...section, settings: settings ?? section.settings, jvm }
      if (section.endMs > section.startMs) byEnd.set(section.endNanos, linked[index])
    }
  }
  // Where all chunks that name a JVM name the same one, the rest are of it, too (jfrsync).
  const [jvm, another] = new Set(linked.flatMap((section) => section.jvm ?? []))
  if (jvm === undefined || another !== undefined) return linked
  return linked.map((section) => ({ ...section, jvm }))
}

function createJvms() {
  const jvmsByPid = new Map<number, { readonly writer: Writer; readonly jvm: JfrJvmFacts }[]>()
  return (writer: Writer, jvm: JfrJvmFacts): JfrJvmFacts => {
    const ofPid = jvmsByPid.get(jvm.pid) ?? []
    jvmsByPid.set(jvm.pid, ofPid)
    const sameJvm = ofPid.find((one) => {
      const apart = Math.abs(one.jvm.startedAt - jvm.startedAt)
      return one.writer === writer ? apart === 0 : apart < sameStartMs
    })
    if (sameJvm !== undefined) return sameJvm.jvm
    ofPid.push({ writer, jvm })
    return jvm
  }
}

/** Gives warnings for people about a file that was joined of several recordings. */
export function describeJoin(sections: readonly LinkedSection[]): ProfileWarning[] {
  const jvms = new Set(sections.flatMap(({ jvm }) => jvm ?? []))
  const { gaps, gapMs, overlaps } = findGaps(sections)
  const warnings: ProfileWarning[] = []
  if (jvms.size > 1) {
    const versions = [...new Set(Array.from(jvms, ({ text }) => text))].sort().slice(0, 3).join('; ')
    const text = `The file holds recordings of ${jvms.size} JVMs, which are one profile here: ${versions}.`
    warnings.push({ code: 'jvms-joined', text, count: jvms.size })
  }
  if (gaps > 0) {
    const text = `The file was joined of recordings with gaps: for ${formatDuration(gapMs)} of its duration nothing was recorded, and it looks idle there.`
    warnings.push({ code: 'time-not-recorded', text, count: gaps })
  }
  if (overlaps > 0) {
    const text = 'Chunks of one JVM overlap in time: what is in both counts twice.'
    warnings.push({ code: 'chunks-overlap', text, count: overlaps })
  }
  return warnings
}

/** Units: milliseconds. */
function findGaps(sections: readonly LinkedSection[]) {
  const sums = { gaps: 0, gapMs: 0, overlaps: 0 }
  const ends = new Map<string, Map<JfrJvmFacts, number>>()
  // Infinity where no gap can be measured: nothing came before, or the end of the section before is unknown.
  let endMs = Infinity
  for (const section of sections.toSorted((a, b) => a.startMs - b.startMs)) {
    const gapMs = section.startMs - endMs
    if (gapMs > shortestGapMs) {
      sums.gaps++
      sums.gapMs += gapMs
    }
    const isEndKnown = section.endMs > section.startMs
    endMs = Math.max(endMs === Infinity ? -Infinity : endMs, isEndKnown ? section.endMs : Infinity)
    if (section.jvm === null) continue
    const ofWriter = ends.get(section.writer) ?? new Map<JfrJvmFacts, number>()
    ends.set(section.writer, ofWriter)
    const before = ofWriter.get(section.jvm) ?? -Infinity
    // An overlap so short is the profiler's own, as a gap is.
    if (section.startMs < before - shortestGapMs) sums.overlaps++
    ofWriter.set(section.jvm, Math.max(before, section.endMs))
  }
  return sums
}
