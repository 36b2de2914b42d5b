/**
 * The API of a cluster in memory, for tests of what Hearth does with it: pods that run, and what is made beside them.
 * It has no kubelet.
 */
import { type OneShot, oneShotVariable, readOneShot } from '../../contract/one-shot.ts'
import { ApiRefusal, type ClusterClient } from '../cluster-client.ts'
import { containerIdOf } from '../read-pods.ts'

interface Container {
  readonly name: string
  readonly securityContext: { readonly runAsUser: number }
  readonly env: readonly { readonly name: string; readonly value: string }[]
}

/** What was made for a capture, with the order that its program finds. */
export interface MadeContainer {
  readonly oneShot: OneShot
  readonly runAsUser: number
}

export interface FakeCluster extends ClusterClient {
  /** Those of Jobs and ephemeral containers, in the order in which they were made. */
  readonly made: readonly MadeContainer[]
  /** The ephemeral container that was made last in this pod, if any, has ended so, as its kubelet tells. */
  endEphemeral(pod: string, message: string): void
  /**
   * The pod of the Job that was made last is being deleted, and its container has ended with this message. `status`: of
   * the pod; `jobStatus`: of the Job.
   */
  endJobPod(message: string, status: object, jobStatus?: object): void
}

const runningSince = { running: { startedAt: '2026-11-24T06:00:00Z' } }

/** A pod for each name, `shop`, in namespace `team`; its container has the id 111..., the next one's 222... */
export function createFakeCluster(names: readonly string[]): FakeCluster {
  const made: MadeContainer[] = []
  const jobs = new Map<string, { pod: ReturnType<typeof podOf>; status: object }>()
  const pods = new Map(names.map((name, index) => [name, podOf(name, `${index + 1}`.repeat(64))]))
  const watchers = new Set<(line: string) => void>()
  const send = (object: object) => watchers.forEach((watcher) => watcher(JSON.stringify({ type: 'MODIFIED', object })))

  function remember({ env, securityContext }: Container): void {
    const { value } = env.find(({ name }) => name === oneShotVariable)!
    const oneShot = readOneShot({ [oneShotVariable]: value.replaceAll('$$', '$') })
    made.push({ oneShot, runAsUser: securityContext.runAsUser })
  }

  function makeJob(path: string, body: object): object {
    const { metadata, spec } = body as {
      metadata: { name: string }
      spec: { template: { spec: { containers: [Container] } } }
    }
    const { name } = metadata
    const uid = `uid-of-${name}-${made.length}`
    if (jobs.has(name)) throw new ApiRefusal(409, 'create', { message: 'it exists', reason: 'AlreadyExists' })
    if (path.includes('dryRun')) return { metadata: { uid } }
    const labels = { 'controller-uid': uid }
    const pod = podOf(`${name}-pod`, null, { namespace: 'hearth', labels, uid: `pod-of-${uid}` })
    jobs.set(name, { pod, status: {} })
    send(pod)
    remember(spec.template.spec.containers[0])
    return { metadata: { uid } }
  }

  function addEphemeral(path: string, body: object): object {
    const pod = pods.get(/\/pods\/([^/]+)/.exec(path)![1]!)!
    if (path.includes('dryRun')) return pod
    const [container] = (body as { spec: { ephemeralContainers: [Container] } }).spec.ephemeralContainers
    pod.spec.ephemeralContainers.push({ name: container.name })
    pod.status.ephemeralContainerStatuses.push({ name: container.name, state: runningSince })
    send(pod)
    remember(container)
    return pod
  }

  function answer(method: string, path: string, body: object = {}): object {
    if (path.includes('/ephemeralcontainers')) return addEphemeral(path, body)
    if (path.includes('/selfsubjectaccessreviews')) return { status: { allowed: true } }
    if (method === 'POST') return makeJob(path, body)
    if (method === 'DELETE') return { deleted: jobs.delete(/jobs\/([^?]+)/.exec(path)![1]!) }
    if (path.startsWith('/api/v1/pods')) return { metadata: { resourceVersion: '1' }, items: [...pods.values()] }
    if (path.includes('/events')) return { items: [] }
    const job = jobs.get(/\/jobs\/([^?]+)/.exec(path)?.[1] ?? '')
    if (job) return { metadata: {}, status: job.status }
    return { metadata: { labels: { 'pod-security.kubernetes.io/enforce': 'privileged' } } }
  }

  return {
    name: 'lab',
    made,
    request: async (method, path, { body }) => answer(method, path, body),
    async *watch(_path, { signal }) {
      const lines: string[] = []
      let wake = () => {}
      const watcher = (line: string) => {
        lines.push(line)
        wake()
      }
      watchers.add(watcher)
      signal!.addEventListener('abort', () => wake())
      while (!signal!.aborted) {
        yield* lines.splice(0)
        // A line may have come while those before it were taken: nothing would wake this for it.
        await new Promise<void>((resolve) => (signal!.aborted || lines.length > 0 ? resolve() : (wake = resolve)))
      }
      watchers.delete(watcher)
    },
    endEphemeral(name, message) {
      const pod = pods.get(name)!
      const status = pod.status.ephemeralContainerStatuses.at(-1)
      if (!status) return
      status.state = { terminated: { exitCode: 1, message } }
      send(pod)
    },
    endJobPod(message, status, jobStatus = {}) {
      const job = [...jobs.values()].at(-1)!
      job.status = jobStatus
      const ended = { name: 'capture', state: { terminated: { exitCode: 1, message } } }
      send({
        ...job.pod,
        metadata: { ...job.pod.metadata, deletionTimestamp: '2026-11-24T06:01:00Z' },
        status: { phase: 'Failed', containerStatuses: [ended], ...status },
      })
    },
  }
}

function podOf(name: string, containerId: string | null, metadata: object = {}) {
  const containerID = `containerd://${containerId}`
  const isRunning = containerIdOf(containerID) !== null
  return {
    metadata: { name, namespace: 'team', uid: `uid-of-${name}`, resourceVersion: '1', ...metadata },
    spec: {
      nodeName: 'node1',
      containers: [{ name: 'app', image: 'shop:1', securityContext: { runAsUser: 1000 } }],
      ephemeralContainers: [] as { name: string }[],
    },
    status: {
      phase: isRunning ? 'Running' : 'Pending',
      containerStatuses: isRunning ? [{ name: 'app', image: 'shop:1', containerID, state: runningSince }] : [],
      ephemeralContainerStatuses: [] as { name: string; state: object }[],
    },
  }
}
