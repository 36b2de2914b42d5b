import { sortForDrawing } from '../tree/drawing-order.ts'
import { markSampled } from '../tree/tree-outline.ts'
import { createNameMask } from './mask-names.ts'
import { isSystemLibrary } from '../names/known-names.ts'
import { createProfileBuilder } from '../model/profile-builder.ts'
import { kindOfFrame, nameOfFrame, compileTiers, type FrameKind, type Profile } from '../model/profile.ts'
import { redactProvenance } from './redact-provenance.ts'
import { createCounter, type RedactionOptions } from './redaction.ts'
import { totalByStack } from '../model/stack-weights.ts'
import { compactTables } from '../model/tidy-tables.ts'
import { getPoolName, laneSeparator } from '../time/thread-names.ts'

/** Threads that every JVM has. */
const standardThreads =
  /^(?:main|Finalizer|Reference Handler|Signal Dispatcher|Attach Listener|Service Thread|Notification Thread|Common-Cleaner|Monitor Deflation Thread|DestroyJavaVM|VM Thread|VM Periodic Task Thread|Sweeper thread|(?:C1|C2|JVMCI) ?CompilerThread\d*|GC Thread#\d+|G1 (?:Main Marker|Conc#\d+|Refine#\d+|Service|Young RemSet Sampling)|Z(?:Director|Stat|Driver(?:Minor|Major)?|Uncommitter(?:#\d+)?|Worker(?:Young|Old)?#\d+)|Shenandoah (?:GC Threads#\d+|Control Thread)|ForkJoinPool\.commonPool-worker-\d+)$/

/**
 * Masks the names of threads. Those of one pool stay one pool, and names that every JVM has stay as they are.
 *
 *     http-nio-8080-exec-7 and -9    pool-1-thread-1 and -2
 *     stripe poller                  thread A
 *     shop-1 · java 7 · main         process A · main      the lane names a process or a container
 *
 * `hidesNames` false masks lanes only.
 */
function createThreadMask(hidesNames: boolean) {
  const lanes = createCounter()
  const pools = createCounter()
  const singles = createCounter()
  const tids = createCounter()
  const members = new Map<string, (name: string) => number>()

  function maskThreadName(name: string): string {
    if (!hidesNames || name === '' || standardThreads.test(name)) return name
    const pool = getPoolName(name)
    if (pool === name) return `thread ${lettersOf(singles(name))}`
    const member = members.get(pool) ?? createCounter()
    members.set(pool, member)
    return `pool-${pools(pool)}-thread-${member(name)}`
  }

  return {
    name(name: string): string {
      const end = name.lastIndexOf(laneSeparator)
      if (end < 0) return maskThreadName(name)
      return `process ${lettersOf(lanes(name.slice(0, end)))}${laneSeparator}${maskThreadName(name.slice(end + laneSeparator.length))}`
    },
    /** Numbers a host's many threads, without names. */
    tid: (hostTid: number) => (hostTid === 0 ? 0 : tids(`${hostTid}`)),
  }
}

/** 1 is A, 27 is AA: a digit would make a pool of them. */
function lettersOf(number: number): string {
  let letters = ''
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  return letters
}

/**
 * Gives the profiles without the names that a stranger must not see. One name in several of them is one masked name in
 * all. They are built anew, sample by sample, so nothing of the old ones is in them that no sample leads to.
 *
 * Keeps: unit, weights, times, kinds, tiers, and the shape of the tree, except that methods that differ only in their
 * parameters become one.
 *
 * `engineNames`: the names of Hearth's own engines, which a copy may say.
 */
export function redactProfiles(
  profiles: readonly Profile[],
  redaction: RedactionOptions,
  engineNames: readonly string[],
): Profile[] {
  const names =
    redaction.keepPackages === null
      ? null
      : new Map(maskHeaviestFirst(profiles, redaction).map(({ key, shown }) => [key, shown]))
  const hidesThreads = redaction.threads || redaction.places
  const threads = hidesThreads ? createThreadMask(redaction.threads) : null
  return profiles.map((profile) => rebuildProfile(profile, { redaction, engineNames, names, threads }))
}

/** A name, and what a redacted copy has in its place: the same where it is kept. */
export interface MaskedName {
  readonly name: string
  readonly shown: string
}

/** Lists the names of methods and functions as redacted copies of these profiles show them, the heaviest first. */
export function listMaskedNames(profiles: readonly Profile[], redaction: RedactionOptions): MaskedName[] {
  const isThread = ({ kind }: FoundName) => kind === 'thread'
  return maskHeaviestFirst(profiles, redaction).flatMap(({ found, shown }) =>
    isThread(found) ? [] : [{ name: found.name, shown }],
  )
}

interface Masks {
  readonly redaction: RedactionOptions
  readonly engineNames: readonly string[]
  /** Keys are those of frameKey. */
  readonly names: ReadonlyMap<string, string> | null
  readonly threads: ReturnType<typeof createThreadMask> | null
}

function rebuildProfile(profile: Profile, { redaction, engineNames, names, threads }: Masks): Profile {
  const { strings, frames, stacks, samples } = profile
  const builder = createProfileBuilder()
  const frameOf = memoizeRows(frames.length, (frame) => {
    const name = nameOfFrame(profile, frame)
    const kind = kindOfFrame(profile, frame)
    const module = strings[frames.module[frame]!]!
    if (kind === 'thread' && (threads !== null || names !== null))
      return builder.frame((threads ?? framesOfThreads).name(name), kind)
    if (names === null) return builder.frame(name, kind, { raw: strings[frames.raw[frame]!]!, module })
    const shown = names.get(frameKey(profile, frame))!
    return builder.frame(shown, kind, { module: shown === name && isSystemLibrary(module) ? module : '' })
  })
  const framesOfThreads = threads ?? createThreadMask(true)
  const threadOf = memoizeRows(profile.threads.length, (thread) => {
    const name = strings[profile.threads.name[thread]!]!
    const hostTid = profile.threads.hostTid[thread]!
    return threads === null ? builder.thread(name, hostTid) : builder.thread(threads.name(name), threads.tid(hostTid))
  })

  const stackOf = new Int32Array(stacks.length).fill(-1)
  const isSampled = markSampled(stacks, samples, 0) // those of samples without weight too
  for (let row = 0; row < stacks.length; row++) {
    if (isSampled[row] === 0) continue
    const parent = stacks.parent[row]!
    const tier = compileTiers[stacks.tier[row]!]!
    stackOf[row] = builder.stack(parent < 0 ? -1 : stackOf[parent]!, frameOf(stacks.frame[row]!), tier)
  }
  for (let sample = 0; sample < samples.length; sample++) {
    const stack = samples.stack[sample]!
    const thread = threadOf(samples.thread[sample]!)
    builder.sample(stack < 0 ? -1 : stackOf[stack]!, thread, samples.time[sample]!, samples.weight[sample]!)
  }
  const built = builder.finish(profile.unit, redactProvenance(profile.provenance, redaction, engineNames))
  return compactTables(sortForDrawing(built))
}

/**
 * A masked name for every frame that a sample has. The heaviest are numbered first, over all profiles: the order of the
 * tables is that of the alphabet, and would tell something.
 */
function maskHeaviestFirst(profiles: readonly Profile[], { keepPackages }: RedactionOptions) {
  const found = new Map<string, FoundName>()
  for (const profile of profiles) {
    const { strings, frames } = profile
    frameWeights(profile).forEach((weight, frame) => {
      if (weight < 0) return
      const key = frameKey(profile, frame)
      const existing = found.get(key)
      if (existing) existing.weight += weight
      else {
        const name = nameOfFrame(profile, frame)
        const kind = kindOfFrame(profile, frame)
        found.set(key, { name, kind, module: strings[frames.module[frame]!]!, weight })
      }
    })
  }
  const mask = createNameMask(keepPackages ?? [])
  const heaviestFirst = [...found].sort(([, a], [, b]) => b.weight - a.weight)
  return heaviestFirst.map(([key, one]) => ({ key, found: one, shown: mask.mask(one.name, one.kind, one.module) }))
}

interface FoundName {
  readonly name: string
  readonly kind: FrameKind
  readonly module: string
  weight: number
}

/** A name is kept or not by its library too. The length of that keeps apart what a space in it would make equal. */
function frameKey(profile: Profile, frame: number): string {
  const { strings, frames } = profile
  const module = strings[frames.module[frame]!]!
  return `${frames.kind[frame]!} ${module.length} ${module} ${nameOfFrame(profile, frame)}`
}

/** Weight of all stacks with that frame; -1 for a frame that no sample has. */
function frameWeights(profile: Profile): Float64Array {
  const { frames, stacks, samples } = profile
  const ofRow = totalByStack(profile)
  const isSampled = markSampled(stacks, samples, 0)
  const weights = new Float64Array(frames.length).fill(-1)
  for (let row = 0; row < stacks.length; row++) {
    if (isSampled[row] === 0) continue
    const frame = stacks.frame[row]!
    weights[frame] = Math.max(0, weights[frame]!) + ofRow[row]!
  }
  return weights
}

/** Worked out when a row is first asked for. */
function memoizeRows(length: number, make: (row: number) => number): (row: number) => number {
  const made = new Int32Array(length).fill(-1)
  return (row) => {
    if (made[row] === -1) made[row] = make(row)
    return made[row]!
  }
}
