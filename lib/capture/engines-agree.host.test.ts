/**
 * All engines profile one workload at the same time, and their shares by method agree. Each has its own collector,
 * since a collector runs one capture of a JVM at a time.
 */
import { engineIds, type EngineId } from '../contract/engines.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asyncProfilerForTests } from '../testing/hosts/async-profiler.ts'
import { type MatrixTargetName, runMatrixTarget } from '../testing/matrix/targets.ts'
import { plantedShares, type PlantedShares } from '../testing/matrix/hot-share.ts'
import { markdown } from '../testing/matrix/table.ts'
import { byTier } from '../testing/tier.ts'
import { startTestCollector, type TestCollector } from '../testing/hosts/test-collector.ts'

/**
 * JFR of JDK 25 samples at the safepoint poll when a method returns, so that a small part of each loop is attributed to
 * its caller.
 */
const biasOfJfr = 0.02
const seconds = byTier(8, 15)
/** Engines start at different times: up to 2 s are not recorded by all. */
const notTheSameSeconds = 0.15 / seconds

let collectors: TestCollector[]

beforeAll(async () => {
  const env = { HEARTH_ASYNC_PROFILER: await asyncProfilerForTests() }
  collectors = await Promise.all(engineIds.map(() => startTestCollector({ env })))
})
afterAll(() => Promise.all((collectors ?? []).map((collector) => collector[Symbol.asyncDispose]())))

// JDK 17 writes its symbol map to one fixed path, where two collectors would remove each other's.
const onJdk17: [MatrixTargetName, readonly EngineId[]][] = [
  ['JDK 17', ['async-profiler', 'perf', 'jfr']],
  ['JDK 17', ['async-profiler', 'bpftrace', 'jfr']],
]
describe.each<[MatrixTargetName, readonly EngineId[]]>([...byTier([], onJdk17), ['JDK 25', engineIds]])(
  'all engines at once on %s: %j',
  (name, engines) => {
    it('agree on the share of each method within the error of sampling', async () => {
      // The JVM opens its attach socket at the start, so that no engine opens and removes it while another one uses it.
      await using container = await runMatrixTarget(name, ['-XX:+StartAttachListener'])
      const hostPid = (await container.jvmPids())[0]!
      const seen = await Promise.all(engines.map((engine, index) => profileWith(engine, collectors[index]!, hostPid)))
      const shares = seen.map(({ shares }) => [...shares])
      const methods = [...seen[0]!.shares.keys()]
      console.log(
        `${name}, ${seconds} s\n${markdown([
          ['method', ...engines],
          ...methods.map((method, row) => [method, ...shares.map((all) => `${(all[row]![1] * 100).toFixed(1)}%`)]),
          ['samples', ...seen.map(({ samples }) => `${samples}`)],
        ])}`,
      )
      methods.forEach((method, row) => {
        const all = shares.map((shares) => shares[row]![1])
        const mean = all.reduce((sum, share) => sum + share, 0) / all.length
        all.forEach((share, index) => {
          const error = 4 * Math.sqrt((mean * (1 - mean)) / seen[index]!.samples) + notTheSameSeconds
          const allowed = error + (engines[index] === 'jfr' ? biasOfJfr : 0)
          expect(Math.abs(share - mean), `${method} by ${engines[index]}`).toBeLessThanOrEqual(allowed)
        })
      })
    })
  },
)

async function profileWith(engine: EngineId, collector: TestCollector, hostPid: number): Promise<PlantedShares> {
  const target = await collector.findTarget(hostPid)
  const started = await collector.start(target, { engine, vantage: 'host', seconds, frequencyHz: 199 })
  const capture = await collector.end(started.id)
  expect(capture.problem, engine).toBeNull()
  const found = plantedShares(await collector.profileOf(capture.id, 'cpu'), 'cpu')
  expect(found.samples, engine).toBeGreaterThan(200)
  return found
}
