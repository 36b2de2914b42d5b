/** JFR on real JVMs: the shares of each event of one recording. Those of locks change when much runs beside it. */
import fs from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import { askJvm, expectUntouched, lookAtJvm, readJfrRepository } from '../../testing/hosts/jfr-target.ts'
import { recordDirectly, targetOf } from '../../testing/hosts/record-directly.ts'
import { hotShareOf } from '../../testing/matrix/hot-share.ts'
import { type MatrixTargetName, runMatrixTarget } from '../../testing/matrix/targets.ts'
import { byTier } from '../../testing/tier.ts'
import { createJfrEngine } from './jfr-engine.ts'

vi.setConfig({ testTimeout: 300_000 }) // for a busy machine
const engine = createJfrEngine()

describe('one recording has a graph for each event', () => {
  const usual: [MatrixTargetName, string][] = [
    ['JDK 25', 'CPUTimeSample'],
    ['read-only root, noexec tmpfs on /tmp', 'ExecutionSample'],
    ['cap-drop=ALL, no-new-privileges', 'ExecutionSample'],
  ]
  const others: [MatrixTargetName, string][] = [
    ['JDK 17', 'ExecutionSample'],
    ['-XX:-EnableDynamicAgentLoading', 'CPUTimeSample'],
  ]
  test.each(byTier(usual, [...usual, ...others]))('%s', async (name, mechanism) => {
    await using container = await runMatrixTarget(name)
    const before = await lookAtJvm(container)
    const target = targetOf(before.hostPid, { version: mechanism === 'CPUTimeSample' ? '25.0.1' : '17.0.19' })
    const findings = await engine.examine(target, 'host')
    expect(
      Array.from(findings.values())
        .flat()
        .filter(({ level }) => level === 'blocked'),
    ).toEqual([])
    using recording = await recordDirectly(engine, target, { seconds: 8, events: ['cpu', 'alloc', 'lock'] })
    const profiles = await recording.profiles()
    const shares = (['cpu', 'alloc', 'lock'] as const).map((event) => {
      const { share, samples } = hotShareOf(profiles.get(event)!, event)
      return { event, share: Math.round(share * 100), samples }
    })
    await expectUntouched(container, before)
    expect(profiles.get('cpu')!.provenance).toMatchObject({ engine: 'jfr', event: 'cpu', mechanism, maxDepth: 256 })
    for (const { event, share, samples } of shares) {
      expect(samples, event).toBeGreaterThan(10)
      // A thread that has waited for a lock then waits for a CPU, longer on a busy machine.
      const within = event === 'lock' ? 20 : 12
      expect(Math.abs(share - (event === 'cpu' ? 60 : 70)), `${event} ${share}%`).toBeLessThan(within)
    }
    expect(await askJvm(before.hostPid, 'JFR.check')).toContain('No available recordings')
    expect(fs.existsSync(`/proc/${before.hostPid}/root${await readJfrRepository(before.hostPid)}`)).toBe(false)
    expect(await readJfrRepository(before.hostPid)).toMatch(/^\/tmp\/\d{4}_/)
  })
})
