import { expect, test } from 'vitest'
import { fromOutside } from '../contract/one-shot.ts'
import { Problem } from '../errors.ts'
import { explainJob, explainPod } from './explain-job.ts'
import { apiPodSchema, containerIdOf, podsOf, workloadOf } from './read-pods.ts'

const id = 'a3'.repeat(32)
const owner = (kind: string, name: string) => [{ kind, name, controller: true }]
const pod = (status: object, metadata: object = {}) =>
  apiPodSchema.parse({
    metadata: { name: 'checkout-84f8-x', namespace: 'shop', uid: 'u', ...metadata },
    spec: { nodeName: 'node1', containers: [{ name: 'app', image: 'registry.example/shop:1.4' }] },
    status: { phase: 'Running', ...status },
  })
const running = { name: 'app', containerID: `containerd://${id}`, imageID: `x@sha256:${'b'.repeat(64)}`, ready: true }

test('containers that run are listed, by the names that every runtime gives them', () => {
  const state = { running: { startedAt: '2026-11-24T06:00:00Z' } }
  const [listed, ...more] = podsOf('lab', pod({ containerStatuses: [{ ...running, state }] }))
  expect(more).toEqual([])
  expect(listed).toMatchObject({
    ...{ cluster: 'lab', namespace: 'shop', node: 'node1', containerId: id, isReady: true },
    ...{ image: 'registry.example/shop:1.4', imageDigest: `sha256:${'b'.repeat(64)}` },
    startedAt: Date.parse('2026-11-24T06:00:00Z'),
  })
  expect(podsOf('lab', pod({ containerStatuses: [{ ...running, state: { waiting: {} } }] }))).toEqual([])
  expect(podsOf('lab', pod({}))).toEqual([])
  for (const runtime of ['containerd', 'cri-o', 'docker']) expect(containerIdOf(`${runtime}://${id}`)).toBe(id)
  for (const odd of [undefined, '', id, 'containerd://', `containerd://${id}/../x`])
    expect(containerIdOf(odd)).toBeNull()
})

test('a workload is what people made: the Deployment behind a ReplicaSet, the CronJob behind a Job', () => {
  const of = (kind: string, name: string, labels = {}) =>
    workloadOf(pod({}, { labels, ownerReferences: owner(kind, name) }).metadata)
  expect(of('ReplicaSet', 'checkout-84f8', { 'pod-template-hash': '84f8' })).toEqual({
    kind: 'Deployment',
    name: 'checkout',
  })
  expect(of('ReplicaSet', 'by-hand')).toEqual({ kind: 'ReplicaSet', name: 'by-hand' })
  expect(of('Job', 'nightly-29399520')).toEqual({ kind: 'CronJob', name: 'nightly' })
  expect(of('Job', 'once')).toEqual({ kind: 'Job', name: 'once' })
  expect(of('StatefulSet', 'db')).toEqual({ kind: 'StatefulSet', name: 'db' })
  expect(workloadOf(pod({}).metadata)).toEqual({ kind: 'Pod', name: 'checkout-84f8-x' })
})

test('why a Job did not start or ended is said as far as Kubernetes tells', () => {
  const explain = (state: object, more = {}) =>
    explainPod(pod({ containerStatuses: [{ name: 'capture', state }], ...more }), 'node1')
  expect(explain({ running: {} })).toBeNull()
  expect(explain({ waiting: { reason: 'ContainerCreating' } })).toBeNull()
  const missing = explain({ waiting: { reason: 'ErrImageNeverPull', message: 'not present' } })
  expect(missing?.toJSON()).toMatchObject({
    code: 'job-image-missing',
    facts: { image: 'registry.example/shop:1.4', node: 'node1', reason: 'ErrImageNeverPull, not present' },
  })
  expect(explain({ waiting: { reason: 'CreateContainerError' } })?.code).toBe('job-not-started')
  expect(explain({ terminated: { exitCode: 137, reason: 'OOMKilled' } })?.message).toMatch(/more memory than its limit/)
  const said = JSON.stringify({
    problem: {
      type: 'about:blank',
      status: 410,
      title: '',
      remedy: '',
      code: 'target-gone',
      facts: { target: 'shop/x' },
    },
  })
  expect(explain({ terminated: { exitCode: 1, message: said } })?.code).toBe('target-gone')
  expect(explain({ terminated: { exitCode: 1, message: said.slice(0, 40) } })?.code).toBe('job-ended')
  expect(explainPod(pod({ phase: 'Failed', reason: 'OutOfmemory' }), 'node1')?.message).toMatch(/OutOfmemory/)
})

test('what ended the pod of a Job is said, not how its program ended by it', () => {
  const endedFromOutside = JSON.stringify({ problem: new Problem('job-ended', { way: 'job', reason: fromOutside }) })
  const gone = JSON.stringify({ problem: new Problem('target-gone', { target: 'shop/x' }) })
  const explain = (terminated: object, more: object) =>
    explainPod(pod({ containerStatuses: [{ name: 'capture', state: { terminated } }], ...more }), 'node1')
  const messageOf = (more: object, message = endedFromOutside) => explain({ exitCode: 1, message }, more)?.message
  const disrupted = (reason: string, message = '') => ({
    conditions: [{ type: 'DisruptionTarget', status: 'True', reason, message }],
  })

  const evicted = { phase: 'Failed', reason: 'Evicted', message: 'The node was low on resource: memory.' }
  expect(messageOf(evicted)).toMatch(/: its node evicted its pod, “The node was low on resource: memory\.”\.$/)
  expect(explain({ exitCode: 137, reason: 'Error' }, evicted)?.message).toMatch(/its node evicted its pod/)
  expect(messageOf({ phase: 'Failed', reason: 'DeadlineExceeded' })).toMatch(/longer than its deadline/)
  expect(messageOf({ phase: 'Failed', reason: 'NodeShutdown', message: 'bye' })).toMatch(/: NodeShutdown, bye\.$/)
  expect(messageOf(disrupted('PreemptionByScheduler'))).toMatch(/make way for a pod of higher priority/)
  expect(messageOf(disrupted('EvictionByEvictionAPI'))).toMatch(/its pod was evicted, as when a node is drained/)
  expect(messageOf(disrupted('NewReason', 'so it is'))).toMatch(/: NewReason, so it is\.$/)
  // With any state of the pod these are the container's own reasons.
  expect(explain({ exitCode: 1, message: gone }, evicted)?.code).toBe('target-gone')
  expect(explain({ exitCode: 137, reason: 'OOMKilled' }, { phase: 'Failed' })?.message).toMatch(/more memory/)
  expect(messageOf({ phase: 'Failed' })).toMatch(/ended from outside/)
  // The condition stands before the container ends, which first puts the JVM back as it was.
  const running = [{ name: 'capture', state: { running: {} } }]
  expect(explainPod(pod({ containerStatuses: running, ...disrupted('EvictionByEvictionAPI') }), 'node1')).toBeNull()
})

test('a Job that lost its pod tells whether its deadline or people ended it', () => {
  const job = (conditions: object[], metadata = {}) => explainJob({ metadata, status: { conditions } }).message
  expect(job([{ type: 'Failed', status: 'True', reason: 'DeadlineExceeded' }])).toMatch(/longer than its deadline/)
  expect(job([], { deletionTimestamp: 'now' })).toMatch(/it was deleted/)
  expect(job([])).toMatch(/its pod was deleted/)
  const drained = { type: 'DisruptionTarget', status: 'True', reason: 'EvictionByEvictionAPI' }
  const last = pod({ conditions: [drained] })
  expect(explainJob({ metadata: {}, status: {} }, last).message).toMatch(/as when a node is drained/)
  expect(explainJob({ odd: true }).message).toMatch(/its pod was deleted/)
})
