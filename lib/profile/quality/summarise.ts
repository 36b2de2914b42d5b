import { type CallTree, buildCallTree } from '../tree/call-tree.ts'
import { applyFilters, totalWeight } from '../filters/filters.ts'
import { buildFunctionTable } from '../tree/function-table.ts'
import { getResolvedJavaShare } from './resolved-java-frames.ts'
import { frameKinds, type Profile } from '../model/profile.ts'

export interface ProfileFigures {
  /** Sum of all weights, in the profile's unit. */
  readonly total: number
  readonly samples: number
  readonly durationMs: number | null
  /** Share of java frames that have a name, 0 to 1, counted per sample; null when there is no java frame. */
  readonly javaNamed: number | null
  /** Largest first; threads of the same name are one. */
  readonly threads: readonly ThreadFigures[]
}

export interface ThreadFigures {
  readonly name: string
  readonly total: number
  /** The java method with most weight of its own, and the one with most weight passing through: where to look first. */
  readonly widestJavaBySelf: { readonly name: string; readonly weight: number } | null
  readonly widestJavaByTotal: { readonly name: string; readonly weight: number } | null
}

/** The figures that a list, a header or a test wants of a profile, without drawing it. */
export function summariseProfile(profile: Profile): ProfileFigures {
  const split = applyFilters(profile, [{ type: 'by-thread' }])
  const tree = buildCallTree(split)
  const threads: ThreadFigures[] = []
  for (let node = 1; node < tree.length; node = tree.end[node]!) threads.push(figuresOfThread(split, tree, node))
  return {
    total: totalWeight(profile),
    samples: profile.samples.length,
    durationMs: profile.provenance.durationMs,
    javaNamed: getResolvedJavaShare(profile),
    threads: threads.sort((a, b) => b.total - a.total),
  }
}

function figuresOfThread(profile: Profile, tree: CallTree, thread: number): ThreadFigures {
  const { strings, frames } = profile
  const { length, frame, self, total } = buildFunctionTable(tree, frames.length, thread)
  const nameOf = (row: number) => strings[frames.name[row]!]!
  const widest = (weights: Float64Array) => {
    let best = -1
    for (let row = 0; row < length; row++) {
      const isJava = frameKinds[frames.kind[frame[row]!]!] === 'java'
      if (isJava && weights[row]! > 0 && (best < 0 || weights[row]! > weights[best]!)) best = row
    }
    return best < 0 ? null : { name: nameOf(frame[best]!), weight: weights[best]! }
  }
  return {
    name: nameOf(tree.frame[thread]!),
    total: tree.total[thread]!,
    widestJavaBySelf: widest(self),
    widestJavaByTotal: widest(total),
  }
}
