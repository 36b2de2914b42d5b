/** Rows of a live `top`: which functions weigh most now, and over the whole recording so far. */
import { nameOfFrame, type FrameKind, frameKinds, type Profile } from '../model/profile.ts'
import { selfByFrame } from '../model/stack-weights.ts'

export interface TopMethod {
  /** Canonical name. */
  readonly name: string
  readonly kind: FrameKind
  /** Share of self weight since the snapshot before, 0 to 1. */
  readonly now: number
  /** Share of self weight since the recording began. */
  readonly all: number
}

/**
 * The functions with any self weight, the heaviest since `before` first; equal ones by their weight in all, then by
 * name. Snapshots of one recording only grow, so the new weight is the difference; `before` is null for the first one.
 */
export function rankTopMethods(snapshot: Profile, before: Profile | null, limit: number): TopMethod[] {
  const all = sumSelfByName(snapshot)
  const old = before === null ? new Map<string, number>() : sumSelfByName(before)
  const fresh = new Map([...all].map(([key, weight]) => [key, Math.max(0, weight - (old.get(key) ?? 0))]))
  const allSum = sumOf(all)
  const freshSum = sumOf(fresh)
  const methods = [...all].map(([key, weight]) => ({
    ...parseKey(key),
    now: freshSum === 0 ? 0 : fresh.get(key)! / freshSum,
    all: allSum === 0 ? 0 : weight / allSum,
  }))
  return methods.sort((a, b) => b.now - a.now || b.all - a.all || (a.name < b.name ? -1 : 1)).slice(0, limit)
}

/** Keys are kind and name, which two profiles have in common; rows of their tables they have not. */
function sumSelfByName(profile: Profile): Map<string, number> {
  const { frames } = profile
  const self = new Map<string, number>()
  selfByFrame(profile).forEach((weight, frame) => {
    if (weight === 0) return
    const key = `${frames.kind[frame]!} ${nameOfFrame(profile, frame)}`
    self.set(key, (self.get(key) ?? 0) + weight)
  })
  return self
}

function parseKey(key: string): Pick<TopMethod, 'name' | 'kind'> {
  const space = key.indexOf(' ')
  return { name: key.slice(space + 1), kind: frameKinds[Number(key.slice(0, space))]! }
}

function sumOf(weights: ReadonlyMap<string, number>): number {
  let sum = 0
  for (const weight of weights.values()) sum += weight
  return sum
}
