/**
 * Merges any number of profiles of one event: replicas of a service, captures of a night, the messages of a sender in
 * an hour.
 *
 *     a `main;read 2`   b `main;read 1` `main;write 4`     become     `main;read 2` `main;read 1` `main;write 4`
 *
 * The order in which profiles are added decides nothing but the order of the samples.
 */
import { CommonProblem } from '../../errors/problem.ts'
import { createProfileBuilder } from '../model/profile-builder.ts'
import { kindOfFrame, nameOfFrame, compileTiers, type Profile } from '../model/profile.ts'
import { createProvenanceMerger } from './merge-provenance.ts'
import { formatCount } from '../format/units.ts'

/** Samples of a merged profile: 224 MB of columns. `mostMerged` of lib/contract/profile.ts bounds its profiles. */
const mostMergedSamples = 8_000_000
/** Distinct ones: more than any recording has, and 180 MB. */
const mostStacks = 10_000_000

interface ProfileMerger {
  /**
   * Profiles are read here and not kept. Throws: Problem `not-mergeable` for another event or unit than the first, and
   * when all have more samples or stacks than may be held; nothing of this profile was added, but where stacks were too
   * many.
   */
  add(profile: Profile, name?: string): void
  /** Gives the merged profile. Throws: Problem `not-mergeable` when nothing was added. */
  finish(): Profile
}

/** Needs memory for the merged profile and for the one that is being added, however many there are. */
export function createProfileMerger({ limit = mostMergedSamples } = {}): ProfileMerger {
  const builder = createProfileBuilder()
  const provenance = createProvenanceMerger()
  const spellings = createSpellings()
  let first: Profile | null = null
  let count = 0
  let samples = 0
  /**
   * Start of the merged profile, and for each profile the row of its first sample and its own start: times are moved at
   * the end. The start is Infinity while none was added, and null as soon as one does not say when it began.
   */
  let start: number | null = Infinity
  const parts: { readonly from: number; readonly startedAt: number | null }[] = []

  return {
    add(profile, name = '') {
      first ??= profile
      assertMergeable(first, profile)
      if (samples + profile.samples.length > limit) throw tooMany(limit, 'samples')
      samples += profile.samples.length
      const { startedAt } = profile.provenance
      parts.push({ from: samples - profile.samples.length, startedAt })
      start = start === null || startedAt === null ? null : Math.min(start, startedAt)
      addRows(profile, builder, spellings)
      provenance.add(profile, name)
      count++
    },
    finish() {
      if (first === null || start === Infinity)
        throw new CommonProblem('not-mergeable', { reason: 'none was given', remedy: 'Name two profiles or more.' })
      const merged = builder.finish(first.unit, provenance.finish())
      if (count === 1) return { ...merged, provenance: first.provenance }
      const time = merged.samples.time
      for (const [index, { from, startedAt }] of parts.entries()) {
        const end = parts[index + 1]?.from ?? time.length
        // Times of recordings that do not say when they began have no common origin.
        const shift = start === null || startedAt === null ? Number.NaN : startedAt - start
        for (let sample = from; sample < end; sample++) time[sample] = time[sample]! + shift
      }
      return spellings.apply(merged)
    },
  }
}

/** The same for profiles that are there already. Throws: Problem `not-mergeable`. */
export function mergeProfiles(profiles: Iterable<Profile>): Profile {
  const merger = createProfileMerger()
  for (const profile of profiles) merger.add(profile)
  return merger.finish()
}

function assertMergeable(first: Profile, next: Profile): void {
  const reason =
    first.provenance.event !== next.provenance.event
      ? 'they are of more than one event'
      : first.unit !== next.unit
        ? `one counts ${first.unit}, another ${next.unit}`
        : null
  if (reason !== null)
    throw new CommonProblem('not-mergeable', {
      reason,
      remedy: 'Choose profiles of one event that one kind of engine took.',
    })
}

function tooMany(limit: number, what: string): CommonProblem<'not-mergeable'> {
  return new CommonProblem('not-mergeable', {
    reason: `together they have more than ${formatCount(limit)} ${what}`,
    remedy: 'Merge fewer profiles at once, or shorter ones.',
  })
}

type Builder = ReturnType<typeof createProfileBuilder>
type Spellings = ReturnType<typeof createSpellings>

function addRows(profile: Profile, builder: Builder, spellings: Spellings): void {
  const { strings, frames, stacks, threads, samples, lines } = profile
  const frameRows = new Int32Array(frames.length)
  for (let frame = 0; frame < frames.length; frame++) {
    const more = { raw: strings[frames.raw[frame]!]!, module: strings[frames.module[frame]!]! }
    const row = builder.frame(nameOfFrame(profile, frame), kindOfFrame(profile, frame), more)
    frameRows[frame] = row
    spellings.add(row, more)
  }
  const stackRows = new Int32Array(stacks.length)
  for (let stack = 0; stack < stacks.length; stack++) {
    const parent = stacks.parent[stack]!
    const caller = parent < 0 ? -1 : stackRows[parent]!
    stackRows[stack] = builder.stack(caller, frameRows[stacks.frame[stack]!]!, compileTiers[stacks.tier[stack]!])
    if (stackRows[stack]! >= mostStacks) throw tooMany(mostStacks, 'stacks')
  }
  const threadRows = Array.from(threads.name, (name, thread) => builder.thread(strings[name]!, threads.hostTid[thread]))
  const lineRows = lines && Array.from(lines.line, (line, row) => builder.line(frameRows[lines.frame[row]!]!, line))
  for (let sample = 0; sample < samples.length; sample++) {
    const stack = samples.stack[sample]!
    const line = lines?.ofSample[sample] ?? -1
    builder.sample(
      stack < 0 ? -1 : stackRows[stack]!,
      threadRows[samples.thread[sample]!]!,
      samples.time[sample]!,
      samples.weight[sample]!,
      line < 0 ? -1 : lineRows![line]!,
    )
  }
}

interface Spelling {
  readonly raw: string
  readonly module: string
}

/**
 * One frame may have been written in several ways. The smallest counts, one with a library before one without:
 * whichever profile comes first, the merged one says the same.
 */
function createSpellings() {
  const best: Spelling[] = []
  const changed = new Set<number>()
  return {
    add(row: number, next: Spelling): void {
      const current = best[row]
      if (current === undefined) best[row] = next
      else if (isBefore(next, current)) {
        best[row] = next
        changed.add(row)
      }
    },
    apply(profile: Profile): Profile {
      if (changed.size === 0) return profile
      const strings = [...profile.strings]
      const rows = new Map(strings.map((text, row) => [text, row]))
      const intern = (text: string) => {
        const row = rows.get(text) ?? strings.push(text) - 1
        rows.set(text, row)
        return row
      }
      const frames = { ...profile.frames, raw: profile.frames.raw.slice(), module: profile.frames.module.slice() }
      for (const row of changed) {
        frames.raw[row] = intern(best[row]!.raw)
        frames.module[row] = intern(best[row]!.module)
      }
      return { ...profile, strings, frames }
    },
  }
}

function isBefore(one: Spelling, other: Spelling): boolean {
  if ((one.module === '') !== (other.module === '')) return one.module !== ''
  return one.module === other.module ? one.raw < other.raw : one.module < other.module
}
