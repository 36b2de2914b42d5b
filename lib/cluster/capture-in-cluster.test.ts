/**
 * Captures in a real cluster: `npm run test:cluster`, with what Hearth itself is given (HEARTH_KUBECONFIG, HEARTH_KUBERNETES_IMAGE,
 * HEARTH_KUBERNETES_CALLBACK, an address of this machine that pods reach) and HEARTH_TEST_POD, a word in the name of a pod whose JVM is busy.
 */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startCollectorServer } from '../collector/socket-server.ts'
import { readConfig } from '../config.ts'
import type { Capture } from '../contract/capture.ts'
import { captureRequestSchema } from '../contract/capture.ts'
import { isFinal } from '../contract/capture-state.ts'
import type { Pod } from '../contract/pods.ts'
import { createServer, type Server } from '../server/server.ts'
import { createFakeCollector } from '../server/testing/fake-collector.ts'
import { openStore, type Store } from '../store/store.ts'
import { waitUntil } from '../testing/wait-until.ts'
import { createHttpServer } from '../web/http-server.ts'
import { type ClusterClient, openClusters } from './cluster-client.ts'
import { type Clusters, createClusters } from './clusters.ts'
import { jobNameOf } from './job-manifest.ts'

const podWord = process.env['HEARTH_TEST_POD']

describe.skipIf(podWord === undefined)('in a real cluster', () => {
  let directory = ''
  let store: Store
  let server: Server
  let clusters: Clusters
  let client: ClusterClient
  let pod: Pod
  const ends: (() => unknown)[] = []

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'hearth-cluster-'))
    const config = readConfig({ ...process.env, HEARTH_DATA: directory, HEARTH_RUN: directory })
    const kubernetes = config.kubernetes!
    const clients = await openClusters(kubernetes)
    client = clients[0]!
    const report = (error: unknown) => console.error(error)
    clusters = createClusters({ clients, kubernetes, directory: join(directory, 'kubernetes'), atOnce: 5, report })
    await clusters.start()
    const ids = { allowedUids: new Set([process.getuid!()]), gid: process.getgid!() }
    const { acceptLine } = clusters
    const socket = await startCollectorServer(clusters, { socketPath: kubernetes.socket, ...ids, report, acceptLine })
    store = await openStore(directory)
    server = createServer({ config, store, collector: createFakeCollector(), port: 1 })
    const http = createHttpServer(
      (_, response) => void response.writeHead(404).end(),
      false,
      (request, line, head) => void server.remoteCollectors.upgrade(request, line, head),
    )
    const { hostname, port } = new URL(kubernetes.callback!)
    http.listen(Number(port || 80), hostname)
    await once(http, 'listening')
    ends.push(
      () => server.stop(),
      () => http.closeAllConnections(),
      () => http.close(),
      () => socket.close(),
      () => clusters.stop(),
      () => store.close(),
    )
    const find = () => server.host.snapshot().pods.find(({ name }) => name.includes(podWord!))
    await waitUntil('the pod is listed', () => find() !== undefined, 60_000)
    pod = find()!
  }, 120_000)
  afterAll(async () => {
    for (const end of ends) await end()
    rmSync(directory, { recursive: true, force: true })
  })

  const start = async (seconds: number): Promise<string> => {
    const request = captureRequestSchema.parse({ targetId: pod.id, seconds })
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
  const restarts = () => server.host.snapshot().pods.find(({ id }) => id === pod.id)?.restarts

  test('a JVM is profiled by a Job, which is gone afterwards', async () => {
    const capture = await ended(await start(5))
    expect(capture).toMatchObject({ state: 'done', problem: null })
    const [profile] = await store.profiles.list()
    expect(profile).toMatchObject({ host: pod.node, service: `${pod.namespace}/${pod.workload.name}`, javaNamed: 1 })
    await noJobIsLeft()
    expect(restarts()).toBe(pod.restarts)
  }, 240_000)

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
