/** Notes on a comparison of two engines: what the stacks of one lack. */
import { repairs } from '../../../repairs.ts'
import { formatShare } from '../../format/units.ts'
import { areUnlikeLosses, getLostCallers, type LostCallers } from './engine-sides.ts'
import { getEngineLabel, splitEngines } from '../../model/engine-titles.ts'
import { machineCodeEngines } from '../../model/machine-code-engines.ts'
import { nameOfFrame, kindIndexes, type Profile } from '../../model/profile.ts'
import { selfByFrame, totalWeight } from '../../model/stack-weights.ts'
import { minLostCallersShare } from '../../quality/rated-finding.ts'

type ProfilePair = Readonly<Record<'before' | 'after', Profile>>

const sides = ['before', 'after'] as const

/**
 * Says of each side whether many of its stacks lost their callers: then totals differ without a change. For profiles
 * that normalizeStacks gave for two engines: only these have `recorded`.
 */
export function describeLostCallers(pair: ProfilePair): string[] {
  return sides.flatMap((side) => describeLost(pair, side, pair[side].recorded?.lostShare ?? 0))
}

/** Says the same where one engine recorded both, and one side lost more: alike, they are the same on both sides. */
export function describeUnlikeLostCallers(pair: ProfilePair, lost: LostCallers): string[] {
  if (!areUnlikeLosses(lost)) return []
  const side = lost.before > lost.after ? 'before' : 'after'
  return describeLost(pair, side, lost[side])
}

/**
 * Says what brings callers back where one engine recorded both and one side lost more, which a longer recording does
 * not; else null.
 */
export function adviseUnlikeLosses(before: Profile, after: Profile): string | null {
  const lost = getLostCallers(before, after)
  if (lost === null || !areUnlikeLosses(lost)) return null
  return splitEngines(after.provenance.engine).some((engine) => machineCodeEngines.has(engine))
    ? `To compare totals, record both with async-profiler or JFR, or with ${repairs.framePointers.option}.`
    : 'To compare totals, record both with another engine.'
}

function describeLost(pair: ProfilePair, side: (typeof sides)[number], share: number): string[] {
  if (share < minLostCallersShare) return []
  const title = getEngineLabel(pair[side].provenance.engine)
  return [
    `${formatShare(share)} of ${side} lost their callers (${title}): totals of methods, classes and packages differ by that alone.`,
  ]
}

/** A hidden method with less self weight, as a share (0 to 1) of all, is not named. */
const leastNamed = 0.05
const mostNamed = 3

/** Names the hottest methods that are hidden on a side, since the other engine could not show them. */
export function listHiddenMethods(pair: ProfilePair): string[] {
  return sides.flatMap((side) => {
    const { recorded, frames } = pair[side]
    if (!recorded) return []
    const all = totalWeight(recorded)
    const shown = selfByFrame(pair[side])
    const hidden = selfByFrame(recorded).map((weight, frame) => weight - shown[frame]!)
    const named = Array.from(hidden.keys())
      .filter((frame) => frames.kind[frame] === kindIndexes.java && hidden[frame]! >= leastNamed * all && all > 0)
      .sort((one, other) => hidden[other]! - hidden[one]!)
      .slice(0, mostNamed)
      .map((frame) => `${nameOfFrame(pair[side], frame)} (${formatShare(hidden[frame]! / all)} self)`)
    return named.length === 0 ? [] : [`Hidden ${side}, and counted for their callers: ${named.join(', ')}.`]
  })
}
