/** Ephemeral containers, by an API that answers as each test says. */
import { expect, test } from 'vitest'
import { sampleClusterConfig, samplePod } from '../testing/samples.ts'
import { ApiRefusal, type ClusterClient, clientsOf } from './cluster-client.ts'
import { createEphemeralContainers } from './ephemeral-containers.ts'
import { createJobLines } from './job-lines.ts'
import { apiPodSchema } from './read-pods.ts'

const pod = samplePod()
const user = { uid: 1000, gid: 1000 } as never

/** The pod as its cluster reports it. */
const reported = (uid: string, metadata: object = {}, name = '') =>
  apiPodSchema.parse({
    metadata: { name: pod.name, namespace: pod.namespace, uid, ...metadata },
    spec: { containers: [{ name: pod.container, securityContext: { runAsUser: 1000 } }] },
    status: {
      ephemeralContainerStatuses: name === '' ? [] : [{ name, state: { terminated: { exitCode: 1, message: 'x' } } }],
    },
  })

/** Adds a container to the pod; `patch` runs before the API answers. */
function make(patch: (containers: ReturnType<typeof createEphemeralContainers>, body: object) => void) {
  const client: Pick<ClusterClient, 'name' | 'request'> = {
    name: pod.cluster,
    request: async (_method, _path, { body }) => (patch(containers, body!), {}),
  }
  const containers = createEphemeralContainers({
    clients: clientsOf([client as ClusterClient]),
    config: sampleClusterConfig as never,
    lines: createJobLines(),
  })
  containers.receivePod(pod.cluster, 'first', reported('first'))
  const request = { mode: 'timed', seconds: 1 } as const
  const wanted = { pod, captureId: '0'.repeat(32), request, attach: () => {} }
  return { containers, made: containers.make(wanted, user, new AbortController().signal) }
}

const nameIn = (body: object) =>
  (body as { spec: { ephemeralContainers: { name: string }[] } }).spec.ephemeralContainers[0]!.name

test.each<[string, string, Parameters<typeof make>[0]]>([
  ['is deleted', 'target-gone', (all) => all.receivePod(pod.cluster, 'first', null)],
  [
    'is being deleted',
    'target-gone',
    (all) => all.receivePod(pod.cluster, 'first', reported('first', { deletionTimestamp: '2026-11-30T10:00:00Z' })),
  ],
  ['is replaced by one of its name', 'target-gone', (all) => all.receivePod(pod.cluster, 'second', reported('second'))],
  [
    'reports the end of the container',
    'job-ended',
    (all, body) => all.receivePod(pod.cluster, 'first', reported('first', {}, nameIn(body))),
  ],
])('a capture ends at once where its pod %s before the API answers', async (_, code, patch) => {
  const run = await make(patch).made
  expect(run.failed.reason).toMatchObject({ code })
  void run.remove() // what still waits for the connection
})

test('a capture ends where its pod is gone, also after a new pod has its name', async () => {
  const { containers, made } = make(() => {})
  const run = await made
  containers.receivePod(pod.cluster, 'second', reported('second'))
  containers.receivePod(pod.cluster, 'first', null)
  expect(run.failed.reason).toMatchObject({ code: 'target-gone' })
  void run.remove() // what still waits for the connection
})

test.each([
  ['has its name', 422, 'Invalid', 'existing ephemeral containers "hearth-1" may not be changed', 'job-exists'],
  ['is not valid', 422, 'Invalid', 'spec.ephemeralContainers[0].image: Invalid value', 'cluster-refused'],
  ['changed at the same time', 409, 'Conflict', 'the object has been modified', 'cluster-refused'],
])('a container is refused with the reason: one that %s', async (_, status, reason, message, code) => {
  const { made } = make(() => {
    throw new ApiRefusal(status, 'add', { message, reason })
  })
  await expect(made).rejects.toMatchObject({ code })
})
