/**
 * Captures by a container that is added to the pod: for clusters that allow no Job which sees the processes of a node.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { KubernetesConfig } from '../config.ts'
import type { Pod } from '../contract/pods.ts'
import { Problem } from '../errors.ts'
import { assertConfigured, awaitConnection, type CaptureRun, refuseSecond, type RunRequest } from './capture-run.ts'
import { ApiRefusal, type ClusterClients, problemOfRefusal } from './cluster-client.ts'
import {
  ephemeralManifest,
  isOurContainer,
  nextContainerName,
  type PodUser,
  userOfContainer,
} from './ephemeral-manifest.ts'
import { explainByPod, explainContainer, isUnexplained } from './explain-job.ts'
import type { JobLines } from './job-lines.ts'
import type { ApiPod } from './read-pods.ts'

export type EphemeralContainers = ReturnType<typeof createEphemeralContainers>

interface EphemeralOptions {
  readonly clients: ClusterClients
  readonly config: KubernetesConfig
  readonly lines: JobLines
}

/** In ms: how long the end of an ephemeral container is waited for, a timeout: the kubelet reports it within 2 s. */
const endMs = 20_000

const keyOf = ({ cluster, namespace, name }: Pick<Pod, 'cluster' | 'namespace' | 'name'>) =>
  `${cluster}/${namespace}/${name}`

const stateOf = (pod: ApiPod | null, name: string) =>
  pod?.status.ephemeralContainerStatuses.find((status) => status.name === name)?.state

export function createEphemeralContainers({ clients, config, lines }: EphemeralOptions) {
  /** The pods as their clusters reported them last, by `keyOf`. */
  const apiPods = new Map<string, ApiPod>()
  /** Keys of `apiPods` by the uid of the pod, which is all that is reported of one that is gone. */
  const keys = new Map<string, string>()
  const listeners = new Set<{ readonly uid: string; readonly receive: (pod: ApiPod | null) => void }>()

  function apiPodOf(pod: Pod): ApiPod {
    const apiPod = apiPods.get(keyOf(pod))
    if (apiPod) return apiPod
    throw new Problem('target-gone', { target: `${pod.namespace}/${pod.name}` })
  }

  const userOf = (pod: Pod): PodUser => userOfContainer(apiPodOf(pod), pod.container)

  /**
   * Makes a container and gives its name. Throws: Problem `jobs-not-configured`, `target-gone`, `job-exists`,
   * `cluster-refused`, `cluster-unreachable`; the signal's reason.
   */
  async function create(
    wanted: Pick<RunRequest, 'pod' | 'request' | 'cleanup'>,
    { user, token, signal, dryRun = '' }: { user: PodUser; token: string; signal?: AbortSignal; dryRun?: string },
  ): Promise<string> {
    const { pod } = wanted
    const apiPod = apiPodOf(pod)
    const running = apiPod.status.ephemeralContainerStatuses.find(
      ({ name, state }) => isOurContainer(name) && state.running,
    )
    if (running) refuseSecond(pod, 'ephemeral', running.name)
    const name = nextContainerName(apiPod)
    const body = ephemeralManifest(
      { ...wanted, config: { ...config, ...assertConfigured(config) }, token },
      apiPod,
      name,
      user,
    )
    const path = `/api/v1/namespaces/${pod.namespace}/pods/${pod.name}/ephemeralcontainers?fieldValidation=Strict${dryRun}`
    try {
      const what = `add ephemeral containers in namespace ${pod.namespace}`
      await clients.of(pod).request('PATCH', path, { what, body, ...(signal && { signal }) })
      return name
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error
      if (error.status === 404)
        throw new Problem('target-gone', { target: `${pod.namespace}/${pod.name}` }, { cause: error })
      // Another dashboard took the name. Source: `ValidatePodEphemeralContainersUpdate` of Kubernetes.
      if (/existing ephemeral containers? .*may not be changed/.test(error.message))
        refuseSecond(pod, 'ephemeral', name, error)
      throw problemOfRefusal(pod, error, 'ephemeral')
    }
  }

  return {
    userOf,
    /** Takes every pod that a cluster reports; `apiPod` is null where the pod is gone. */
    receivePod(cluster: string, uid: string, apiPod: ApiPod | null): void {
      const key = apiPod ? keyOf({ cluster, ...apiPod.metadata }) : keys.get(uid)
      if (key === undefined) return
      if (apiPod) {
        keys.set(uid, key)
        apiPods.set(key, apiPod)
      } else {
        keys.delete(uid)
        // A new pod may have its name, as those of a StatefulSet do.
        if (apiPods.get(key)?.metadata.uid === uid) apiPods.delete(key)
      }
      for (const listener of listeners) if (listener.uid === uid) listener.receive(apiPod)
    },
    /** Adds a container to the pod. Resolves when the cluster has accepted it. Throws: as `create`. */
    async make(wanted: RunRequest, user: PodUser, signal: AbortSignal): Promise<CaptureRun> {
      const { pod, attach } = wanted
      const { image, callback } = assertConfigured(config)
      let state: ReturnType<typeof stateOf>
      const run = awaitConnection({
        ...{ lines, way: 'ephemeral', callback, node: pod.node, attach },
        isBegun: () => state !== undefined,
        explain: () => Promise.resolve(''),
      })
      try {
        const { uid } = apiPodOf(pod).metadata
        const name = await create(wanted, { user, token: run.token, signal })
        const ended = Promise.withResolvers<void>()
        const receive = (apiPod: ApiPod | null) => {
          state = stateOf(apiPod, name)
          if (apiPod === null || state?.terminated) ended.resolve()
          const isGone = apiPod === null || apiPod.metadata.deletionTimestamp !== undefined
          const problem = !isGone
            ? explainContainer(state, { way: 'ephemeral', image, node: pod.node })
            : new Problem('target-gone', { target: `${pod.namespace}/${pod.name}` })
          if (problem) run.fail(isUnexplained(problem) && apiPod ? explainByPod(problem, apiPod, 'ephemeral') : problem)
        }
        const listener = { uid, receive }
        listeners.add(listener)
        // The cluster may have reported the container, or the end of the pod, before it answered the request.
        const early = apiPods.get(keyOf(pod))
        receive(early?.metadata.uid === uid ? early : null)
        return {
          failed: run.failed,
          // Kubernetes removes no ephemeral container from a pod: without its connection this one ends by itself.
          async remove() {
            run[Symbol.dispose]()
            await Promise.race([ended.promise, sleep(endMs, undefined, { ref: false })])
            listeners.delete(listener)
          },
        }
      } catch (error) {
        run[Symbol.dispose]()
        throw error
      }
    },
    /** Tries by a dry run whether such a container is permitted. Throws: the Problem that it would have. */
    async tryOut(pod: Pod): Promise<void> {
      const request = { mode: 'timed', seconds: 1 } as const
      await create({ pod, request }, { user: userOf(pod), token: '', dryRun: '&dryRun=All' })
    },
  }
}
