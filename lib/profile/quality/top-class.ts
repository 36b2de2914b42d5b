import { classifyWait } from '../filters/waiting-frames.ts'
import { formatShare } from '../format/units.ts'
import { eventsOfClasses } from '../model/event-ids.ts'
import { frameKinds, type Profile } from '../model/profile.ts'
import { findHeaviest, selfByFrame } from '../model/stack-weights.ts'
import { isClassName } from '../names/names.ts'
import type { SearchTerm } from '../search/search.ts'
import { topClassFindings } from './finding-rules.ts'
import type { ProfileFinding } from './rated-finding.ts'
import { isMet, type WeightBase } from './weight-base.ts'

/** From this share of the waiting, the bytes or the exceptions on, a class is a finding. */
const topClassShare = 0.3
/** From these shares of a class on, it is said in which method most, or all, of it is. */
const mostlyInShare = 0.5
const allInShare = 0.95

/** Describes the class with the most weight, where leaves are classes, and the method that most of its weight is in. */
export function describeTopClass(profile: Profile, weights: Float64Array, base: WeightBase): ProfileFinding[] {
  const { strings, frames, stacks, provenance } = profile
  const finding = topClassFindings[base.kind]
  if (finding === null || !eventsOfClasses.has(provenance.event)) return []
  const nameOf = (row: number) => strings[frames.name[row]!]!
  const top = findHeaviest(
    selfByFrame(profile),
    (row) => frameKinds[frames.kind[row]!] === 'java' && isClassName(nameOf(row)),
  )
  if (top < 0) return []
  const byMethod = new Float64Array(frames.length)
  const ofClass = weights.reduce((all, weight, stack) => {
    if (stacks.frame[stack] !== top) return all
    const method = findCallerAtWork(profile, stack)
    if (method >= 0) byMethod[method] = byMethod[method]! + weight
    return all + weight
  }, 0)
  const share = ofClass / base.weight
  if (!isMet(share, topClassShare, base.samples)) return []
  const method = findHeaviest(byMethod)
  const part = byMethod[method]! / ofClass
  const where = part >= allInShare ? ', in ' : part >= mostlyInShare ? ', mostly in ' : ''
  const name = nameOf(top)
  return [
    {
      ...{ id: 'top-class', share, remedy: finding.remedy },
      text: `${formatShare(share)} of ${base.text} ${finding.verb} ${name}${where}${where === '' ? '' : nameOf(method)}.`,
      names: where === '' ? [name] : [name, nameOf(method)],
      search: findWholeName(name),
    },
  ]
}

/** Row of the frame that asked for an object or a lock: the first Java method that is no part of a wait; -1 if none. */
function findCallerAtWork({ strings, frames, stacks }: Profile, leaf: number): number {
  for (let stack = stacks.parent[leaf]!; stack >= 0; stack = stacks.parent[stack]!) {
    const row = stacks.frame[stack]!
    const kind = frameKinds[frames.kind[row]!]!
    if (kind === 'java' && classifyWait(strings[frames.name[row]!]!, kind) === 'other') return row
  }
  return -1
}

/** In characters, so that the search field of the viewer takes it (`longestSearchText` there). */
const longestPattern = 200

/** Finds a class, and not those whose names begin with its name, nor its methods. */
function findWholeName(name: string): SearchTerm {
  const pattern = `/^${name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}$/`
  return { text: pattern.length > longestPattern ? name.slice(0, longestPattern) : pattern, caseSensitive: true }
}
