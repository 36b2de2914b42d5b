/**
 * Captures in a real cluster: `npm run test:cluster`, with what Hearth itself is given (HEARTH_KUBECONFIG, HEARTH_KUBERNETES_IMAGE,
 * HEARTH_KUBERNETES_CALLBACK, an address of this machine that pods reach) and HEARTH_TEST_POD, how the name of a pod of
 * the demo shop begins, after its namespace: `team/shop17`.
 */
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { type Capture, type CaptureRequest, captureRequestSchema } from '../contract/capture.ts'
import { isFinal } from '../contract/capture-state.ts'
import { podWays } from '../contract/pod-ways.ts'
import type { Pod } from '../contract/pods.ts'
import { decodeProfile } from '../profile/encoding/encode.ts'
import { rankTopMethods } from '../profile/tree/top-methods.ts'
import type { Server } from '../server/server.ts'
import type { Store } from '../store/store.ts'
import { waitUntil } from '../testing/wait-until.ts'
import type { ClusterClient } from './cluster-client.ts'
import { createClusters } from './clusters.ts'
import { jobNameOf } from './job-manifest.ts'
import { apiPodSchema } from './read-pods.ts'
import { type Dashboard, startDashboard } from './testing/start-dashboard.ts'

const podWord = process.env['HEARTH_TEST_POD']

describe.skipIf(podWord === undefined)('in a real cluster', () => {
  let dashboard: Dashboard
  let store: Store
  let server: Server
  let client: ClusterClient
  let pod: Pod

  beforeAll(async () => {
    const { hostname, port } = new URL(process.env['HEARTH_KUBERNETES_CALLBACK']!)
    dashboard = await startDashboard({ env: process.env, address: { hostname, port: Number(port || 80) } })
    ;({ store, server } = dashboard)
    client = dashboard.clients[0]!
    const find = () =>
      server.host.snapshot().pods.find(({ namespace, name }) => `${namespace}/${name}`.startsWith(podWord!))
    await waitUntil('the pod is listed', () => find() !== undefined, 60_000)
    pod = find()!
  }, 120_000)
  afterAll(() => dashboard[Symbol.asyncDispose]())

  const start = async (seconds: number, more: Partial<CaptureRequest> = {}): Promise<string> => {
    const request = captureRequestSchema.parse({ targetId: pod.id, seconds, ...more })
    return (await server.captures.start({ request, person: 'owner', owner: 'owner', key: null })).capture.id
  }
  const find = async (id: string): Promise<Capture> => (await server.captures.find(id))!
  const ended = async (id: string): Promise<Capture> => {
    await waitUntil('it has ended', async () => isFinal((await find(id)).state), 180_000)
    return find(id)
  }
  const isRecording = (id: string) =>
    waitUntil('it records', async () => ['recording', 'failed'].includes((await find(id)).state), 120_000)
  const path = () => `/apis/batch/v1/namespaces/${readConfig(process.env).kubernetes!.namespace}/jobs/${jobNameOf(pod)}`
  const noJobIsLeft = () =>
    waitUntil(
      'no Job is left',
      () =>
        client.request('GET', path(), { what: 'look' }).then(
          () => false,
          () => true,
        ),
      30_000,
    )
  const runningBeside = async () => {
    const query = `fieldSelector=${encodeURIComponent(`metadata.namespace=${pod.namespace},metadata.name=${pod.name}`)}`
    const { items } = (await client.request('GET', `/api/v1/pods?${query}`, { what: 'look' })) as { items: unknown[] }
    return apiPodSchema.parse(items[0]).status.ephemeralContainerStatuses.filter(({ state }) => state.running)
  }
  const restarts = () => server.host.snapshot().pods.find(({ id }) => id === pod.id)?.restarts

  test('the ways that the cluster permits are found out before', async () => {
    const { ways } = await server.host.examinePod(pod.id)
    expect(ways).toEqual(podWays.map((way) => ({ way, findings: [] })))
    await noJobIsLeft()
  })

  test.for([
    ['auto', 'auto'],
    ['job', 'perf'],
    ['job', 'async-profiler'],
    ['job', 'jfr'],
    ['ephemeral', 'async-profiler'],
    ['ephemeral', 'jfr'],
  ] as const)(
    'a JVM is profiled by way %s with engine %s, and is left as it was',
    { timeout: 240_000 },
    async ([podWay, engine]) => {
      const capture = await ended(await start(5, { podWay, engine }))
      expect(capture).toMatchObject({ state: 'done', problem: null })
      const profile = (await store.profiles.list()).find(({ id }) => id === capture.profiles[0]?.profileId)
      expect(profile).toMatchObject({ host: pod.node, service: `${pod.namespace}/${pod.workload.name}`, javaNamed: 1 })
      if (engine !== 'auto') expect(profile?.engine).toBe(engine)
      const bytes = gunzipSync(await buffer((await store.profiles.open(profile!.id))!.stream))
      expect(rankTopMethods(decodeProfile(Uint8Array.from(bytes)), null, 1)[0]?.name).toBe(
        'shop.pricing.PriceRules.findWinningRule',
      )
      await noJobIsLeft()
      await waitUntil(
        'no container of Hearth runs in the pod',
        async () => (await runningBeside()).length === 0,
        30_000,
      )
      expect(restarts()).toBe(pod.restarts)
    },
  )

  test('no second capture begins beside one, by whichever way and from whichever dashboard', async () => {
    const report = (error: unknown) => console.error(error)
    const kubernetes = readConfig(process.env).kubernetes!
    const second = { clients: [client], kubernetes, directory: join(dashboard.directory, 'second'), atOnce: 5, report }
    const other = createClusters(second)
    await other.start()
    try {
      for (const podWay of podWays) {
        const first = await start(60, { podWay })
        await isRecording(first)
        expect(await find(first)).toMatchObject({ state: 'recording', problem: null })
        const examine = async () =>
          (await other.call('examinePod', { podId: pod.id })).ways.find(({ way }) => way === podWay)
        await waitUntil(
          'the other one sees it',
          async () => (await examine())?.findings[0]?.code === 'job-exists',
          30_000,
        )
        await server.captures.cancel(first)
        expect((await ended(first)).state).toBe('cancelled')
        await waitUntil('nothing of it runs', async () => (await runningBeside()).length === 0, 30_000)
        await noJobIsLeft()
        await waitUntil('the other one sees that', async () => (await examine())?.findings.length === 0, 30_000)
      }
    } finally {
      await other.stop()
    }
    expect(restarts()).toBe(pod.restarts)
  }, 400_000)

  test('a Job that is deleted fails its capture, and one that is cancelled is removed; the JVM lives', async () => {
    const deleted = await start(60)
    await isRecording(deleted)
    await client.request('DELETE', `${path()}?propagationPolicy=Background`, { what: 'delete' })
    expect(await ended(deleted)).toMatchObject({ state: 'failed', problem: { code: 'job-ended' } })
    await noJobIsLeft()
    const cancelled = await start(60)
    await isRecording(cancelled)
    await server.captures.cancel(cancelled)
    expect((await ended(cancelled)).state).toBe('cancelled')
    await noJobIsLeft()
    expect(restarts()).toBe(pod.restarts)
  }, 400_000)
})
