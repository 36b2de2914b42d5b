/**
 * The collector is killed in every phase of a capture; its next start says so, and leaves no process and no file
 * behind.
 */
import fs from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Capture, captureStates } from '../contract/capture.ts'
import { runContainer, type TestContainer } from '../testing/hosts/containers.ts'
import { startTestCollector, type TestCollector } from '../testing/hosts/test-collector.ts'
import { filesOf, processesWith } from '../testing/hosts/left-behind.ts'
import { byTier } from '../testing/tier.ts'
import { waitUntil } from '../testing/wait-until.ts'

const phases = captureStates.slice(0, captureStates.indexOf('done'))
/** In odd rounds it dies when it enters the phase, in even ones later in it. */
const roundsPerPhase = byTier(2, 4)
const perf = { engine: 'perf', vantage: 'host' } as const

let collector: TestCollector
let container: TestContainer
let earlier: string

beforeAll(async () => {
  collector = await startTestCollector()
  container = await runContainer({ image: 'scratch-jdk17', env: { SHOP_PRICING: 'scan' } })
  const { id } = await collector.start(await collector.findTarget(await container.hostPid()), perf)
  earlier = (await collector.end(id)).id
})
afterAll(async () => {
  await container?.[Symbol.asyncDispose]()
  await collector?.[Symbol.asyncDispose]()
})

/** perf names the control group that it records, so the container. */
const recorders = () => processesWith(container.id).filter((line) => line.includes('perf record'))
/** All but the socket that a JVM keeps once it has answered on it. */
const lastingFiles = (hostPid: number) => filesOf(hostPid).filter((line) => !line.includes('/.java_pid'))

const rounds = phases.flatMap((phase) =>
  Array.from({ length: roundsPerPhase }, (_, round) => ({ phase, round: round + 1 })),
)

test.each(rounds)('killed while $phase, round $round', async ({ phase, round }) => {
  const hostPid = await container.hostPid()
  const files = lastingFiles(hostPid)
  // In odd rounds it dies when it enters the phase, in even ones later in it.
  const dies = round % 2 === 1
  if (dies) await collector.restart({ HEARTH_FAILPOINT: phase })
  const target = await collector.findTarget(hostPid)
  // Longer than the test waits, so that perf does not end because its time is over.
  const request = phase === 'recording' ? { ...perf, seconds: 60 } : perf
  const started = collector.start(target, request).catch(() => null)
  if (!dies) {
    const { id } = (await started)!
    await untilIn(id, phase)
    await collector.kill()
  } else await untilDead(started)

  // perf must end with its collector: it is unknown when that starts again.
  await waitUntil('perf has ended', () => recorders().length === 0)
  await collector.restart()
  const captures = await collector.client.call('listCaptures', {})
  const [latest] = captures
  expect(captures.some(({ state }) => state !== 'failed' && state !== 'saving' && state !== 'cancelled')).toBe(false)
  if (latest!.artefacts.length === 0) {
    expect(latest).toMatchObject({ state: 'failed', problem: { code: 'capture-interrupted' } })
    if (dies) expect(latest!.problem!.facts).toEqual({ phase, isClean: true })
  }
  expect(captures.find(({ id }) => id === earlier)?.artefacts).toHaveLength(1)
  expect((await collector.profileOf(earlier)).samples.length).toBeGreaterThan(0)

  expect(await container.jvmPids()).toEqual([hostPid])
  expect(lastingFiles(hostPid)).toEqual(files)
  expect(fs.readdirSync(`${collector.runDirectory}/work`)).toEqual([])
})

test('killed while async-profiler records: the next collector stops it, says so, and records with it at once', async () => {
  const hostPid = await container.hostPid()
  const files = lastingFiles(hostPid)
  const request = { engine: 'async-profiler', vantage: 'host' } as const
  const { id } = await collector.start(await collector.findTarget(hostPid), { ...request, seconds: 60 })
  await collector.waitFor(id, 'recording', ({ state }) => state === 'recording')
  await collector.kill()
  await collector.restart()
  const [latest] = await collector.client.call('listCaptures', {})
  expect(latest).toMatchObject({ id, problem: { facts: { phase: 'recording', isClean: true } } })
  expect(latest!.problem!.remedy).toContain('what it had started was ended')
  expect(lastingFiles(hostPid)).toEqual(files)
  const next = await collector.start(await collector.findTarget(hostPid), request)
  expect(await collector.end(next.id)).toMatchObject({ problem: null, partial: null })
})

test('afterwards the same JVM can be captured', async () => {
  const { id } = await collector.start(await collector.findTarget(await container.hostPid()), perf)
  expect(await collector.end(id)).toMatchObject({ problem: null, partial: null })
  expect(await container.logs()).not.toContain('Full thread dump')
})

/** Fails if the capture fails before the phase, since the collector would then not die. */
async function untilDead(started: Promise<Capture | null>): Promise<void> {
  const id = (await started)?.id
  await waitUntil('it has killed itself', async () => {
    if (collector.hasEnded()) return true
    const captures = await collector.client.call('listCaptures', {}).catch(() => [])
    expect(captures.find((capture) => capture.id === id)?.problem ?? null).toBeNull()
    return false
  })
}

/** Returns shortly after the capture has entered the phase, or when it has passed it. */
async function untilIn(captureId: string, phase: string): Promise<void> {
  const abort = new AbortController()
  for await (const event of collector.client.watch(abort.signal)) {
    const captures = event.type === 'snapshot' ? event.captures : event.type === 'capture' ? [event.capture] : []
    const capture = captures.find(({ id }) => id === captureId)
    if (capture?.phases.some(({ state }) => state === phase || state === 'failed')) break
  }
  abort.abort()
}
