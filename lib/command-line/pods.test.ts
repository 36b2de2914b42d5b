/**
 * `hearth list`, `hearth doctor` and `hearth capture` of pods, as commands, against the API of a dashboard that follows
 * a cluster.
 */
import { execa } from 'execa'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import type { Capture } from '../contract/capture.ts'
import { fail } from '../contract/capture-state.ts'
import type { Pod, PodReport } from '../contract/pods.ts'
import { Problem } from '../errors.ts'
import { type Finding, findingFromProblem } from '../findings.ts'
import { encodeProfile } from '../profile/encoding/encode.ts'
import { servedOperations } from '../server/api/operations.ts'
import { createRouter } from '../server/api/router.ts'
import { createServer, type Server } from '../server/server.ts'
import { artefactOf, createFakeCollector, type FakeCollector } from '../server/testing/fake-collector.ts'
import { serveFakeCollector } from '../server/testing/serve-fake-collector.ts'
import { openStore, type Store } from '../store/store.ts'
import { profileFromDiagram } from '../testing/profiles/text-graph.ts'
import { samplePod, sampleTarget } from '../testing/samples.ts'
import { waitUntil } from '../testing/wait-until.ts'
import { serveRoute } from '../web/serve-route.ts'

const statefulSet = { kind: 'StatefulSet', name: 'db' }
const pod = (id: number, name: string, more: Partial<Pod> = {}) =>
  samplePod({ id: `${id}`.padStart(16, '0'), name, cluster: 'east', ...more })
const pods = [
  pod(1, 'checkout-a', { startedAt: 1 }),
  pod(2, 'checkout-b', { startedAt: 3, isReady: false, restarts: 4 }),
  pod(3, 'checkout-c', { startedAt: 2, node: 'node2' }),
  pod(4, 'db-0', { namespace: 'data', workload: statefulSet }),
  pod(5, 'db-0', { namespace: 'data', workload: statefulSet, container: 'backup' }),
  pod(8, 'web-a', { workload: { kind: 'Rollout', name: 'web' }, cluster: 'west' }),
]
const [usual, other] = ['40 60', '4 96'].map((weights) => encodeProfile(profileFromDiagram(`a a\nb c\n${weights}`)))

let directory = ''
let store: Store
let server: Server
const listening: HttpServer[] = []
let clusters: FakeCollector
let stopClusters: () => Promise<void>
let env: Record<string, string>
/** Ids of the targets that were captured. */
let captured: string[] = []
/** Of the target whose capture fails. */
let broken = ''
/** Of the target that has another profile. */
let slow = ''
/** So many captures have to be started before any ends. */
let atOnce = 1

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'hearth-pods-'))
  store = await openStore(directory)
  const config = readConfig({ HEARTH_DATA: directory, HEARTH_RUN: directory, HEARTH_KUBECONFIG: '/kubeconfig' })
  clusters = createFakeCollector([], [], pods)
  const call = clusters.call.bind(clusters)
  const started: Capture[] = []
  clusters.call = async (verb, input) => {
    const answer = await call(verb, input)
    if (verb === 'startCapture') started.push(answer as unknown as Capture)
    if (started.length === atOnce) started.splice(0).forEach(finish)
    return answer as never
  }
  stopClusters = await serveFakeCollector(clusters, config.kubernetes!.socket)
  server = createServer({ config, store, collector: createFakeCollector([sampleTarget()]), port: 7117 })
  await waitUntil('both are followed', () => {
    const { targets, pods: known } = server.host.snapshot()
    return targets.length === 1 && known.length === pods.length
  })
  const { secret } = await server.people.tokens.make({ name: 'ci', scopes: ['read', 'capture'], expiresInDays: 1 }, 'o')
  env = { ...(await listen(server)), HEARTH_TOKEN: secret, HEARTH_DATA: directory, HEARTH_RUN: `${directory}/none` }
})
afterAll(async () => {
  for (const http of listening) http.close().closeAllConnections()
  await server.stop()
  await stopClusters()
  await store.close()
  rmSync(directory, { recursive: true })
})
beforeEach(() => {
  captured = []
  broken = slow = ''
  atOnce = 1
})

async function listen(served: Server): Promise<{ HEARTH_URL: string }> {
  const findRoute = createRouter(served, servedOperations)
  const http = createHttpServer((request, response) => {
    const route = findRoute(request.method!, request.url!.replace(/\?.*/, ''))
    void serveRoute(route!, request, response, { network: '192.0.2.1', protocol: 'http' })
  }).listen(0, '127.0.0.1')
  listening.push(http)
  await once(http, 'listening')
  return { HEARTH_URL: `http://127.0.0.1:${(http.address() as AddressInfo).port}` }
}

function finish(capture: Capture): void {
  const { id, request } = capture
  captured.push(request.targetId)
  if (request.targetId === broken)
    return clusters.emitCapture(fail(capture, new Problem('job-ended', { way: 'job', reason: 'evicted' }).toJSON(), 2))
  const encoded = (request.targetId === slow ? other : usual)!
  clusters.artefacts.set(id, encoded)
  const phases: Capture['phases'] = [...capture.phases, { state: 'recording', at: 2 }]
  clusters.emitCapture({ ...capture, phases, state: 'saving', artefacts: [artefactOf(encoded)] })
}

const main = new URL('main.ts', import.meta.url).pathname
async function hearth(line: string, more: Record<string, string> = {}) {
  const options = { env: { ...env, ...more }, cwd: directory, reject: false } as const
  const { exitCode, stdout, stderr } = await execa(process.execPath, [main, ...line.split(' ')], options)
  return { exitCode, stdout, stderr }
}
const namesOf = (ids: readonly string[]) => ids.map((id) => pods.find((one) => one.id === id)?.name)

describe('hearth list', () => {
  test('lists JVMs, and says how pods are listed', async () => {
    const { exitCode, stdout, stderr } = await hearth('list')
    expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/com\.acme\.Main/) as string])
    expect(stdout).not.toContain('checkout')
    expect(stderr).toBe('6 containers of Kubernetes pods: `hearth list -A`')
  })

  test('lists the containers of all pods after the JVMs', async () => {
    const { exitCode, stdout, stderr } = await hearth('list -A')
    expect([exitCode, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/com\.acme\.Main[^]*\n\nCLUSTER +NAMESPACE +POD/)
    const rows = stdout.slice(stdout.indexOf('CLUSTER')).split('\n')
    expect(rows.map((row) => row.split(/ {2,}/))).toEqual([
      ['CLUSTER', 'NAMESPACE', 'POD', 'CONTAINER', 'WORKLOAD', 'NODE', 'STATE', 'RESTARTS'],
      ['east', 'data', 'db-0', 'app', 'statefulset/db', 'node1', 'ready', '0'],
      ['east', 'data', 'db-0', 'backup', 'statefulset/db', 'node1', 'ready', '0'],
      ['east', 'shop', 'checkout-a', 'app', 'deployment/checkout', 'node1', 'ready', '0'],
      ['east', 'shop', 'checkout-b', 'app', 'deployment/checkout', 'node1', 'not ready', '4'],
      ['east', 'shop', 'checkout-c', 'app', 'deployment/checkout', 'node2', 'ready', '0'],
      ['west', 'shop', 'web-a', 'app', 'rollout/web', 'node1', 'ready', '0'],
    ])
  })

  test('-n and --context list the pods there alone, without a column for one cluster', async () => {
    const [{ stdout }, west, none] = await Promise.all([
      hearth('list -n data'),
      hearth('list --context west'),
      hearth('list --context west -n data'),
    ])
    expect(stdout.split('\n')).toEqual([
      expect.stringMatching(/^NAMESPACE +POD/),
      expect.stringMatching(/^data +db-0 +app/),
      expect.stringMatching(/^data +db-0 +backup/),
    ])
    expect(west.stdout.split('\n')).toHaveLength(2)
    expect(none.stdout).toBe('No pod runs in namespace data of cluster west.')
  })

  test('--json has both for programs', async () => {
    const all = JSON.parse((await hearth('list -A --json')).stdout) as { targets: unknown[]; pods: unknown[] }
    expect(all).toEqual({
      targets: [expect.objectContaining({ service: 'shop' })],
      pods: expect.arrayContaining(pods) as unknown,
    })
    const some = JSON.parse((await hearth('list --json --namespace data')).stdout) as { pods: Pod[] }
    expect(namesOf(some.pods.map(({ id }) => id))).toEqual(['db-0', 'db-0'])
  })
})

describe('hearth doctor', () => {
  const refused = findingFromProblem(
    new Problem('pod-security-refuses', { way: 'job', namespace: 'hearth', level: 'baseline' }),
  )

  test('says which ways the cluster permits to a pod, and how to permit the other', async () => {
    clusters.podReport = podReportOf([refused], [])
    expect(await hearth('doctor deploy/checkout')).toEqual({
      exitCode: 0,
      stderr: '',
      stdout: [
        'shop/checkout-c/app',
        '',
        'Job                  blocked',
        'Ephemeral container  permitted',
        '',
        'blocked: Namespace hearth allows no pod that sees the processes of its node: its Pod Security is “baseline”. (pod-security-refuses)',
        '  for Job',
        '  Jobs need it: `kubectl label namespace hearth pod-security.kubernetes.io/enforce=privileged --overwrite`',
      ].join('\n'),
    })
    const { stdout } = await hearth('doctor pod/checkout-c --json')
    expect(JSON.parse(stdout)).toEqual(clusters.podReport)
  })

  test('fails where none is left', async () => {
    clusters.podReport = podReportOf([refused], [refused])
    const { exitCode, stdout } = await hearth('doctor checkout-c -n shop')
    expect(exitCode).toBe(1)
    expect(stdout).toContain('\n  for Job, Ephemeral container\n')
    expect(stdout.split('(pod-security-refuses)')).toHaveLength(2)
    expect(await hearth('doctor deploy/chekout')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('Did you mean deployment/checkout?') as string,
    })
  })

  const podReportOf = (job: Finding[], ephemeral: Finding[]): PodReport => ({
    ways: [
      { way: 'job', findings: job },
      { way: 'ephemeral', findings: ephemeral },
    ],
  })
})

describe('hearth capture', { timeout: 60_000 }, () => {
  test('captures the container of the pod that is named, or of the newest ready pod of the workload', async () => {
    const lines = ['checkout-b -n shop', 'rollout/web --context west']
    const answers = await Promise.all(lines.map((line) => hearth(`capture ${line} --seconds 2`)))
    for (const { exitCode, stdout, stderr } of answers) {
      expect([exitCode, stdout]).toEqual([0, 'a;b 40\na;c 60'])
      expect(stderr).toMatch(/Profile http:\S+\/profiles\/\w{32}$/)
    }
    expect(namesOf(captured).sort()).toEqual(['checkout-b', 'web-a'])
  })

  test('of a JVM goes on as before', async () => {
    expect(await hearth('capture shop/checkout')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('No JVM matches "shop/checkout"') as string,
    })
  })

  test('--json has the capture, its profiles and comparisons', async () => {
    const { stdout } = await hearth('capture pod/checkout-a --events cpu --engine jfr --way ephemeral --json')
    expect(JSON.parse(stdout)).toMatchObject({
      capture: { request: { engine: 'jfr', podWay: 'ephemeral', seconds: 30 }, state: 'done' },
      profiles: [{ event: 'cpu' }],
      comparisons: [],
    })
  })

  test('--replicas captures several pods at the same moment, each into a file of its own', async () => {
    atOnce = 2
    const { exitCode, stdout, stderr } = await hearth('capture deploy/checkout --replicas 2 -o out.folded')
    expect([exitCode, stdout]).toEqual([0, ''])
    expect(namesOf(captured)).toEqual(expect.arrayContaining(['checkout-a', 'checkout-c']))
    const files = readdirSync(directory).filter((name) => name.startsWith('out'))
    expect(files.sort()).toEqual(['out.checkout-a.folded', 'out.checkout-c.folded'])
    expect(readFileSync(join(directory, files[0]!), 'utf8')).toBe('a;b 40\na;c 60\n')
    for (const name of ['checkout-a', 'checkout-c'])
      expect(stderr).toContain(`${name}: Profile ${env['HEARTH_URL']}/profiles/`)
  })

  test('of several replicas what failed is said, and the others are reported', async () => {
    atOnce = 2
    broken = pods[0]!.id
    const { exitCode, stdout, stderr } = await hearth('capture deploy/checkout --replicas=2 --json')
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringContaining('checkout-a: The Job that profiled it ended early: evicted.') as string,
    ])
    const { captures } = JSON.parse(stdout) as { captures: { capture: Capture; profiles: unknown[] }[] }
    expect(captures.map(({ capture, profiles }) => [capture.state, profiles.length])).toEqual([
      ['done', 1],
      ['failed', 0],
    ])
  })

  test('each replica is compared, and a threshold that one of them crosses fails the pipeline', async () => {
    const before = await hearth('capture pod/checkout-a --json')
    const [{ id }] = (JSON.parse(before.stdout) as { profiles: [{ id: string }] }).profiles
    atOnce = 2
    slow = pods[2]!.id
    const { exitCode, stdout } = await hearth(`capture deploy/checkout --replicas=2 --compare-to=${id} --fail-if=+5%`)
    expect(exitCode).toBe(3)
    expect(stdout).toMatch(
      /^checkout-c\nBefore: [^]*FAILED \+5%: c [^]*\ncheckout-a\nBefore: [^]*No significant difference/,
    )
  })

  test('what cannot be captured is explained, and nothing is begun', async () => {
    const cases = [
      ['deploy/chekout', 1, 'The dashboard lists no deploy/chekout.\nDid you mean deployment/checkout?'],
      ['sts/db', 1, 'statefulset/db has several containers: app, backup.\nName one with -c CONTAINER.'],
      ['pod/checkout-a --replicas 2', 2, '--replicas needs a workload, such as deploy/NAME'],
    ] as const
    const answers = await Promise.all(cases.map(([line]) => hearth(`capture ${line}`)))
    answers.forEach(({ exitCode, stdout, stderr }, index) => {
      const [, expected, message] = cases[index]!
      expect([exitCode, stdout, stderr]).toEqual([expected, '', expect.stringContaining(message) as string])
    })
    expect(captured).toEqual([])
  })
})

test('a dashboard on this host needs neither address nor token', async () => {
  const here = { HEARTH_URL: '', HEARTH_TOKEN: '', HEARTH_PORT: new URL(env['HEARTH_URL']!).port }
  expect((await hearth('list -n data', here)).stdout).toContain('db-0')
  expect((await hearth('capture pod/checkout-a', here)).stdout).toBe('a;b 40\na;c 60')
})

test('a dashboard without clusters says how it gets one', async () => {
  const collector = createFakeCollector([sampleTarget()])
  const other = createServer({ config: readConfig({}), store, collector, port: 7117 })
  const at = await listen(other)
  const answers = await Promise.all(['list -A', 'capture deploy/checkout'].map((line) => hearth(line, at)))
  await other.stop()
  for (const { exitCode, stderr } of answers)
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringMatching(/lists no Kubernetes cluster[^]*HEARTH_KUBECONFIG/) as string,
    ])
})
