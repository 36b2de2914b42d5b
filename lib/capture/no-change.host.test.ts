/**
 * What noise is, on real captures: pairs of captures of one JVM in which nothing changed show no significant difference
 * more often than the page promises, and the release that was slow is named first.
 */
import type { EngineId } from '../contract/engines.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DeltaKind, deltaKinds, maxFalseDiscoveryRate } from '../profile/compare/merged-tree/comparison.ts'
import { compareFunctions } from '../profile/compare/compare-functions.ts'
import { testSignificance } from '../profile/compare/significance/significance.ts'
import type { Profile } from '../profile/model/profile.ts'
import { buildMergedTree } from '../profile/compare/merged-tree/merged-tree.ts'
import { asyncProfilerForTests } from '../testing/hosts/async-profiler.ts'
import { runContainer, type TestContainer } from '../testing/hosts/containers.ts'
import { warmUpJvm } from '../testing/profiles/warm-up.ts'
import { byTier, isFullTier } from '../testing/tier.ts'
import { startTestCollector, type TestCollector } from '../testing/hosts/test-collector.ts'

const seconds = 4
/** In the full tier the rate of false differences is measured; one pair cannot say anything of a rate. */
const pairsOfEngine = byTier(1, 10)
/** When pairs of pairsOfEngine leave it open. */
const mostPairs = 60
/** Compiles early and once. In the full tier the JVM is as services have it. */
const soonWarm = ['-XX:TieredStopAtLevel=1', '-XX:CompileThresholdScaling=0.02']
const bug = 'shop.pricing.PriceRules.findWinningRule'

let collector: TestCollector
const containers: TestContainer[] = []
/** Of all engines together: one of twenty is what the promise allows. */
const wrong: string[] = []
let judged = 0

beforeAll(async () => {
  collector = await startTestCollector({ env: { HEARTH_ASYNC_PROFILER: await asyncProfilerForTests() } })
})
afterAll(async () => {
  await Promise.all(containers.map((container) => container.stop()))
  await collector?.[Symbol.asyncDispose]()
})

const asyncProfiler = { engine: 'async-profiler', image: 'debian-jdk17' } as const
const perf = { engine: 'perf', image: 'scratch-jdk17' } as const
type Tried = typeof asyncProfiler | typeof perf
const engines: readonly Tried[] = byTier([asyncProfiler], [asyncProfiler, perf])

describe.each(engines)('$engine on $image', ({ engine, image }) => {
  it('gives pairs of captures without a change, and the slow release first where there is one', async () => {
    const last = await testPairs(engine, image)

    const slowShop = await runShop(image, 'scan')
    await warmUpJvm(() => capture(engine, slowShop))
    const slow = await capture(engine, slowShop)
    await slowShop.stop()
    for (const delta of deltaKinds) {
      const [first] = compareFunctions(last, slow, { delta }).functions
      expect(first, JSON.stringify({ delta, ...first })).toMatchObject({ name: bug, isSignificant: true })
    }
  }, 600_000)
})

it.runIf(isFullTier)(
  'calls nothing significant where nothing changed more often than promised, over all engines',
  async () => {
    expect(judged).toBe(pairsOfEngine * engines.length)
    // A rate that is kept is passed by twenty pairs now and then: three times as many decide.
    while (wrong.length > maxFalseDiscoveryRate * judged && judged < mostPairs)
      for (const { engine, image } of engines) await testPairs(engine, image)
    expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(maxFalseDiscoveryRate * judged)
  },
  1_200_000,
)

/** Judges pairs of captures of one JVM one after the other. Gives the last one. */
async function testPairs(engine: EngineId, image: Tried['image']): Promise<Profile> {
  const shop = await runShop(image, 'index')
  await warmUpJvm(() => capture(engine, shop))
  const same: Profile[] = []
  while (same.length <= pairsOfEngine) same.push(await capture(engine, shop))
  await shop.stop()
  const found = same.slice(1).flatMap((after, index) => surprises(same[index]!, after))
  console.log(`${engine}: ${found.length} of ${pairsOfEngine} pairs without a change show one`, found)
  wrong.push(...found)
  judged += pairsOfEngine
  return same.at(-1)!
}

async function runShop(image: Tried['image'], pricing: 'index' | 'scan'): Promise<TestContainer> {
  const env = { SHOP_PRICING: pricing, SHOP_SELF_LOAD: '4' }
  const container = await runContainer({ image, env, javaOptions: byTier(soonWarm, []) })
  containers.push(container)
  return container
}

async function capture(engine: EngineId, container: TestContainer): Promise<Profile> {
  const target = await collector.findTarget((await container.jvmPids())[0]!)
  const { id } = await collector.start(target, { engine, vantage: 'host', seconds, frequencyHz: 499 })
  const { problem } = await collector.end(id)
  expect(problem).toBeNull()
  return collector.profileOf(id)
}

/** What of a pair is called significant, as one line; nothing where nothing is. */
function surprises(before: Profile, after: Profile): string[] {
  const merged = buildMergedTree(before, after, { width: 'after', scale: 'share', requests: null, sort: 'name' })
  const found = deltaKinds.flatMap((delta) => significant(merged, before, after, delta))
  return found.length === 0 ? [] : [found.join('; ')]
}

function significant(merged: ReturnType<typeof buildMergedTree>, before: Profile, after: Profile, delta: DeltaKind) {
  const significance = testSignificance({ before, after, merged })
  const functions = significance.functions(delta)
  const nodes = significance.nodes(delta)
  const nameOf = (frame: number) => merged.strings[merged.frames.name[frame]!]!
  const isFound = (q: number) => q <= maxFalseDiscoveryRate
  return [
    ...[...functions.frame].filter((_, row) => isFound(functions.q[row]!)).map((frame) => `${delta} ${nameOf(frame)}`),
    ...[...nodes.q.keys()]
      .filter((node) => isFound(nodes.q[node]!))
      .map((node) => `${delta} at a place of ${nameOf(merged.tree.frame[node]!)}`),
  ]
}
