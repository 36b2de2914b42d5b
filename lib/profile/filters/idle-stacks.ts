import { keepSamples } from './keep-samples.ts'
import { kindOfFrame, nameOfFrame, kindIndexes, type Profile } from '../model/profile.ts'
import { waitClasses, classifyWait } from './waiting-frames.ts'

/** Frames between a leaf and the code that asked for the wait: those of the kernel, libc, HotSpot and the JDK. */
const maxWaitFrames = 60

/** A read is idle only where it waits for the next request; then one of these asked for it, a few buffers away. */
const serverReads =
  /\.(?:Http11InputBuffer|InternalInputBuffer|InternalNioInputBuffer|InternalAprInputBuffer|HttpParser|Http2Parser)\.|^sun\.net\.httpserver\.|\.NioSocketWrapper\.fill/
/** Frames from the read on that are searched for one of these; others do not make it idle. */
const maxBuffers = 8

/**
 * The profile without samples of threads that wait for work: parked workers of a pool, `epoll_wait`, `accept`, `sleep`,
 * `Object.wait`, the idle carrier threads of virtual threads. A thread that waits for a lock, a future or a database is
 * not idle: another one waits with it.
 */
export function dropIdle(profile: Profile): Profile {
  const { samples } = profile
  const isIdle = idleStacks(profile)
  return keepSamples(profile, (sample) => isIdle[samples.stack[sample]!] !== 1)
}

/** 1 for each stack of the table that is one of a thread waiting for work. */
export function idleStacks(profile: Profile): Uint8Array {
  const { stacks, samples } = profile
  const classOf = createClassifier(profile)
  const isIdle = new Uint8Array(stacks.length)
  for (const stack of new Set(samples.stack)) if (stack >= 0) isIdle[stack] = Number(isWaiting(profile, classOf, stack))
  return isIdle
}

export interface IdleWeight {
  readonly weight: number
  readonly samples: number
}

/** How much of a profile is threads that wait for work. */
export function measureIdle(profile: Profile): IdleWeight {
  const { stack, weight, length } = profile.samples
  const isIdle = idleStacks(profile)
  const idle = { weight: 0, samples: 0 }
  for (let sample = 0; sample < length; sample++) {
    if (isIdle[stack[sample]!] !== 1) continue
    idle.weight += weight[sample]!
    idle.samples++
  }
  return idle
}

/** From the leaf towards the root: past kernel code, which must be that of a wait, to the code that asked for it. */
function isWaiting({ stacks, frames, strings }: Profile, classOf: (frame: number) => number, leaf: number): boolean {
  let met: number = waitClasses.other
  let sawKernel = false
  let stack = leaf
  for (let left = maxWaitFrames; stack >= 0 && left > 0; left--) {
    const frame = stacks.frame[stack]!
    const frameClass = classOf(frame)
    const isKernel = frames.kind[frame] === kindIndexes.kernel
    if (sawKernel && !isKernel && met === waitClasses.other) return false
    sawKernel ||= isKernel
    if (frameClass === waitClasses.blocked) return false
    if (frameClass === waitClasses.other) break
    if (frameClass === waitClasses.wait || frameClass === waitClasses.read) met = frameClass
    stack = stacks.parent[stack]!
  }
  // The wait nearest to the program's code counts: an `accept` is made of a poll and a park, a `select` of a read.
  if (met !== waitClasses.read) return met === waitClasses.wait
  for (let left = maxBuffers; stack >= 0 && left > 0; left--, stack = stacks.parent[stack]!) {
    if (serverReads.test(strings[frames.name[stacks.frame[stack]!]!]!)) return true
  }
  return false
}

/** Most frames are never near a leaf: a name is looked at when it is met. */
function createClassifier(profile: Profile): (frame: number) => number {
  const unknown = 255
  const cachedClasses = new Uint8Array(profile.frames.length).fill(unknown)
  return (frame) => {
    if (cachedClasses[frame] === unknown)
      cachedClasses[frame] = waitClasses[classifyWait(nameOfFrame(profile, frame), kindOfFrame(profile, frame))]
    return cachedClasses[frame]!
  }
}
