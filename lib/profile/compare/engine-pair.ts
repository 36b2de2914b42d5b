import { getEngineLabel } from '../model/engine-titles.ts'
import type { Profile } from '../model/profile.ts'

type NamesEngine = Pick<Profile['provenance'], 'engine'>

/** Gives `perf → JFR` where two engines recorded the sides of a comparison; null for one engine. */
export function describeEnginePair(before: NamesEngine, after: NamesEngine): string | null {
  if (before.engine === after.engine) return null
  return `${getEngineLabel(before.engine)} → ${getEngineLabel(after.engine)}`
}
