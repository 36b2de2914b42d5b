import { type Profile } from '../../lib/profile/profile.ts'
import { type ProfileFacts } from './tree-messages.ts'

/** What the page shows of a profile besides its tree. */
export function describeProfile({ unit, provenance, threads, samples, strings }: Profile): ProfileFacts {
  const weightByName = new Map<string, number>()
  let total = 0
  for (let sample = 0; sample < samples.length; sample++) {
    const weight = samples.weight[sample]!
    const name = strings[threads.name[samples.thread[sample]!]!]!
    weightByName.set(name, (weightByName.get(name) ?? 0) + weight)
    total += weight
  }
  const heaviestFirst = [...weightByName]
    .map(([name, weight]) => ({ name, weight }))
    .sort((a, b) => b.weight - a.weight)
  return { unit, provenance, threads: heaviestFirst, total, samples: samples.length }
}
