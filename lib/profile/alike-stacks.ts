import { comparableName, jdkOf, needComparableNames } from './comparable-names.ts'
import { frameKinds, type Profile } from './profile.ts'
import { hideFrames } from './rewrite-stacks.ts'

export interface AlikeStacks {
  readonly before: Profile
  readonly after: Profile
  /** For people: what was left out, and what the two cannot have in common. */
  readonly notes: readonly string[]
}

/**
 * Two profiles of different engines or JDKs with only such frames as both could have: JFR knows Java methods only, so the other's native
 * frames are hidden and their weight goes to the Java method that called them; and what JDKs put between a reflective call and its
 * method is hidden in both. All weight stays. The same objects where there is nothing to do.
 */
export function alikeStacks(before: Profile, after: Profile): AlikeStacks {
  if (!needComparableNames(before, after)) return { before, after, notes: [] }
  const notes: string[] = []
  const [one, two] = [kindsOf(before), kindsOf(after)]
  const hidden = new Set<number>()
  if (isJavaOnly(one) !== isJavaOnly(two)) {
    for (const kind of foreignKinds) hidden.add(kind)
    notes.push(
      `${engineOf(isJavaOnly(one) ? before : after)} records Java frames only: native and kernel frames of the other are hidden.`,
    )
  } else if (one.has(kernelKind) !== two.has(kernelKind)) {
    hidden.add(kernelKind)
    notes.push(
      `${engineOf(one.has(kernelKind) ? after : before)} recorded no kernel frames: those of the other are hidden.`,
    )
  }
  if (seesInlined(before) !== seesInlined(after)) {
    const blind = engineOf(seesInlined(before) ? after : before)
    notes.push(`${blind} shows neither inlined methods nor the names of interpreted ones: those look new or gone.`)
  }
  const [earlier, later] = [jdkOf(before), jdkOf(after)]
  if (earlier !== '' && later !== '' && earlier !== later)
    notes.push(
      `JDK ${earlier} against JDK ${later}: methods that the JDK renamed are taken as one where that is known.`,
    )
  return { before: hide(before, hidden), after: hide(after, hidden), notes }
}

const kernelKind = frameKinds.indexOf('kernel')
const foreignKinds = (['vm', 'native', 'kernel', 'unknown'] as const).map((kind) => frameKinds.indexOf(kind))
const java = frameKinds.indexOf('java')
const tiers = { interpreted: 1, inlined: 4 }

function isJavaOnly(kinds: ReadonlySet<number>): boolean {
  return kinds.has(java) && !foreignKinds.slice(0, 3).some((kind) => kinds.has(kind))
}

/** Kinds of frames that stand in some stack. */
function kindsOf({ frames, stacks }: Profile): ReadonlySet<number> {
  const kinds = new Set<number>()
  for (let row = 0; row < stacks.length; row++) kinds.add(frames.kind[stacks.frame[row]!]!)
  return kinds
}

/** Engines that walk the JVM's own frames tell how each ran. */
export function seesInlined({ stacks }: Profile): boolean {
  return stacks.tier.includes(tiers.inlined) || stacks.tier.includes(tiers.interpreted)
}

function engineOf({ provenance }: Profile): string {
  return provenance.engine
}

/** Frames of these kinds, and what stands between a caller and the method it reaches by reflection, a method handle or the interpreter. */
function hide(profile: Profile, kinds: ReadonlySet<number>): Profile {
  const { frames, strings } = profile
  const mask = new Uint8Array(frames.length)
  for (let frame = 0; frame < frames.length; frame++) {
    const kind = frames.kind[frame]!
    if (kinds.has(kind) || isPlumbing(strings[frames.name[frame]!]!, kind)) mask[frame] = 1
  }
  return mask.includes(1) ? hideFrames(profile, mask) : profile
}

/** JDK 21 put Thread.runWith between a thread and what it runs. */
const plumbing =
  /^(?:jdk\.internal\.reflect\.(?:Method|Constructor)|java\.lang\.invoke\.LambdaForm|java\.lang\.Thread\.runWith)$/

function isPlumbing(name: string, kind: number): boolean {
  if (kind !== java) return name === 'Interpreter' || /^(?:I2C\/C2I )?adapters$/.test(name)
  return plumbing.test(comparableName(name, 'java'))
}
