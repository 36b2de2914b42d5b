/** Findings where leaves are classes: the heaviest class, or the method that waits for locks the longest. */
import { isLibraryName } from '../filters/own-packages.ts'
import { classifyWait } from '../filters/waiting-frames.ts'
import { eventsOfClasses } from '../model/event-ids.ts'
import { kindOfFrame, nameOfFrame, type Profile } from '../model/profile.ts'
import { findHeaviest, selfByFrame } from '../model/stack-weights.ts'
import { isClassName } from '../names/names.ts'
import { escapePattern } from '../search/escape-pattern.ts'
import type { SearchTerm } from '../search/search.ts'
import { topClassFindings } from './finding-rules.ts'
import type { ProfileFinding } from './rated-finding.ts'
import { formatPart, isFinding, type WeightBase } from './weight-base.ts'
import { takeStart } from '../names/cut-text.ts'

/** From this share of the waiting, the bytes or the exceptions on, a method that waits or a class is a finding. */
const topClassShare = 0.3
/** From these shares of a class on, it is said in which method most, or all, of it is. */
const mostlyInShare = 0.5
const allInShare = 0.95

/** Describes the class with the most weight, where leaves are classes, and the method that most of its weight is in. */
export function describeTopClass(profile: Profile, weights: Float64Array, base: WeightBase): ProfileFinding[] {
  const { frames, stacks, provenance } = profile
  const finding = topClassFindings[base.kind]
  if (finding === null || !eventsOfClasses.has(provenance.event)) return []
  const top = findHeaviest(selfByFrame(profile), (row) => isClass(profile, row))
  if (top < 0) return []
  const isOfClass = (stack: number) => stacks.frame[stack] === top
  const all = sumByFrame(frames.length, weights, (stack) => (isOfClass(stack) ? top : -1))[top]!
  if (!isFinding(profile, base, all, topClassShare)) return []
  const name = nameOfFrame(profile, top)
  const isWanted = base.kind === 'exceptions' ? (caller: string) => !exceptionMaker.test(caller) : undefined
  const method = findMain(profile, weights, all, (stack) =>
    isOfClass(stack) ? findCallerAtWork(profile, stack, isWanted) : -1,
  )
  return [
    {
      ...{ id: 'top-class', share: all / base.weight, remedy: finding.remedy },
      text: `${formatPart(profile, base, all)} ${finding.verb} ${name}${method === null ? '' : `, ${method.how}in ${method.name}`}.`,
      names: method ? [name, method.name] : [name],
      search: findWholeName(name),
    },
  ]
}

/** Code of an exception itself, which every one that is thrown runs: its callers throw it. */
const exceptionMaker = /[.](?:<init>|fillInStackTrace)$/

const whoHolds =
  'The stacks are of threads that wait, not of the one that holds the lock: look for other methods that take it, and what they do meanwhile (queries, files, logging).'

/**
 * Describes the method that waits for locks the longest, and the method of the program's own code that leads to it. The
 * class of the lock stands beside it: two methods that wait for an Object hardly wait for the same one.
 */
export function describeLockWait(profile: Profile, weights: Float64Array, base: WeightBase): ProfileFinding[] {
  const { frames, stacks, provenance } = profile
  if (base.kind !== 'lock' || !eventsOfClasses.has(provenance.event)) return []
  const waiterOf = Int32Array.from(weights, (_, stack) => findCallerAtWork(profile, stack))
  const byWaiter = sumByFrame(frames.length, weights, (stack) => waiterOf[stack]!)
  const waiter = findHeaviest(byWaiter)
  const all = byWaiter[waiter] ?? 0
  if (!isFinding(profile, base, all, topClassShare)) return []
  const findOf = (rowOf: (stack: number) => number) =>
    findMain(profile, weights, all, (stack) => (waiterOf[stack] === waiter ? rowOf(stack) : -1))
  const name = nameOfFrame(profile, waiter)
  const own = findOf((stack) => findCallerAtWork(profile, stack, (caller) => !isLibraryName(caller)))
  const lock = findOf((stack) => (isClass(profile, stacks.frame[stack]!) ? stacks.frame[stack]! : -1))
  const caller = own === null || own.name === name ? null : own
  const ofClass = lock === null ? '' : `, ${lock.how}for a lock of class ${lock.name}`
  return [
    {
      ...{ id: 'lock-wait', share: all / base.weight, remedy: whoHolds },
      text: `${formatPart(profile, base, all)} is in ${name}${caller === null ? '' : `, ${caller.how}called by ${caller.name}`}${ofClass}.`,
      names: [name, ...(caller === null ? [] : [caller.name]), ...(lock === null ? [] : [lock.name])],
      search: findWholeName(name),
    },
  ]
}

/** Gives the frame with most of `all`, and `mostly ` unless it has nearly all; null where none has half of it. */
function findMain(profile: Profile, weights: Float64Array, all: number, rowOf: (stack: number) => number) {
  const sums = sumByFrame(profile.frames.length, weights, rowOf)
  const row = findHeaviest(sums)
  const share = sums[row]! / all
  return share >= mostlyInShare ? { name: nameOfFrame(profile, row), how: share >= allInShare ? '' : 'mostly ' } : null
}

/** Weights of stacks by the frame that `rowOf` gives for each; those of -1 do not count. */
function sumByFrame(length: number, weights: Float64Array, rowOf: (stack: number) => number): Float64Array {
  const sums = new Float64Array(length)
  weights.forEach((weight, stack) => {
    const row = weight > 0 ? rowOf(stack) : -1
    if (row >= 0) sums[row] = sums[row]! + weight
  })
  return sums
}

/**
 * Row of the frame that asked for an object or a lock: from the leaf on, unless that is the class, the first Java
 * method that is no part of a wait, of those wanted; -1 if none.
 */
function findCallerAtWork(profile: Profile, leaf: number, isWanted: (name: string) => boolean = () => true): number {
  const { stacks } = profile
  const first = isClass(profile, stacks.frame[leaf]!) ? stacks.parent[leaf]! : leaf
  for (let stack = first; stack >= 0; stack = stacks.parent[stack]!) {
    const row = stacks.frame[stack]!
    const kind = kindOfFrame(profile, row)
    const name = nameOfFrame(profile, row)
    if (kind === 'java' && classifyWait(name, kind) === 'other' && isWanted(name)) return row
  }
  return -1
}

function isClass(profile: Profile, row: number): boolean {
  return kindOfFrame(profile, row) === 'java' && isClassName(nameOfFrame(profile, row))
}

/** In characters, so that the search field of the viewer takes it (`longestSearchText` there). */
const longestPattern = 200

/** Finds a class or a method, and none whose name only begins with its name. */
function findWholeName(name: string): SearchTerm {
  const pattern = `/^${escapePattern(name)}$/`
  return { text: pattern.length > longestPattern ? takeStart(name, longestPattern) : pattern, caseSensitive: true }
}
