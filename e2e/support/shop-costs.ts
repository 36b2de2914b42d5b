import { shop } from './shop.ts'

/** What each function costs, counted from the samples themselves: each stack once, however often it holds a function. */
export const costs = (() => {
  const { strings, frames, stacks, samples } = shop
  const byName = new Map<string, { self: number; total: number }>()
  for (let sample = 0; sample < samples.length; sample++) {
    const weight = samples.weight[sample]!
    const met = new Set<string>()
    for (let stack = samples.stack[sample]!; stack >= 0; stack = stacks.parent[stack]!) {
      const name = strings[frames.name[stacks.frame[stack]!]!]!
      const cost = byName.get(name) ?? { self: 0, total: 0 }
      byName.set(name, {
        self: cost.self + (met.size === 0 ? weight : 0),
        total: cost.total + (met.has(name) ? 0 : weight),
      })
      met.add(name)
    }
  }
  return byName
})()
/** Weight of all samples. */
export const whole = shop.samples.weight.reduce((sum, weight) => sum + weight, 0)
