/**
 * Hearth without one of the rights that it needs in a cluster: what it says. Against a real API server, where
 * HEARTH_TEST_KUBERNETES=<directory> names its binaries; else skipped.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadAllYaml } from '@kubernetes/client-node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import type { Problem } from '../errors.ts'
import { kubernetesDirectory } from '../testing/hosts/api-server.ts'
import { waitUntil } from '../testing/wait-until.ts'
import type { ClusterClient } from './cluster-client.ts'
import { createClusters } from './clusters.ts'
import { followPods } from './follow-pods.ts'
import { examples, type RealCluster, startRealCluster } from './testing/real-cluster.ts'

interface Role {
  kind: string
  rules: { resources: string[]; verbs: string[] }[]
}

const roles = (loadAllYaml(readFileSync(join(examples, 'rights/rights.yaml'), 'utf8')) as Role[]).filter(({ kind }) =>
  /Role$/.test(kind),
)
const command = 'kubectl apply -k examples/kubernetes'

describe.skipIf(kubernetesDirectory === undefined)('with a real API server', () => {
  let cluster: RealCluster
  const directory = mkdtempSync(join(tmpdir(), 'hearth-rights-'))
  beforeAll(async () => {
    cluster = await startRealCluster(kubernetesDirectory!)
    await cluster.post('/api/v1/namespaces', { metadata: { name: 'shop' } })
    await cluster.post('/api/v1/namespaces/shop/serviceaccounts', { metadata: { name: 'default' } })
    const pods = '/api/v1/namespaces/shop/pods'
    const spec = { automountServiceAccountToken: false, nodeName: 'node1', containers: [{ name: 'app', image: 'a:1' }] }
    await cluster.post(pods, { metadata: { name: 'app' }, spec })
    const containerStatus = { name: 'app', image: 'a:1', imageID: '', ready: true, restartCount: 0 }
    const running = {
      containerID: `containerd://${'1'.repeat(64)}`,
      state: { running: { startedAt: '2026-11-24T06:00:00Z' } },
    }
    const status = { phase: 'Running', containerStatuses: [{ ...containerStatus, ...running }] }
    await cluster.admin.request('PATCH', `${pods}/app/status`, { what: 'run', body: { status } })
  }, 90_000)
  afterAll(async () => {
    await cluster.stop()
    rmSync(directory, { recursive: true })
  })

  /** A service account that has all rights of the manifests but this one. */
  async function openWithout(verb: string, resource: string): Promise<ClusterClient> {
    const name = `without-${verb}-${resource}`
    const subjects = [{ kind: 'ServiceAccount', name, namespace: 'hearth' }]
    await cluster.post('/api/v1/namespaces/hearth/serviceaccounts', { metadata: { name } })
    for (const { kind, rules } of roles) {
      const rest = rules
        .map((rule) => ({
          ...rule,
          verbs: rule.verbs.filter((one) => one !== verb || !rule.resources.includes(resource)),
        }))
        .filter(({ verbs }) => verbs.length > 0)
      const path = `/apis/rbac.authorization.k8s.io/v1${kind === 'Role' ? '/namespaces/hearth' : ''}/${kind.toLowerCase()}`
      const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind, name }
      await cluster.post(`${path}s`, { metadata: { name }, rules: rest })
      await cluster.post(`${path}bindings`, { metadata: { name }, roleRef, subjects })
    }
    return cluster.openAs(name)
  }

  async function withClusters<T>(
    client: ClusterClient,
    look: (clusters: ReturnType<typeof createClusters>) => Promise<T>,
  ) {
    const env = { HEARTH_KUBERNETES_IMAGE: 'a:1', HEARTH_KUBERNETES_CALLBACK: 'https://hearth.example' }
    const kubernetes = readConfig({ ...env, HEARTH_KUBECONFIG: 'in-cluster' }).kubernetes!
    const report = (error: unknown) => {
      throw error
    }
    const clusters = createClusters({ clients: [client], kubernetes, directory, atOnce: 1, report })
    await clusters.start()
    try {
      return await look(clusters)
    } finally {
      await clusters.stop()
    }
  }

  test.each([
    ['list', 'pods', 'list pods'],
    ['watch', 'pods', 'watch pods'],
  ])(
    'without the right to %s %s its pods are marked as outdated, and the missing right is named',
    async (verb, resource, what) => {
      const client = await openWithout(verb, resource)
      await withClusters(client, async (clusters) => {
        const refused = async () =>
          (await clusters.call('health', {})).find(({ ok, title }) => !ok && title.includes(what))
        const failing = await waitUntil('the missing right is named', refused, 10_000)
        expect(failing).toMatchObject({
          title: expect.stringContaining(`does not let Hearth ${what}`) as string,
          remedy: `Give Hearth this right: \`${command}\``,
        })
      })
    },
  )

  test('without the right to watch pods the list stays outdated, however often it can be read', async () => {
    const lists: string[] = []
    const problems: (Problem | null)[] = []
    const watchless = await cluster.openAs('without-watch-pods')
    const client: ClusterClient = {
      ...watchless,
      request(method, path, options) {
        lists.push(path)
        return watchless.request(method, path, options)
      },
    }
    const onProblem = (problem: Problem | null) => problems.push(problem)
    const follower = followPods({ client, onPod: () => {}, onProblem, report: () => {}, firstWaitMs: 20 })
    await waitUntil('it was listed again and again', () => lists.length >= 4)
    await follower.stop()
    expect(problems.map((problem) => problem?.facts)).toMatchObject([undefined, { what: 'watch pods' }])
  })

  const findingsOfJob = (client: ClusterClient) =>
    withClusters(client, async (clusters) => {
      const end = new AbortController()
      for await (const event of clusters.watch(end.signal)) {
        const pods = event.type === 'snapshot' ? event.pods : event.type === 'pods' ? event.changed : []
        if (pods.length === 0) continue
        const { ways } = await clusters.call('examinePod', { podId: pods[0]!.id })
        return ways.find(({ way }) => way === 'job')!.findings
      }
      throw new Error('the watch ended')
    })

  test.each([
    ['create', 'jobs', 'create Jobs in namespace hearth'],
    ['get', 'jobs', 'get Jobs in namespace hearth'],
    ['delete', 'jobs', 'delete Jobs in namespace hearth'],
  ])('without the right to %s %s no Job is made, and the missing right is named', async (verb, resource, what) => {
    const findings = await findingsOfJob(await openWithout(verb, resource))
    expect(findings).toMatchObject([
      {
        title: expect.stringContaining(`does not let Hearth ${what}`) as string,
        remedy: `Give Hearth this right: \`${command}\``,
      },
    ])
  })

  test.each([
    ['list', 'events'],
    ['get', 'namespaces'],
  ])('the right to %s %s is for better explanations: captures need it not', async (verb, resource) => {
    expect(await findingsOfJob(await openWithout(verb, resource))).toEqual([])
  })

  test('with all rights of the manifests nothing is missing, and each of them is in a test above', async () => {
    expect(await findingsOfJob(await cluster.openAs('hearth'))).toEqual([])
    const rights = roles.flatMap(({ rules }) =>
      rules.flatMap(({ verbs, resources }) => verbs.flatMap((verb) => resources.map((one) => `${verb} ${one}`))),
    )
    expect(rights.sort()).toEqual(
      ['list pods', 'watch pods', 'create jobs', 'get jobs', 'delete jobs', 'list events', 'get namespaces'].sort(),
    )
  })
})
