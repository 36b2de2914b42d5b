/**
 * What is killed in the middle of a capture, in a real cluster: each has its honest end, and nothing is left. `npm run
 * test:cluster`; CONTRIBUTING.md says what it needs.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { readConfig } from '../config.ts'
import { podWays } from '../contract/pod-ways.ts'
import { type ClusterDashboard, clusterPod, startClusterDashboard } from './testing/cluster-dashboard.ts'
import { type CutLine, openCutLine } from '../testing/hosts/cut-line.ts'
import { waitUntil } from '../testing/wait-until.ts'
import { type ClusterClient, openClusters } from './cluster-client.ts'
import { jobNameOf } from './job-manifest.ts'

const administrator = process.env['KUBECONFIG']
const kubelet = process.env['HEARTH_TEST_KUBELET']

describe.skipIf(clusterPod === undefined || administrator === undefined)('killed in a real cluster', () => {
  let directory = ''
  let admin: ClusterClient
  let line: CutLine
  let dashboard: ClusterDashboard
  const { namespace } = readConfig(process.env).kubernetes ?? { namespace: '' }

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'hearth-kills-'))
    admin = (await openClusters(readConfig({ HEARTH_KUBECONFIG: administrator! }).kubernetes!))[0]!
    const cut = await cutKubeconfig(process.env['HEARTH_KUBECONFIG']!, join(directory, 'kubeconfig'))
    line = cut.line
    dashboard = await startClusterDashboard(directory, { HEARTH_KUBECONFIG: cut.path })
  }, 120_000)
  beforeEach(() => aPodIsReady())
  afterAll(async () => {
    await dashboard.stop()
    await line[Symbol.asyncDispose]()
    rmSync(directory, { recursive: true, force: true })
  }, 60_000)

  const aPodIsReady = async (isRight = (_id: string) => true): Promise<void> => {
    const isSo = () =>
      dashboard.pods().length === 1 && dashboard.pods().every(({ id, isReady }) => isReady && isRight(id))
    await waitUntil('one pod is listed, and ready', isSo, 120_000)
  }
  const remove = (path: string) => admin.request('DELETE', path, { what: 'kill' })
  const podsOfJobs = async () => {
    const path = `/api/v1/namespaces/${namespace}/pods?labelSelector=app.kubernetes.io/component%3Dcapture`
    const { items } = (await admin.request('GET', path, { what: 'look' })) as { items: { metadata: Metadata }[] }
    return items.map(({ metadata }) => metadata)
  }
  const nothingIsLeft = async (pod = dashboard.pod()!) => {
    await dashboard.noJobIsLeft(pod)
    await waitUntil('no pod of Hearth is left', async () => (await podsOfJobs()).length === 0, 90_000)
    await waitUntil('nothing runs beside it', async () => (await dashboard.runningBeside(pod)).length === 0, 60_000)
  }
  /** It can be profiled again, and was not restarted. */
  const isAsBefore = async ({ id, restarts } = dashboard.pod()!) => {
    const again = await dashboard.ended(await dashboard.start(3))
    expect(again).toMatchObject({ state: 'done', problem: null, partial: null })
    await nothingIsLeft()
    expect(dashboard.pod()).toMatchObject({ id, restarts })
  }

  test('the Job is deleted', async () => {
    const before = dashboard.pod()!
    const id = await dashboard.start(60)
    await dashboard.recording(id)
    await remove(`/apis/batch/v1/namespaces/${namespace}/jobs/${jobNameOf(before)}?propagationPolicy=Background`)
    expect(await dashboard.ended(id)).toMatchObject({ state: 'failed', problem: { code: 'job-ended' } })
    await nothingIsLeft()
    await isAsBefore(before)
  }, 400_000)

  test.for([
    ['with its time to end', ''],
    ['at once', '?gracePeriodSeconds=0'],
  ])('the pod of the Job is deleted %s', { timeout: 400_000 }, async ([, query]) => {
    const before = dashboard.pod()!
    const id = await dashboard.start(60)
    await dashboard.recording(id)
    const [pod] = await podsOfJobs()
    await remove(`/api/v1/namespaces/${namespace}/pods/${pod!.name}${query}`)
    const { state, problem } = await dashboard.ended(id)
    expect({ state, problem }).toMatchObject({ state: 'failed', problem: { code: 'job-ended' } })
    await nothingIsLeft()
    await isAsBefore(before)
  })

  test.for(podWays)('the pod of the target is deleted, by way %s', { timeout: 400_000 }, async (podWay) => {
    const before = dashboard.pod()!
    const id = await dashboard.start(60, { podWay })
    await dashboard.recording(id)
    await remove(`/api/v1/namespaces/${before.namespace}/pods/${before.name}`)
    const { state, problem, partial } = await dashboard.ended(id)
    // What a Job had recorded is kept; an ephemeral container ends with its pod.
    if (podWay === 'job') {
      expect({ state, problem }).toEqual({ state: 'done', problem: null })
      expect(partial).toMatch(/^the JVM ended after \d/)
    } else expect({ state, problem }).toMatchObject({ state: 'failed', problem: { code: 'target-gone' } })
    await dashboard.noJobIsLeft(before)
    await aPodIsReady((pod) => pod !== before.id)
    await isAsBefore()
  })

  test('the API does not answer for 30 s, from the middle of a capture to beyond its end', async () => {
    const before = dashboard.pod()!
    const id = await dashboard.start(10)
    await dashboard.recording(id)
    line.cut()
    const until = sleep(30_000)
    const ended = await dashboard.ended(id)
    expect(ended).toMatchObject({ state: 'done', problem: null, partial: null })
    const refused = await dashboard.ended(await dashboard.start(3))
    expect(refused).toMatchObject({ state: 'failed', problem: { code: 'cluster-unreachable' } })
    expect(dashboard.pod()).toMatchObject({ id: before.id })
    await until
    line.mend()
    await nothingIsLeft(before)
    await isAsBefore(before)
  }, 400_000)

  test('the program that holds the credentials is killed', async () => {
    const before = dashboard.pod()!
    const id = await dashboard.start(60)
    await dashboard.recording(id)
    await dashboard.killClusters()
    await dashboard.startClusters()
    expect(await dashboard.ended(id)).toMatchObject({ state: 'failed', problem: { code: 'capture-interrupted' } })
    await waitUntil('the pod is listed', () => dashboard.pod() !== undefined)
    await nothingIsLeft(before)
    await isAsBefore(before)
  }, 400_000)

  test('the web program is started again: the capture goes on', async () => {
    const before = dashboard.pod()!
    const id = await dashboard.start(10)
    await dashboard.recording(id)
    await dashboard.restartWeb()
    expect(await dashboard.ended(id)).toMatchObject({ state: 'done', problem: null, partial: null })
    await nothingIsLeft(before)
  }, 400_000)

  test.skipIf(kubelet === undefined)(
    'the kubelet ends, while a capture is under way and before one begins',
    async () => {
      const before = dashboard.pod()!
      const control = (action: string) => execFileSync(kubelet!, [action, before.node])
      const id = await dashboard.start(20)
      await dashboard.recording(id)
      control('stop')
      try {
        expect(await dashboard.ended(id)).toMatchObject({ state: 'done', problem: null, partial: null })
      } finally {
        control('start')
      }
      await nothingIsLeft(before)
      control('stop')
      try {
        const late = await dashboard.ended(await dashboard.start(5, { podWay: 'job' }))
        expect(late).toMatchObject({ state: 'failed', problem: { code: 'job-not-started' } })
        expect(late.problem?.title).toContain(before.node)
      } finally {
        control('start')
      }
      await nothingIsLeft(before)
      await isAsBefore()
    },
    900_000,
  )
})

interface Metadata {
  readonly name: string
}

interface Kubeconfig {
  readonly clusters: { readonly cluster: { server: string; 'tls-server-name'?: string } }[]
}

/** The same credential, by a line that can be cut. */
async function cutKubeconfig(from: string, path: string): Promise<{ line: CutLine; path: string }> {
  const kubeconfig = parse(readFileSync(from, 'utf8')) as Kubeconfig
  const cluster = kubeconfig.clusters[0]!.cluster
  const { hostname, port } = new URL(cluster.server)
  const line = await openCutLine({ host: hostname, port: Number(port || 443) })
  cluster.server = `https://127.0.0.1:${line.port}`
  cluster['tls-server-name'] ??= hostname
  writeFileSync(path, stringify(kubeconfig), { mode: 0o600 })
  return { line, path }
}
