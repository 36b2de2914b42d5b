/** Captures in a real cluster: `npm run test:cluster`. CONTRIBUTING.md says what it needs. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import type { Capture } from '../contract/capture.ts'
import { podWays } from '../contract/pod-ways.ts'
import type { Pod } from '../contract/pods.ts'
import { decodeProfile } from '../profile/encoding/encode.ts'
import { formatShare } from '../profile/format/units.ts'
import type { EventId } from '../profile/model/event-ids.ts'
import { rankTopMethods } from '../profile/tree/top-methods.ts'
import { type ClusterDashboard, clusterPod, startClusterDashboard } from './testing/cluster-dashboard.ts'
import { matrixColumns } from '../testing/matrix/columns.ts'
import { markdown } from '../testing/matrix/table.ts'
import { waitUntil } from '../testing/wait-until.ts'
import { createClusters } from './clusters.ts'

describe.skipIf(clusterPod === undefined)('in a real cluster', () => {
  let directory = ''
  let dashboard: ClusterDashboard
  let pod: Pod

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'hearth-cluster-'))
    dashboard = await startClusterDashboard(directory)
    pod = dashboard.pod()!
  }, 120_000)
  afterAll(async () => {
    await dashboard.stop()
    rmSync(directory, { recursive: true, force: true })
  })

  /** By way, engine and event. */
  const cells = new Map<string, string>()
  let feature = ''

  /** `yes`, where the planted method has most CPU time or the event has samples; else the code of what was wrong. */
  async function describeCell({ state, problem, profiles }: Capture, event: EventId): Promise<string> {
    if (state !== 'done') return `\`${problem?.code ?? state}\``
    const id = profiles.find((one) => one.event === event)?.profileId
    if (id === undefined) return 'no samples'
    const bytes = gunzipSync(await buffer((await dashboard.store.profiles.open(id))!.stream))
    const profile = decodeProfile(Uint8Array.from(bytes))
    feature = /\d+/.exec(profile.provenance.versions['jdk'] ?? '')?.[0] ?? feature
    const { host, service, javaNamed } = (await dashboard.store.profiles.list()).find((one) => one.id === id)!
    expect({ host, service }).toEqual({ host: pod.node, service: `${pod.namespace}/${pod.workload.name}` })
    if (event !== 'cpu') return profile.samples.length > 0 ? 'yes' : 'no samples'
    if (javaNamed !== 1) return `${formatShare(javaNamed ?? 0)} of Java frames named`
    const [hottest] = rankTopMethods(profile, null, 1)
    return hottest?.name === 'shop.pricing.PriceRules.findWinningRule' ? 'yes' : `${hottest?.name} first`
  }

  const nothingRunsBeside = () =>
    waitUntil(
      'no container of Hearth runs in the pod',
      async () => (await dashboard.runningBeside(pod)).length === 0,
      30_000,
    )

  test('the ways that the cluster permits are found out before', async () => {
    const { ways } = await dashboard.server.host.examinePod(pod.id)
    expect(ways).toEqual(podWays.map((way) => ({ way, findings: [] })))
    await dashboard.noJobIsLeft(pod)
  })

  test.for(podWays.flatMap((way) => matrixColumns.map((column) => ({ way, ...column }))))(
    'by way $way, $engine gives a right profile of each event or is refused, and the JVM is left as it was',
    { timeout: 240_000 },
    async ({ way, engine, events }) => {
      const { id } = pod
      const capture = await dashboard.ended(await dashboard.start(5, { podWay: way, engine, events: [...events] }))
      for (const event of events) cells.set(`${way} ${engine} ${event}`, await describeCell(capture, event))
      await dashboard.noJobIsLeft(pod)
      await nothingRunsBeside()
      expect(dashboard.pod()).toMatchObject({ id, restarts: pod.restarts })
    },
  )

  test('what is recommended finds the planted method', async () => {
    const capture = await dashboard.ended(await dashboard.start(5))
    expect(await describeCell(capture, 'cpu')).toBe('yes')
    await dashboard.noJobIsLeft(pod)
  }, 240_000)

  test('that is the table in docs/engines.md', () => {
    const columns = matrixColumns.flatMap(({ engine, events }) => events.map((event) => `${engine} ${event}`))
    const rows = podWays.map((way) => [
      `JDK ${feature}`,
      { job: 'Kubernetes Job', ephemeral: 'ephemeral container' }[way],
      ...columns.map((column) => cells.get(`${way} ${column}`)!),
    ])
    const page = readFileSync(new URL('../../docs/engines.md', import.meta.url), 'utf8').replaceAll(/ +/g, ' ')
    const missing = rows.filter((row) => !page.includes(`| ${row.join(' | ')} |`))
    expect(missing, `docs/engines.md needs these rows:\n${markdown([['', '', ...columns], ...rows])}`).toEqual([])
  })

  test('no second capture begins beside one, by whichever way and from whichever dashboard', async () => {
    const report = (error: unknown) => console.error(error)
    const kubernetes = readConfig(process.env).kubernetes!
    const second = { clients: [dashboard.client], kubernetes, directory: join(directory, 'second'), atOnce: 5, report }
    const other = createClusters(second)
    await other.start()
    try {
      for (const podWay of podWays) {
        const first = await dashboard.start(60, { podWay })
        await dashboard.recording(first)
        const examine = async () =>
          (await other.call('examinePod', { podId: pod.id })).ways.find(({ way }) => way === podWay)
        await waitUntil(
          'the other one sees it',
          async () => (await examine())?.findings[0]?.code === 'job-exists',
          30_000,
        )
        await dashboard.server.captures.cancel(first, 'owner')
        expect((await dashboard.ended(first)).state).toBe('cancelled')
        await nothingRunsBeside()
        await dashboard.noJobIsLeft(pod)
        await waitUntil('the other one sees that', async () => (await examine())?.findings.length === 0, 30_000)
      }
    } finally {
      await other.stop()
    }
    expect(dashboard.pod()?.restarts).toBe(pod.restarts)
  }, 400_000)
})
