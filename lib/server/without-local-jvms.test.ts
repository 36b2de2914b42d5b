/** HEARTH_LOCAL_JVMS=0: a dashboard that lists no JVMs of its own host, as in a cluster. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { captureRequestSchema } from '../contract/capture.ts'
import { liveEventSchema } from '../contract/live-events.ts'
import { openStore, type Store } from '../store/store.ts'
import { samplePod, sampleTarget } from '../testing/samples.ts'
import { waitUntil } from '../testing/wait-until.ts'
import { createServer, type Server } from './server.ts'
import { createFakeCollector } from './testing/fake-collector.ts'
import { serveFakeCollector } from './testing/serve-fake-collector.ts'

const local = createFakeCollector([sampleTarget()])
let directory = ''
let store: Store
let server: Server
let endClusters: () => Promise<void>
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'hearth-without-'))
  const env = { HEARTH_DATA: directory, HEARTH_RUN: directory, HEARTH_LOCAL_JVMS: '0', HEARTH_KUBECONFIG: 'in-cluster' }
  const config = readConfig(env)
  endClusters = await serveFakeCollector(createFakeCollector([], [], [samplePod()]), config.kubernetes!.socket)
  store = await openStore(directory)
  server = createServer({ config, store, collector: local, port: 1 })
})
afterEach(async () => {
  await server.stop()
  await endClusters()
  await store.close()
  rmSync(directory, { recursive: true, force: true })
})

test('has pods and no host, and nothing that could be wrong with one', async () => {
  await waitUntil('the pod is listed', () => server.host.snapshot().pods.length === 1)
  const { collectors, targets, health, collector } = server.host.snapshot()
  expect(collectors.map(({ id, problem }) => [id, problem])).toEqual([['kubernetes', null]])
  expect({ targets, health, collector }).toEqual({ targets: [], health: [], collector: { problem: null } })
  const reader = server.events('test', () => Promise.resolve(true)).getReader()
  const { value } = await reader.read()
  const [, data = ''] = /^data: (.*)$/m.exec(new TextDecoder().decode(value)) ?? []
  expect(liveEventSchema.parse(JSON.parse(data))).toMatchObject({ type: 'snapshot', targets: [], health: [] })
  await reader.cancel()
  expect(local.called).toEqual([])
})

test('does nothing with a JVM or demo service of its host', async () => {
  const start = { person: 'ann', owner: 'ann', key: null }
  const request = captureRequestSchema.parse({ targetId: sampleTarget().id })
  await expect(server.captures.start({ ...start, request })).rejects.toMatchObject({ code: 'target-gone' })
  await expect(server.host.examine(sampleTarget().id)).rejects.toMatchObject({ code: 'target-gone' })
  await expect(async () => server.host.setDemo('start')).rejects.toMatchObject({ code: 'not-found' })
  expect(await server.host.listExperiments()).toEqual([])
  await expect(server.host.clearBlock('b'.repeat(32))).rejects.toMatchObject({ code: 'not-found' })
  expect(local.called).toEqual([])
})
