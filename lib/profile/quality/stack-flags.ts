import { kindOfFrame, nameOfFrame, kindIndexes, tierIndexes, type Profile, type Provenance } from '../model/profile.ts'
import { splitEngines } from '../model/engine-titles.ts'
import { isThreadStart } from '../names/thread-work.ts'
import {
  cutFrameName,
  isUnwindErrorFrame,
  isUnknownJavaName,
  isUnknownName,
  isUnnamed,
} from '../names/unknown-names.ts'

/**
 * A whole stack begins with the start of a thread. One walked by frame pointers that meets code compiled without them
 * loses all callers, and the rest begins anywhere.
 */

/** A start stands so near the root: above it only what the C library wraps around it. */
const startWithin = 4

const cLibrary = /^(libc[.-].*|libc|ld-musl.*|libpthread[.-].*)$/
const jvmLibrary = /^(libjvm|libjli)\.so/

/** Whether a module is the C library: `libc.so.6`, `ld-musl-x86_64.so.1`. */
export const isCLibrary = (module: string): boolean => cLibrary.test(module)

/** It starts a thread; it is code of the C library without a name; it is in the JVM's libraries. */
const startKinds = { none: 0, start: 1, cLibrary: 2, jvm: 3 } as const

/** Classifies a frame when it is first asked for, since few stand near a root. */
function createStarts(profile: Profile): (frame: number) => number {
  const { frames, strings } = profile
  const cachedStarts = new Int8Array(frames.length).fill(-1)
  const classify = (frame: number) => {
    const name = nameOfFrame(profile, frame)
    const module = strings[frames.module[frame]!]!
    if (isThreadStart(name) || kindOfFrame(profile, frame) === 'thread') return startKinds.start
    // Distributions strip `start_thread`: all that is left of it is the library's name.
    if (isCLibrary(module) && isUnnamed(name)) return startKinds.cLibrary
    return jvmLibrary.test(module) ? startKinds.jvm : startKinds.none
  }
  return (frame) => {
    if (cachedStarts[frame]! < 0) cachedStarts[frame] = classify(frame)
    return cachedStarts[frame]!
  }
}

/** Flags of a stack. */
export const stackFlags = {
  /** Some frame in it is unknown; and of these, some Java or kernel frame. */
  unknown: 1,
  unknownJava: 2,
  unknownKernel: 4,
  /** Some frame is Java. */
  java: 8,
  kernelOnly: 16,
  /** The root is a Java method or a stub of the JVM. */
  javaRoot: 32,
  /** A thread's start is at its root. */
  started: 64,
  /** It should be, and is not. */
  broken: 128,
  /** The stack is as deep as the engine's limit, so its root was cut off. */
  cut: 256,
  /** Its own last frame has no name. */
  unnamedLeaf: 512,
  /** Some frame in it has a name. */
  named: 1024,
  /** async-profiler could not unwind to its root. */
  unwindFailed: 2048,
} as const

const inheritedFlags =
  stackFlags.unknown | stackFlags.unknownJava | stackFlags.unknownKernel | stackFlags.java | stackFlags.named
const rootFlags = stackFlags.javaRoot | stackFlags.started | stackFlags.cut | stackFlags.unwindFailed

export interface FlaggedStacks {
  /** stackFlags of each stack, together. */
  readonly flags: Uint16Array
  /**
   * For each stack, the frame that its thread's start, or what is lost, would call: the root, or the frame of the
   * program behind unknown ones.
   */
  readonly rootFrame: Int32Array
}

/** Flags each row once, from the flags of its caller's row. */
export function flagStacks(profile: Profile): FlaggedStacks {
  const { stacks, provenance } = profile
  const ofFrame = flagFrames(profile)
  const startOf = createStarts(profile)
  const checksRoot = checksRoots(provenance)
  const depth = computeDepths(profile)
  const maxDepth = provenance.maxDepth ?? guessMaxDepth(provenance.engine, depth)
  const flags = new Uint16Array(stacks.length)
  const rootFrame = new Int32Array(stacks.length)
  for (let stack = 0; stack < stacks.length; stack++) {
    const frame = stacks.frame[stack]!
    const parent = stacks.parent[stack]!
    const isRoot = parent < 0
    // A stack is of the kernel only until a frame of another kind comes.
    const before = isRoot ? stackFlags.kernelOnly : flags[parent]!
    const callsFirst =
      isRoot || (isNowhere(ofFrame[rootFrame[parent]!]!) && (ofFrame[frame]! & stackFlags.kernelOnly) === 0)
    rootFrame[stack] = callsFirst ? frame : rootFrame[parent]!

    let is =
      (before & (inheritedFlags | rootFlags)) |
      (ofFrame[frame]! & (inheritedFlags | stackFlags.unnamedLeaf | stackFlags.cut | stackFlags.unwindFailed))
    is |= before & ofFrame[frame]! & stackFlags.kernelOnly
    if (callsFirst) is |= ofFrame[frame]! & stackFlags.javaRoot
    if (depth[stack]! <= startWithin) {
      const start = startOf(frame)
      const isInJvm = start === startKinds.jvm && !isRoot && startOf(stacks.frame[parent]!) === startKinds.cLibrary
      // Java code has a caller, and here it is not known.
      const isCalledByUnknown = callsFirst && !isRoot && (ofFrame[frame]! & stackFlags.java) !== 0
      if ((start === startKinds.start && !isCalledByUnknown) || isInJvm) is |= stackFlags.started
    }
    if (depth[stack]! >= maxDepth) is |= stackFlags.cut
    const isLost = checksRoot
      ? (is & stackFlags.started) === 0
      : (isRoot ? ofFrame[frame]! & stackFlags.unknown : before & stackFlags.broken) !== 0
    if (isLost || is & stackFlags.unwindFailed) is |= stackFlags.broken
    flags[stack] = is
  }
  return { flags, rootFrame }
}

/** Unknown, and of no kind either. */
const isNowhere = (is: number): boolean =>
  (is & (stackFlags.unknown | stackFlags.unknownJava | stackFlags.unknownKernel)) === stackFlags.unknown

/** Inlined frames are not counted: they share their caller's place on the machine's stack. */
function computeDepths({ stacks }: Profile): Int32Array {
  const depth = new Int32Array(stacks.length)
  for (let stack = 0; stack < stacks.length; stack++) {
    const parent = stacks.parent[stack]!
    depth[stack] = (parent < 0 ? 0 : depth[parent]!) + (stacks.tier[stack] === tierIndexes.inlined ? 0 : 1)
  }
  return depth
}

/**
 * The text of perf does not say its limit, but it is hardly ever changed: stacks that end right there were cut there.
 */
function guessMaxDepth(engine: string, depth: Int32Array): number {
  const deepest = depth.reduce((most, one) => Math.max(most, one), 0)
  return engine === 'perf-script' && deepest === defaultMaxDepth ? defaultMaxDepth : Infinity
}

/** kernel.perf_event_max_stack, PERF_MAX_STACK_DEPTH of the kernel. */
const defaultMaxDepth = 127

/**
 * We know the functions that begin a whole stack of perf and of our own program for bpftrace; stacks of other
 * profilers, and of other programs for bpftrace, may begin with any function. In a merge with one of the first, others'
 * stacks of the CPU begin with a thread's start, too.
 */
function checksRoots({ engine, vantage }: Provenance): boolean {
  return splitEngines(engine).some(
    (one) => one === 'perf' || one === 'perf-script' || (one === 'bpftrace' && vantage !== null),
  )
}

function flagFrames(profile: Profile): Uint16Array {
  const { frames, strings } = profile
  const { java, vm, kernel } = kindIndexes
  return Uint16Array.from(frames.name, (index, frame) => {
    const name = strings[index]!
    const kind = frames.kind[frame]!
    if (name === cutFrameName) return stackFlags.cut
    if (isUnwindErrorFrame(profile, frame))
      return (
        stackFlags.unwindFailed |
        (isUnknownName(name) ? stackFlags.unknown : 0) |
        (isUnknownJavaName(name) ? stackFlags.unknownJava | stackFlags.java : 0)
      )
    const isUnknown = isUnknownName(name)
    const isJava = kind === java || isUnknownJavaName(name)
    // A stub or the interpreter: the JVM's own code outside any library.
    const isStub = kind === vm && frames.module[frame] === 0
    return (
      (isUnknown ? stackFlags.unknown : 0) |
      (isUnknown && isJava ? stackFlags.unknownJava : 0) |
      (isUnknown && kind === kernel ? stackFlags.unknownKernel : 0) |
      (isJava ? stackFlags.java : 0) |
      (kind === kernel ? stackFlags.kernelOnly : 0) |
      (isJava || isStub ? stackFlags.javaRoot : 0) |
      (isUnnamed(name) ? stackFlags.unnamedLeaf : stackFlags.named)
    )
  })
}
