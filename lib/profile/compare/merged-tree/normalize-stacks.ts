import { comparableName, jdkOf, needComparableNames } from './comparable-names.ts'
import type { FrameMask } from '../../filters/frame-masks.ts'
import { listHiddenMethods, describeLostCallers, describeUnlikeLostCallers } from './engine-notes.ts'
import { hideUnseenFrames } from './hide-unseen-frames.ts'
import { mergeFrames } from './merge-frames.ts'
import { createRecordedStacks, measureLostCallers } from './recorded-stacks.ts'
import { getEngineLabel } from '../../model/engine-titles.ts'
import { machineCodeEngines } from '../../model/machine-code-engines.ts'
import {
  kindIndexes,
  nativeKinds,
  tierIndexes,
  type Profile,
  type StackTable,
  type NamedFrames,
} from '../../model/profile.ts'
import { mapStacks } from '../../model/stack-weights.ts'
import { createStackWriter } from '../../model/stack-writer.ts'

export interface NormalizedStacks {
  readonly before: Profile
  readonly after: Profile
  /**
   * Notes for people on the frames that were left out, and on those that the two cannot have in common; the one that
   * matters most first.
   */
  readonly notes: readonly string[]
}

/** Takes profiles with the stacks of either side and any of its samples: those stacks were written anew already. */
export interface StackAligner extends Pick<NormalizedStacks, 'notes'> {
  readonly before: (profile: Profile) => Profile
  readonly after: (profile: Profile) => Profile
}

/**
 * Gives two profiles of different engines or JDKs with only such frames as both could have, and one name for each:
 *
 * - JFR has Java methods only, so native frames of the other are hidden; their weight goes to the Java method that
 *   called them.
 * - async-profiler begins a stack with the first Java method of its thread, so the frames of the JVM below that are
 *   hidden in perf's. In async-profiler's, hide-unseen-frames.ts leaves out the frames that perf could not show.
 * - Frames of a JDK between a reflective call and its method are hidden in both.
 * - Frames that are the same by comparable-names.ts have the name of `after`, in a table that both share.
 *
 * All weight stays. Gives the same objects where there is nothing to do.
 */
export function normalizeStacks(before: Profile, after: Profile): NormalizedStacks {
  const align = alignStacks(before, after)
  return { before: align.before(before), after: align.after(after), notes: align.notes }
}

/** Gives the functions of normalizeStacks, which can be called again for any samples that filters leave of the two. */
export function alignStacks(before: Profile, after: Profile): StackAligner {
  const same = (profile: Profile) => profile
  const isLoose = needComparableNames(before, after)
  const areEngines = before.provenance.engine !== after.provenance.engine
  const lost = areEngines ? null : { before: measureLostCallers(before), after: measureLostCallers(after) }
  const isUneven = lost !== null && lost.before !== lost.after
  const lostNotes = isUneven ? describeUnlikeLostCallers({ before, after }, lost) : []
  const keep = (like: Profile, align: typeof same, frameOf?: Int32Array) =>
    areEngines || isUneven ? keepRecorded(like, align, areEngines, frameOf) : align
  if (!isLoose && !hasAccessors(before) && !hasAccessors(after))
    return { before: keep(before, same), after: keep(after, same), notes: lostNotes }
  const { hidden, isBaseHidden, seeing, notes } = isLoose
    ? findDifferences(before, after)
    : { hidden: new Set<number>(), isBaseHidden: false, seeing: null, notes: [] }
  const { strings, frames, ofBefore, ofAfter } = mergeFrames(before, after)
  // Threads are named by the same strings: those of `after` come first, so that side keeps its rows.
  const texts = [...strings]
  const threadNames = before.threads.name.map((row) => texts.push(before.strings[row]!) - 1)
  const names = { strings: texts, frames, isBaseHidden }
  const findHidden = (profile: Profile) => (isLoose ? hiddenFrames(profile, hidden) : markAccessors(profile))
  const renameBefore = renameStacks(before, { ...names, threadNames, frameOf: ofBefore, isHidden: findHidden(before) })
  const renameAfter = renameStacks(after, {
    ...names,
    threadNames: after.threads.name,
    frameOf: ofAfter,
    isHidden: findHidden(after),
  })
  const [one, two] = [renameBefore(before), renameAfter(after)]
  const hide = seeing === null ? same : seeing === 'before' ? hideUnseenFrames(one, two) : hideUnseenFrames(two, one)
  const alignSide = (
    side: 'before' | 'after',
    like: Profile,
    rename: (profile: Profile) => Profile,
    frameOf: Int32Array,
  ) => {
    const align = seeing === side ? (profile: Profile) => hide(rename(profile)) : rename
    return keep(like, align, frameOf)
  }
  const aligned = {
    before: alignSide('before', before, renameBefore, ofBefore),
    after: alignSide('after', after, renameAfter, ofAfter),
  }
  if (!areEngines) return { ...aligned, notes: [...lostNotes, ...notes] }
  const pair = { before: aligned.before(before), after: aligned.after(after) }
  return { ...aligned, notes: [...describeLostCallers(pair), ...notes, ...listHiddenMethods(pair)] }
}

/**
 * Gives profiles with the stacks of their engine, in the frames of both; one profile always becomes one object. Without
 * `frameOf` the frames are those of `like`.
 */
function keepRecorded(
  like: Profile,
  align: (profile: Profile) => Profile,
  areEngines: boolean,
  frameOf: Int32Array = Int32Array.from({ length: like.frames.length }, (_, frame) => frame),
): (profile: Profile) => Profile {
  const record = createRecordedStacks(like, frameOf, {
    areEngines,
    isJavaOnly: isJavaOnly(listFrameKinds(like)),
    lacksInlined: lacksInlined(like),
  })
  const alignedProfiles = new WeakMap<Profile, Profile>()
  return (profile) => {
    const renamed = align(profile)
    const aligned = alignedProfiles.get(profile) ?? { ...renamed, recorded: record(profile, renamed) }
    alignedProfiles.set(profile, aligned)
    return aligned
  }
}

/**
 * The classes through which a JVM up to JDK 17 calls a method by reflection: after 15 calls it generates one for the
 * method, and no longer uses its own. That says nothing of the program.
 */
const accessor =
  /^(?:jdk\.internal|sun)\.reflect\.(?:Generated|Native|Delegating)(?:Method|Constructor)Accessor(?:Impl)?\.\w+$/

function hasAccessors({ strings }: Profile): boolean {
  return strings.some((name) => accessor.test(name))
}

function markAccessors({ frames, strings }: Profile): FrameMask {
  return frames.kind.map((kind, frame) =>
    Number(kind === kindIndexes.java && accessor.test(strings[frames.name[frame]!]!)),
  )
}

/** The frames that only one of the two could have, and notes on them. */
interface Differences {
  /** Kinds of frames. */
  readonly hidden: ReadonlySet<number>
  readonly isBaseHidden: boolean
  /** The side that alone shows inlined and interpreted methods. */
  readonly seeing: 'before' | 'after' | null
  readonly notes: string[]
}

function findDifferences(before: Profile, after: Profile): Differences {
  const notes: string[] = []
  const [one, two] = [listFrameKinds(before), listFrameKinds(after)]
  const hidden = new Set<number>()
  if (isJavaOnly(one) !== isJavaOnly(two)) {
    for (const kind of nativeKinds) hidden.add(kind)
    notes.push(
      `${titleOf(isJavaOnly(one) ? before : after)} records Java frames only: native and kernel frames of the other are hidden.`,
    )
  } else if (one.has(kindIndexes.kernel) !== two.has(kindIndexes.kernel)) {
    hidden.add(kindIndexes.kernel)
    notes.push(
      `${titleOf(one.has(kindIndexes.kernel) ? after : before)} recorded no kernel frames: those of the other are hidden.`,
    )
  }
  // Where native frames are hidden, those of the base are.
  const [isBaseBefore, isBaseAfter] = hidden.has(kindIndexes.native)
    ? [false, false]
    : [hasBase(before), hasBase(after)]
  const isBaseHidden = isBaseBefore !== isBaseAfter
  if (isBaseHidden)
    notes.push(
      `${titleOf(isBaseBefore ? after : before)} recorded nothing below the first Java method of a thread: such frames of the other are hidden.`,
    )
  const seeing = findSeeingSide(before, after)
  if (seeing !== null)
    notes.push(
      `${titleOf(seeing === 'before' ? after : before)} shows neither inlined methods nor the names of interpreted ones: where it has none, those of the other are hidden.`,
    )
  else if (hasInlinedFrames(before) !== hasInlinedFrames(after))
    // First, as this alone may show a change that is none.
    notes.unshift(
      `${titleOf(hasInlinedFrames(before) ? after : before)} does not say which methods were inlined or interpreted: if it left them out, they look new or gone.`,
    )
  const [earlier, later] = [jdkOf(before), jdkOf(after)]
  if (earlier !== '' && later !== '' && earlier !== later)
    notes.push(
      `JDK ${earlier} against JDK ${later}: methods that the JDK renamed are taken as one where that is known.`,
    )
  return { hidden, isBaseHidden, seeing, notes }
}

function isJavaOnly(kinds: ReadonlySet<number>): boolean {
  return (
    kinds.has(kindIndexes.java) &&
    ![kindIndexes.vm, kindIndexes.native, kindIndexes.kernel].some((kind) => kinds.has(kind))
  )
}

/** Kinds of frames that stand in some stack. */
function listFrameKinds({ frames, stacks }: Profile): ReadonlySet<number> {
  const kinds = new Set<number>()
  for (let row = 0; row < stacks.length; row++) kinds.add(frames.kind[stacks.frame[row]!]!)
  return kinds
}

/** Gives for each row of stacks that of the first Java method of its thread, which may be its own; -1 without one. */
function findFirstJava({ frames, stacks }: Profile): Int32Array {
  const first = new Int32Array(stacks.length)
  for (let row = 0; row < stacks.length; row++) {
    const parent = stacks.parent[row]!
    const ofParent = parent < 0 ? -1 : first[parent]!
    first[row] = ofParent < 0 && frames.kind[stacks.frame[row]!] === kindIndexes.java ? row : ofParent
  }
  return first
}

/**
 * Whether most stacks of Java begin below their first Java method: with the frames of the JVM and the C library that
 * called it.
 */
function hasBase(profile: Profile): boolean {
  let balance = 0
  for (const first of findFirstJava(profile)) if (first >= 0) balance += profile.stacks.parent[first]! >= 0 ? 1 : -1
  return balance > 0
}

/** Engines that walk the JVM's own frames tell how each ran. */
export function hasInlinedFrames({ stacks }: Profile): boolean {
  return stacks.tier.includes(tierIndexes.inlined) || stacks.tier.includes(tierIndexes.interpreted)
}

function findSeeingSide(before: Profile, after: Profile): Differences['seeing'] {
  if (lacksInlined(after) && hasInlinedFrames(before)) return 'before'
  return lacksInlined(before) && hasInlinedFrames(after) ? 'after' : null
}

function lacksInlined(profile: Profile): boolean {
  return machineCodeEngines.has(profile.provenance.engine) && !hasInlinedFrames(profile)
}

function titleOf({ provenance }: Profile): string {
  return getEngineLabel(provenance.engine)
}

/**
 * Marks frames of these kinds, and those between a caller and the method it reaches by reflection, a method handle or
 * the interpreter.
 */
function hiddenFrames({ frames, strings }: Profile, kinds: ReadonlySet<number>): FrameMask {
  return frames.kind.map((kind, frame) =>
    Number(kinds.has(kind) || isReflectionFrame(strings[frames.name[frame]!]!, kind)),
  )
}

/** JDK 21 put Thread.runWith between a thread and its task. */
const reflectionFrames =
  /^(?:jdk\.internal\.reflect\.(?:Method|Constructor)|java\.lang\.invoke\.LambdaForm|java\.lang\.Thread\.runWith)$/

function isReflectionFrame(name: string, kind: number): boolean {
  if (kind !== kindIndexes.java) return name === 'Interpreter' || /^(?:I2C\/C2I )?adapters$/.test(name)
  return reflectionFrames.test(comparableName(name, 'java'))
}

/** The tables that a profile gets, and where its rows are in them. */
interface RenamedFrames extends NamedFrames {
  readonly frameOf: Int32Array
  readonly threadNames: Uint32Array
  /** Frames of the old table that are left out, so that their callees move up to their caller. */
  readonly isHidden: FrameMask
  /** Whether each stack of Java begins with its first Java method. */
  readonly isBaseHidden: boolean
}

/**
 * Gives profiles these names, which all have the stacks of `like` and any of its samples. The stacks are written once,
 * and the same profile always becomes the same object.
 */
function renameStacks(
  like: Profile,
  { strings, frames, frameOf, threadNames, isHidden, isBaseHidden }: RenamedFrames,
): (profile: Profile) => Profile {
  const written = writeStacks(like.stacks, frameOf, isHidden, isBaseHidden ? findFirstJava(like) : null)
  const renamedProfiles = new WeakMap<Profile, Profile>()
  return (profile) => {
    const { samples, threads, lines } = profile
    const renamed = renamedProfiles.get(profile) ?? {
      ...profile,
      strings,
      frames,
      stacks: written.stacks,
      threads: { ...threads, name: threadNames },
      samples: { ...samples, stack: written.rowOf ? mapStacks(samples.stack, written.rowOf) : samples.stack },
      ...(lines && { lines: { ...lines, frame: lines.frame.map((frame) => frameOf[frame]!) } }),
    }
    renamedProfiles.set(profile, renamed)
    return renamed
  }
}

/** A stack begins at its row of `firstJava`: the rows before it are cut. `rowOf` is null where all rows stay. */
function writeStacks(
  stacks: StackTable,
  frameOf: Int32Array,
  isHidden: FrameMask,
  firstJava: Int32Array | null,
): { stacks: StackTable; rowOf: Int32Array | null } {
  if (!firstJava && !isHidden.includes(1) && frameOf.every((row, frame) => row === frame))
    return { stacks, rowOf: null }
  const writer = createStackWriter(stacks.length)
  const rowOf = new Int32Array(stacks.length)
  for (let stack = 0; stack < stacks.length; stack++) {
    const caller = stacks.parent[stack]!
    const parent = caller < 0 || firstJava?.[stack] === stack ? -1 : rowOf[caller]!
    const frame = stacks.frame[stack]!
    rowOf[stack] = isHidden[frame] === 1 ? parent : writer.add(parent, frameOf[frame]!, stacks.tier[stack]!)
  }
  return { stacks: writer.finish(), rowOf }
}
