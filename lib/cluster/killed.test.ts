/**
 * A container of Hearth that was killed in the middle of a capture: another one removes what it had made at the JVM.
 */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fromOutside } from '../contract/one-shot.ts'
import { Problem } from '../errors.ts'
import { createFakeCollector } from '../server/testing/fake-collector.ts'
import { sampleTarget } from '../testing/samples.ts'
import { waitUntil } from '../testing/wait-until.ts'
import { askedOf, type CaptureScene, startCaptureScene } from './testing/stolen-token.ts'

let scene: CaptureScene
beforeEach(async () => {
  scene = await startCaptureScene()
})
afterEach(() => scene[Symbol.asyncDispose]())

const failed = (reason: string) => ({ type: 'Failed', status: 'True', reason })
const disrupted = { type: 'DisruptionTarget', status: 'True', reason: 'EvictionByEvictionAPI' }
const cleanup = [{ kind: 'container-file', hostPid: 1, startTicks: '1', path: '/tmp/.hearth-1.jfr', before: null }]

/** Killed after it had made this. */
async function killOne(made: typeof cleanup): Promise<string> {
  const { id, token } = await scene.begin('shop', { podWay: 'ephemeral' })
  const collector = createFakeCollector([sampleTarget({ id: 'e'.repeat(16) })])
  collector.cleanup = made
  const { line } = scene.dial(token, collector)
  const capture = await askedOf(collector)
  collector.emitCapture({ ...capture, state: 'recording' })
  const asked = () => collector.called.filter((call) => call === `readCleanup ${capture.id}`).length
  await waitUntil('it was asked', () => asked() >= 2) // at the start, and as it records
  // By the time that it asks again, an answer that was sent before the event has come: one event may overtake the
  // answer of its time.
  for (const samples of [1, 2]) {
    collector.emitCapture({ ...capture, state: 'recording', samples })
    await waitUntil('it asks once more', () => asked() >= 2 + samples)
  }
  await waitUntil('it records', async () => (await scene.find(id)).state === 'recording')
  await line.stop()
  scene.cluster.endEphemeral('shop', 'Killed')
  return id
}

test('the next container has the order to remove that, and has done so when it connects', async () => {
  const id = await killOne(cleanup)
  const { oneShot } = await waitUntil('another was made', () => scene.cluster.made[1]!)
  expect(oneShot.cleanup).toEqual(cleanup)
  const { states } = scene.dial(oneShot.token, createFakeCollector())
  await waitUntil('it connects', () => states.length > 0)
  scene.cluster.endEphemeral('shop', '')
  const { problem } = await scene.isEnded(id)
  expect(problem).toMatchObject({ code: 'job-ended', facts: { isClean: true }, remedy: 'Profile it again.' })
})

test('where that fails, the capture says what may be left', async () => {
  const id = await killOne(cleanup)
  await waitUntil('another was made', () => scene.cluster.made.length === 2)
  scene.cluster.endEphemeral('shop', 'Killed')
  expect((await scene.isEnded(id)).problem?.remedy).toContain('/tmp/.hearth-*')
})

test.each([
  ['its deadline', /longer than its deadline/, {}, { conditions: [failed('DeadlineExceeded')] }],
  ['a drained node', /as when a node is drained/, { conditions: [disrupted] }, {}],
  [
    'a node without memory',
    /its node evicted its pod, “low on memory”/,
    { reason: 'Evicted', message: 'low on memory' },
    {},
  ],
  ['a person who deleted its pod', /its pod was deleted/, {}, {}],
])('a Job that was ended by %s says so, not that it was ended from outside', async (_, reason, status, jobStatus) => {
  const { id } = await scene.begin('shop', { podWay: 'job' })
  const ended = new Problem('job-ended', { way: 'job', reason: fromOutside })
  scene.cluster.endJobPod(JSON.stringify({ problem: ended }), status, jobStatus)
  expect((await scene.isEnded(id)).problem).toMatchObject({
    code: 'job-ended',
    facts: { reason: expect.stringMatching(reason) as string },
  })
})

test('one that had made nothing is not followed by another', async () => {
  expect((await scene.isEnded(await killOne([]))).problem).toMatchObject({
    code: 'job-ended',
    remedy: 'Profile it again.',
  })
  expect(scene.cluster.made).toHaveLength(1)
})
