/**
 * The manifests in examples/kubernetes. Those that need a real API server and kubectl run where
 * HEARTH_TEST_KUBERNETES=<directory> names their binaries; else they are skipped.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { servedOperations } from '../server/api/operations.ts'
import { kubernetesDirectory, runKubectl } from '../testing/hosts/api-server.ts'
import { samplePod } from '../testing/samples.ts'
import { jobManifest } from './job-manifest.ts'
import { type RealCluster, startRealCluster } from './testing/real-cluster.ts'

const root = join(import.meta.dirname, '../..')
const directories = ['examples/kubernetes', 'examples/kubernetes/server']

type Labels = Record<string, string>
interface Container {
  name: string
  args: string[]
  env: { name: string; value: string }[]
  ports?: { containerPort: number }[]
  startupProbe?: { httpGet: { path: string; httpHeaders: { name: string; value: string }[] } }
  securityContext: { runAsUser?: number }
  volumeMounts: { name: string; mountPath: string }[]
}
interface Kubernetes {
  kind: string
  metadata: { name: string; namespace?: string; labels?: Labels }
  spec: {
    selector: Labels
    podSelector: { matchLabels: Labels }
    ports: { port: number }[]
    template: {
      metadata: { labels: Labels }
      spec: { enableServiceLinks: boolean; containers: Container[]; volumes: { name: string; projected?: object }[] }
    }
  }
}

const read = (text: string): Kubernetes[] =>
  parseAllDocuments(text, { merge: true }).map((document) => document.toJS() as Kubernetes)
const readFile = (name: string) => read(readFileSync(join(root, 'examples/kubernetes/server', name), 'utf8'))
const [deployment, service] = readFile('server.yaml') as [Kubernetes, Kubernetes]
const pod = deployment.spec.template.spec
const container = (name: string) => pod.containers.find((one) => one.name === name)!
const configOf = ({ env }: Container) => readConfig(Object.fromEntries(env.map(({ name, value }) => [name, value])))

describe('the manifests of the server', () => {
  test('start programs that exist with settings that are documented', () => {
    const documented = readFileSync(join(root, 'docs/operations.md'), 'utf8')
    for (const { args, env } of pod.containers) {
      expect(args.map((file) => [file, existsSync(join(root, file))])).toEqual([[args[0], true]])
      for (const { name } of env) expect([name, documented.includes(`\`${name}\``)]).toEqual([name, true])
    }
    const runDirectories = pod.containers.map((one) => configOf(one).runDirectory)
    expect(new Set(runDirectories).size).toBe(1)
    for (const name of ['web', 'collector']) expect(configOf(container(name)).listsLocalJvms).toBe(false)
    for (const name of ['web', 'clusters']) expect(configOf(container(name)).kubernetes?.kubeconfig).toBe('in-cluster')
    // A Service of this name would set HEARTH_PORT to an address.
    expect(pod.enableServiceLinks).toBe(false)
  })

  test('call back by the name of the service, at the port of the web program', () => {
    const { callback } = configOf(container('clusters')).kubernetes!
    const { port, hosts } = configOf(container('web'))
    expect([service.spec.ports[0]?.port, container('web').ports?.[0]?.containerPort]).toEqual([port, port])
    expect([callback, hosts]).toEqual([`http://${service.metadata.name}.hearth.svc:${port}`, []])
  })

  test('ask for its health at an operation that anyone may call, by a name that it answers for', () => {
    const { path, httpHeaders } = container('web').startupProbe!.httpGet
    const operation = servedOperations.find((one) => one.path === path && one.method === 'GET')
    expect([operation?.scope, httpHeaders]).toEqual([
      'anyone',
      [{ name: 'Host', value: `127.0.0.1:${configOf(container('web')).port}` }],
    ])
  })

  test('give the token of the service account to the program that has clusters alone, which is another user', () => {
    const tokens = pod.volumes.filter(({ projected }) => projected).map(({ name }) => name)
    const holders = pod.containers.filter(({ volumeMounts }) => volumeMounts.some(({ name }) => tokens.includes(name)))
    expect([tokens, holders.map(({ name }) => name)]).toEqual([['token'], ['clusters']])
    expect(container('clusters').securityContext.runAsUser).not.toBe(container('web').securityContext.runAsUser)
  })

  test('select the pods that they are about', () => {
    const [server, captures] = readFile('network.yaml') as [Kubernetes, Kubernetes]
    const request = { mode: 'timed', seconds: 1 } as const
    const config = {
      namespace: 'hearth',
      pullPolicy: 'Never',
      image: 'hearth:1',
      callback: 'https://a.example',
    } as const
    const job = jobManifest({ config, pod: samplePod(), captureId: '', request, token: '' }) as Kubernetes
    const labels = deployment.spec.template.metadata.labels
    expect(labels).toMatchObject(service.spec.selector)
    expect(labels).toMatchObject(server.spec.podSelector.matchLabels)
    expect(job.spec.template.metadata.labels).toMatchObject(captures.spec.podSelector.matchLabels)
    expect(labels).not.toMatchObject(captures.spec.podSelector.matchLabels)
  })
})

if (kubernetesDirectory === undefined)
  console.log('Applying the manifests to a real API server is skipped: HEARTH_TEST_KUBERNETES=<directory> runs it.')

describe.skipIf(kubernetesDirectory === undefined)('with a real API server', () => {
  let cluster: RealCluster
  const render = async (directory: string) =>
    read((await runKubectl(kubernetesDirectory!, ['kustomize', join(root, directory)])).stdout)

  beforeAll(async () => {
    cluster = await startRealCluster(kubernetesDirectory!)
  }, 90_000)
  afterAll(() => cluster.stop())

  test.each(directories)('%s is accepted as it is, without a warning', async (directory) => {
    const apply = ['apply', '--server-side', '--dry-run=server', '--validate=strict', '-k', join(root, directory)]
    const { stdout, stderr } = await cluster.kubectl(...apply)
    expect(stderr).toBe('')
    const objects = await render(directory)
    expect(stdout.trim().split('\n')).toHaveLength(objects.length)
    for (const { kind, metadata } of objects)
      if (!['Namespace', 'ClusterRole', 'ClusterRoleBinding'].includes(kind)) expect(metadata.namespace).toBe('hearth')
  })

  test('the server runs in Pod Security restricted', async () => {
    const labels = { 'pod-security.kubernetes.io/enforce': 'restricted' }
    await cluster.post('/api/v1/namespaces', { metadata: { name: 'strict', labels } })
    await cluster.post('/api/v1/namespaces/strict/serviceaccounts', { metadata: { name: 'hearth' } })
    const rendered = (await render(directories[1]!)).find(({ kind }) => kind === 'Deployment')!
    const { metadata, spec } = rendered.spec.template
    const make = (more: object) =>
      cluster.post('/api/v1/namespaces/strict/pods?dryRun=All&fieldValidation=Strict', {
        metadata: { ...metadata, name: 'server' },
        spec: { ...spec, ...more },
      })
    await make({})
    await expect(make({ hostPID: true })).rejects.toMatchObject({ status: 403 })
  })

  test('the image is named once: Jobs run that of the server', async () => {
    const { spec } = (await render(directories[1]!)).find(({ kind }) => kind === 'Deployment')!
    const images = (spec.template.spec.containers as (Container & { image: string })[]).map(({ image }) => image)
    const clusters = spec.template.spec.containers.find(({ name }) => name === 'clusters')!
    expect(new Set([...images, configOf(clusters).kubernetes?.image])).toEqual(new Set(['registry.example/hearth:0.1']))
  })

  test('the rights are these and no others, with the server in the cluster, too', async () => {
    const isRight = ({ kind }: Kubernetes) => /Role|ServiceAccount/.test(kind)
    const [elsewhere, inCluster] = await Promise.all(directories.map(render))
    expect(inCluster!.filter(isRight)).toEqual(elsewhere!.filter(isRight))
    await cluster.post('/api/v1/namespaces', { metadata: { name: 'team' } })
    await cluster.kubectl('apply', '-n', 'team', '-f', join(root, 'examples/kubernetes/ephemeral.yaml'))
    const hearth = await cluster.openAs('hearth')
    const rulesIn = async (namespace: string) => {
      const path = '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews'
      const review = (await cluster.post(path, { spec: { namespace } }, hearth)) as {
        status: { resourceRules: { verbs: string[]; resources: string[]; resourceNames?: string[] }[] }
      }
      return review.status.resourceRules
        .filter(({ resources }) => !resources.some((resource) => resource.startsWith('selfsubject')))
        .map(({ verbs, resources, resourceNames = [] }) => [...resources, ...resourceNames, ':', ...verbs].join(' '))
        .sort()
    }
    const pods = 'pods : list watch'
    const jobs = ['events : list', 'jobs : create get delete', 'namespaces hearth : get']
    expect(await rulesIn('hearth')).toEqual([...jobs, pods].sort())
    expect(await rulesIn('team')).toEqual([pods, 'pods/ephemeralcontainers : patch'].sort())
    expect(await rulesIn('default')).toEqual([pods])
  })
})
