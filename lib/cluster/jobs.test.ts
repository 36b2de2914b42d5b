/** Jobs, by an API that answers as each test says. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Problem } from '../errors.ts'
import { sampleClusterConfig, samplePod } from '../testing/samples.ts'
import { ApiRefusal, type ClusterClient, clientsOf } from './cluster-client.ts'
import { createJobLines } from './job-lines.ts'
import { createJobs } from './jobs.ts'
import { apiPodSchema } from './read-pods.ts'

type Answer = (path: string) => unknown

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

const pod = samplePod()
const refusal = (status: number, reason: string, message = reason) => new ApiRefusal(status, 'act', { message, reason })

/** Makes Jobs. `answers`: by method, what the API says; it throws what is an error. */
async function start(answers: Partial<Record<string, Answer>>) {
  const sent: string[] = []
  const reported: unknown[] = []
  const client: Pick<ClusterClient, 'name' | 'request'> = {
    name: pod.cluster,
    async request(method, path) {
      sent.push(method)
      const answer = answers[method]?.(path) ?? { metadata: { uid: 'uid-of-job' } }
      if (answer instanceof Error) throw answer
      return answer
    },
  }
  const jobs = createJobs({
    clients: clientsOf([client as ClusterClient]),
    config: { ...sampleClusterConfig, kubeconfig: '', contexts: [], socket: '' },
    lines: createJobLines(),
    report: (error) => reported.push(error),
  })
  const request = { mode: 'timed', seconds: 1 } as const
  const make = () => jobs.make({ pod, captureId: '0'.repeat(32), request, attach: () => {} }, AbortSignal.any([]))
  return { jobs, make, reported, count: (method: string) => sent.filter((one) => one === method).length }
}

test.each([
  ['too many requests', refusal(429, 'TooManyRequests')],
  ['an internal error', refusal(500, 'InternalError')],
  ['not available', refusal(503, 'ServiceUnavailable')],
  ['a conflict that is not about its uid', refusal(409, 'Conflict', 'Operation cannot be fulfilled')],
  ['no answer', new Problem('cluster-unreachable', { cluster: 'lab', reason: 'ECONNREFUSED' })],
])('the removal of a Job is tried again after %s', async (_, error) => {
  let refused = 2
  const { make, count, reported } = await start({ DELETE: () => (refused-- > 0 ? error : {}) })
  await (await make()).remove()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([count('DELETE'), reported]).toEqual([3, []])
})

test.each([
  ['it is gone', refusal(404, 'NotFound'), 0],
  [
    'a later one has its name',
    refusal(409, 'Conflict', 'the UID in the precondition (a) does not match the UID in record (b)'),
    0,
  ],
  ['Hearth may not', refusal(403, 'Forbidden'), 1],
])('the removal of a Job is not tried again where %s', async (_, error, reports) => {
  const { make, count, reported } = await start({ DELETE: () => error })
  await (await make()).remove()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([count('DELETE'), reported.length]).toEqual([1, reports])
})

test.each([
  ['exists', refusal(409, 'AlreadyExists'), 'job-exists'],
  [
    'meets a quota that changes at the same time',
    refusal(409, 'Conflict', 'Operation cannot be fulfilled on resourcequotas "jobs": the object has been modified'),
    'cluster-refused',
  ],
])('a Job that %s is refused with the reason', async (_, error, code) => {
  const { make } = await start({ POST: () => error })
  await expect(make()).rejects.toMatchObject({ code })
})

const event = (reason: string, more: object = {}) => ({ reason, message: `${reason} of the test`, ...more })

test('why no pod was made is looked for among all events, the one that occurred last first', async () => {
  const items = [
    event('FailedCreate', { message: 'exceeded quota', lastTimestamp: '2026-11-30T10:05:00Z' }),
    event('FailedCreate', { message: 'an older reason', lastTimestamp: '2026-11-30T10:01:00Z' }),
    event('Other', { lastTimestamp: '2026-11-30T10:09:00Z' }),
  ]
  const { make } = await start({ GET: () => ({ items }) })
  const { failed } = await make()
  await vi.advanceTimersByTimeAsync(4_000)
  expect(failed.reason).toMatchObject({ code: 'job-not-started', facts: { reason: 'FailedCreate, exceeded quota' } })
})

const waitingPod = apiPodSchema.parse({
  metadata: {
    ...{ name: 'capture', namespace: 'hearth', uid: 'uid-of-pod' },
    labels: { 'controller-uid': 'uid-of-job' },
  },
  spec: { containers: [{ name: 'capture' }] },
  status: { containerStatuses: [{ name: 'capture', state: { waiting: { reason: 'ContainerCreating' } } }] },
})

test.each([
  ['repeated, as the core API says it', { lastTimestamp: '2026-11-30T10:09:00Z', eventTime: null }],
  [
    'repeated, as events.k8s.io says it',
    { eventTime: '2026-11-30T10:00:00.000001Z', series: { lastObservedTime: '2026-11-30T10:09:00.000001Z' } },
  ],
])('a container that does not connect is explained by the event that occurred last: %s', async (_, repeated) => {
  const items = [
    event('FailedMount', repeated),
    event('FailedScheduling', { lastTimestamp: '2026-11-30T10:05:00Z' }),
    event('NoTime'),
  ]
  const { make, jobs } = await start({ GET: () => ({ items }) })
  const { failed } = await make()
  jobs.receivePod('uid-of-pod', waitingPod)
  await vi.advanceTimersByTimeAsync(300_000)
  expect(String((failed.reason as Problem).message)).toContain('FailedMount')
})
