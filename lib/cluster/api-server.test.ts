/**
 * Against a real API server. HEARTH_TEST_KUBERNETES=<directory> names its binaries, `etcd` and `kube-apiserver`;
 * without it these tests are skipped.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadAllYaml } from '@kubernetes/client-node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import type { Pod } from '../contract/pods.ts'
import type { Problem } from '../errors.ts'
import { kubernetesDirectory, startApiServer } from '../testing/hosts/api-server.ts'
import { sampleClusterConfig, samplePod } from '../testing/samples.ts'
import { waitUntil } from '../testing/wait-until.ts'
import { ApiRefusal, type ClusterClient, openClusters } from './cluster-client.ts'
import { createClusters } from './clusters.ts'
import { followPods } from './follow-pods.ts'
import { jobManifest } from './job-manifest.ts'
import type { ApiPod } from './read-pods.ts'

const manifests = join(import.meta.dirname, '../../examples/kubernetes')
const collectionsIn = (namespace: string): Readonly<Record<string, string>> => ({
  Namespace: '/api/v1/namespaces',
  ServiceAccount: `/api/v1/namespaces/${namespace}/serviceaccounts`,
  ResourceQuota: `/api/v1/namespaces/${namespace}/resourcequotas`,
  Role: `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}/roles`,
  RoleBinding: `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}/rolebindings`,
  ClusterRole: '/apis/rbac.authorization.k8s.io/v1/clusterroles',
  ClusterRoleBinding: '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings',
})

if (kubernetesDirectory === undefined)
  console.log(
    'Tests against a real API server of Kubernetes are skipped: HEARTH_TEST_KUBERNETES=<directory> runs them.',
  )

describe.skipIf(kubernetesDirectory === undefined)('with a real API server', () => {
  let api: Awaited<ReturnType<typeof startApiServer>>
  let admin: ClusterClient
  let hearth: ClusterClient
  let token = ''

  const open = async (kubeconfig: string) => {
    const [client] = await openClusters(readConfig({ HEARTH_KUBECONFIG: kubeconfig }).kubernetes!)
    return client!
  }
  const post = (path: string, body: object) => admin.request('POST', path, { what: 'set up', body })
  const apply = async (file: string, namespace: string) => {
    for (const object of loadAllYaml(readFileSync(join(manifests, file), 'utf8')) as { kind: string }[]) {
      // Nothing fills a quota in here: it is only tried.
      const query = object.kind === 'ResourceQuota' ? '?fieldValidation=Strict&dryRun=All' : '?fieldValidation=Strict'
      await post(`${collectionsIn(namespace)[object.kind]}${query}`, object)
    }
  }
  const podOf = (name: string, securityContext?: object) => ({
    ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name } },
    spec: {
      automountServiceAccountToken: false,
      containers: [{ name: 'app', image: 'shop:1', ...(securityContext && { securityContext }) }],
    },
  })

  /** As a kubelet would tell of it. */
  const postRunning = async (namespace: string, pod: ReturnType<typeof podOf>, number: number) => {
    const path = `/api/v1/namespaces/${namespace}/pods`
    await post(path, pod)
    const containerID = `containerd://${String(number).repeat(64)}`
    const status = {
      ...{ name: 'app', image: 'shop:1', imageID: '', containerID, ready: true, restartCount: 0 },
      state: { running: { startedAt: '2026-11-24T06:00:00Z' } },
    }
    const body = { status: { phase: 'Running', containerStatuses: [status] } }
    await admin.request('PATCH', `${path}/${pod.metadata.name}/status`, { what: 'run', body })
  }

  beforeAll(async () => {
    api = await startApiServer(kubernetesDirectory!)
    admin = await open(api.kubeconfig())
    await waitUntil(
      'it answers',
      () =>
        admin.request('GET', '/api/v1/namespaces/default', { what: 'wait' }).then(
          () => true,
          () => false,
        ),
      60_000,
    )
    await apply('rights/namespace.yaml', 'hearth')
    await apply('rights/rights.yaml', 'hearth')
    for (const [name, level] of [
      ['team', 'baseline'],
      ['strict', 'restricted'],
      ['closed', 'restricted'],
    ] as const) {
      const metadata = { name, labels: { 'pod-security.kubernetes.io/enforce': level } }
      await post('/api/v1/namespaces', { metadata })
      await post(`/api/v1/namespaces/${name}/serviceaccounts`, { metadata: { name: 'default' } })
      if (name !== 'closed') await apply('ephemeral.yaml', name)
    }
    await post('/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'default' } }).catch(() => undefined)
    const path = '/api/v1/namespaces/hearth/serviceaccounts/hearth/token'
    const { status } = (await post(path, { spec: {} })) as { status: { token: string } }
    token = status.token
    hearth = await open(api.kubeconfig(token))
  }, 90_000)
  afterAll(() => api.stop())

  const mayHearth = (method: Parameters<ClusterClient['request']>[0], path: string, body?: object) =>
    hearth.request(method, path, { what: 'try', ...(body && { body }) }).then(
      () => 'yes',
      (error: unknown) =>
        error instanceof ApiRefusal ? (error.status === 403 ? 'forbidden' : `${error.status}`) : 'broken',
    )
  const job = (namespace: string) => {
    const request = { mode: 'timed', seconds: 30 } as const
    const options = { pod: samplePod(), captureId: 'c'.repeat(32), request, token: 't' }
    return jobManifest({ config: { ...sampleClusterConfig, namespace }, ...options })
  }
  const jobs = '/apis/batch/v1/namespaces/hearth/jobs'

  test('the manifests give the rights that are needed, and none beside them', async () => {
    const dry = '?dryRun=All&fieldValidation=Strict'
    expect(await mayHearth('GET', '/api/v1/pods?limit=1')).toBe('yes')
    expect(await mayHearth('POST', `${jobs}${dry}`, job('hearth'))).toBe('yes')
    expect(await mayHearth('GET', `${jobs}/none`)).toBe('404')
    expect(await mayHearth('DELETE', `${jobs}/none`)).toBe('404')
    expect(await mayHearth('GET', '/api/v1/namespaces/hearth/events?limit=1')).toBe('yes')
    expect(await mayHearth('GET', '/api/v1/namespaces/hearth')).toBe('yes')
    const added = (namespace: string) => `/api/v1/namespaces/${namespace}/pods/x/ephemeralcontainers${dry}`
    expect(await mayHearth('PATCH', added('team'), {})).toBe('404')
    const refused: Parameters<typeof mayHearth>[] = [
      ['POST', `/apis/batch/v1/namespaces/default/jobs${dry}`, job('default')],
      ['GET', jobs],
      ['GET', '/api/v1/namespaces/default/pods/x'],
      ['GET', '/api/v1/namespaces/hearth/pods/x/log'],
      ['GET', '/api/v1/namespaces/hearth/pods/x/exec?command=sh'],
      ['POST', '/api/v1/namespaces/hearth/pods/x/exec?command=sh'],
      ['POST', `/api/v1/namespaces/hearth/pods${dry}`, podOf('x')],
      ['DELETE', '/api/v1/namespaces/default/pods/x'],
      ['PATCH', added('closed'), {}],
      ['PATCH', added('hearth'), {}],
      ['GET', '/api/v1/namespaces/team/pods/x/ephemeralcontainers'],
      ['PATCH', `/api/v1/namespaces/team/pods/x${dry}`, {}],
      ['GET', '/api/v1/namespaces/team/pods/x/attach'],
      ['GET', '/api/v1/namespaces/team/pods/x/log'],
      ['GET', '/api/v1/namespaces/team/events'],
      ['GET', '/api/v1/namespaces/team'],
      ['GET', '/api/v1/namespaces'],
      ['GET', '/api/v1/secrets'],
      ['GET', '/api/v1/namespaces/hearth/secrets'],
      ['GET', '/api/v1/nodes'],
      ['POST', '/api/v1/namespaces/hearth/serviceaccounts/hearth/token', { spec: {} }],
    ]
    for (const [method, path, body] of refused)
      expect(`${method} ${path} ${await mayHearth(method, path, body)}`).toBe(`${method} ${path} forbidden`)
  })

  test('pods are followed, over an API server that was away and after all that it forgot', async () => {
    const seen = new Map<string, ApiPod>()
    const problems: (Problem | null)[] = []
    const follower = followPods({
      client: hearth,
      onPod: (uid, pod) => (pod ? seen.set(uid, pod) : seen.delete(uid)),
      onProblem: (problem) => problems.push(problem),
      report: (error) => {
        throw error
      },
      firstWaitMs: 50,
    })
    const names = () =>
      [...seen.values()]
        .map(({ metadata }) => metadata.name)
        .sort()
        .join()
    try {
      await waitUntil('it listed', () => problems.length === 1)
      expect(problems).toEqual([null])
      await post('/api/v1/namespaces/default/pods', podOf('one'))
      await post('/api/v1/namespaces/default/pods', podOf('two'))
      await waitUntil('both are there', () => names() === 'one,two')
      const remove = '/api/v1/namespaces/default/pods/one?gracePeriodSeconds=0'
      await admin.request('DELETE', remove, { what: 'delete' })
      await waitUntil('one is gone', () => names() === 'two')
      await api.restart(() => waitUntil('it is away', () => problems.at(-1)?.code === 'cluster-unreachable', 20_000))
      await waitUntil('it is back', () => problems.at(-1) === null, 60_000)
      expect(names()).toBe('two')
      await post('/api/v1/namespaces/default/pods', podOf('three'))
      await waitUntil('the new one is there', () => names() === 'three,two')
    } finally {
      await follower.stop()
    }
  }, 120_000)

  test(
    'the doctor of a pod says by dry runs what the cluster permits, and what is missing',
    { timeout: 60_000 },
    async () => {
      const restricted = {
        ...{ runAsUser: 65532, runAsGroup: 65532, runAsNonRoot: true, allowPrivilegeEscalation: false },
        ...{ capabilities: { drop: ['ALL'] }, seccompProfile: { type: 'RuntimeDefault' } },
      }
      await postRunning('team', podOf('root', { runAsUser: 0 }), 1)
      await postRunning('strict', podOf('usual', restricted), 2)
      await postRunning('closed', podOf('usual', restricted), 3)
      const directory = mkdtempSync(join(tmpdir(), 'hearth-doctor-'))
      const examineAll = async (namespaceOfJobs: string) => {
        const kubernetes = {
          ...readConfig({ HEARTH_KUBECONFIG: api.kubeconfig(token) }).kubernetes!,
          ...sampleClusterConfig,
          namespace: namespaceOfJobs,
        }
        const report = (error: unknown) => {
          throw error
        }
        const clusters = createClusters({ clients: [hearth], kubernetes, directory, atOnce: 1, report })
        await clusters.start()
        try {
          const end = new AbortController()
          const pods = new Map<string, Pod>()
          for await (const event of clusters.watch(end.signal)) {
            for (const pod of event.type === 'snapshot' ? event.pods : event.type === 'pods' ? event.changed : [])
              pods.set(pod.namespace, pod)
            if (pods.size === 3) break
          }
          const answers: Record<string, unknown> = {}
          for (const [namespace, { id }] of pods) {
            const { ways } = await clusters.call('examinePod', { podId: id })
            for (const { way, findings } of ways)
              answers[`${namespace} ${way}`] = findings.map(({ code, remedy }) => `${code}: ${remedy}`).join()
          }
          return answers
        } finally {
          await clusters.stop()
        }
      }
      const right = 'cluster-refused: Give Hearth this right: `kubectl apply'
      const ephemeral = {
        'team ephemeral': '',
        'strict ephemeral': '',
        'closed ephemeral': `${right} -n closed -f examples/kubernetes/ephemeral.yaml\``,
      }
      expect(await examineAll('hearth')).toEqual({ ...ephemeral, 'team job': '', 'strict job': '', 'closed job': '' })
      // Jobs where nothing was applied: no right to make them, or none that sees its node.
      const noJob = `${right} -k examples/kubernetes\``
      expect(await examineAll('elsewhere')).toMatchObject({ 'strict job': noJob })
      await admin.request('PATCH', '/api/v1/namespaces/hearth', {
        what: 'restrict',
        body: { metadata: { labels: { 'pod-security.kubernetes.io/enforce': 'baseline' } } },
      })
      const label = 'kubectl label namespace hearth pod-security.kubernetes.io/enforce=privileged --overwrite'
      const all = await examineAll('hearth')
      expect(all).toMatchObject(ephemeral)
      expect(all['strict job']).toBe(`pod-security-refuses: Jobs need it: \`${label}\``)
      rmSync(directory, { recursive: true })
    },
  )

  test('a kubeconfig without rights says what it may not do, and how to give it', async () => {
    const stranger = await open(api.kubeconfig('of-nobody'))
    const problems: (Problem | null)[] = []
    const options = { client: stranger, onPod: () => undefined, report: () => undefined, firstWaitMs: 50 }
    const follower = followPods({ ...options, onProblem: (problem) => problems.push(problem) })
    await waitUntil('it was refused', () => problems.length === 1)
    await follower.stop()
    expect(problems[0]).toMatchObject({ code: 'cluster-refused', facts: { what: 'list pods' } })
    expect(problems[0]?.remedy).toMatch(/kubectl apply -k examples\/kubernetes/)
  })
})
