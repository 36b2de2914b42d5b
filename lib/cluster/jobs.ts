/** Jobs in clusters: made, followed by the pods they have, and removed. */
import type { Socket } from 'node:net'
import { z } from 'zod'
import type { KubernetesConfig } from '../config.ts'
import type { CaptureRequest } from '../contract/capture.ts'
import type { Pod } from '../contract/pods.ts'
import { Problem } from '../errors.ts'
import { ApiRefusal, type ClusterClient, problemOfRefusal } from './cluster-client.ts'
import { explainJob, explainPod } from './explain-job.ts'
import type { JobLines } from './job-lines.ts'
import { jobManifest, jobNameOf, jobUidLabels } from './job-manifest.ts'
import type { ApiPod } from './read-pods.ts'

export type Jobs = ReturnType<typeof createJobs>

interface JobRequest {
  readonly pod: Pod
  readonly captureId: string
  readonly request: Pick<CaptureRequest, 'mode' | 'seconds'>
  /** Gets the connections that the Job opens. */
  readonly attach: (socket: Socket) => void
}

interface MadeJob {
  /** Aborts with the Problem that ended it. */
  readonly failed: AbortSignal
  /** Never rejects: where the API is away, the Job ends by its deadline and is removed some minutes later. */
  remove(): Promise<void>
}

interface JobsOptions {
  readonly clients: readonly ClusterClient[]
  readonly config: KubernetesConfig
  readonly lines: JobLines
  readonly report: (error: unknown) => void
}

const madeSchema = z.object({ metadata: z.object({ uid: z.string() }) })

/** Until its pod is made; the Job controller is quick. */
const podMs = 30_000
/** Until it has connected: a node may have to pull the image. */
const startMs = 300_000

export function createJobs({ clients, config, lines, report }: JobsOptions) {
  /** By the uid of the Job. */
  const listeners = new Map<string, (pod: ApiPod | null) => void>()
  const podOfJob = new Map<string, ApiPod>()
  const jobOfPod = new Map<string, string>()
  const path = `/apis/batch/v1/namespaces/${config.namespace}/jobs`

  function clientOf({ cluster }: Pick<Pod, 'cluster'>): ClusterClient {
    const client = clients.find(({ name }) => name === cluster)
    if (client) return client
    throw new Problem('target-gone', { target: 'This pod' })
  }

  async function remove(client: ClusterClient, pod: Pick<Pod, 'containerId'>): Promise<void> {
    try {
      // Without it, Jobs of batch/v1 leave their pods behind.
      const query = `${path}/${jobNameOf(pod)}?propagationPolicy=Background`
      await client.request('DELETE', query, { what: 'delete Jobs' })
    } catch (error) {
      if (!(error instanceof ApiRefusal && error.status === 404)) report(problemOfRefusal(client.name, error))
    }
  }

  /** Gives its uid. Throws: Problem `jobs-not-configured`, `job-exists`, `cluster-refused`, `cluster-unreachable`; the signal's reason. */
  async function create({ pod, captureId, request }: JobRequest, token: string, signal: AbortSignal) {
    const { image, callback } = assertConfigured(config)
    const body = jobManifest({ config: { ...config, image, callback }, pod, captureId, request, token })
    try {
      const made = await clientOf(pod).request('POST', `${path}?fieldValidation=Strict`, {
        what: `create Jobs in namespace ${config.namespace}`,
        body,
        signal,
      })
      return madeSchema.parse(made).metadata.uid
    } catch (error) {
      if (error instanceof ApiRefusal && error.status === 409)
        throw new Problem('job-exists', { pod: `${pod.namespace}/${pod.name}`, job: jobNameOf(pod) }, { cause: error })
      throw problemOfRefusal(pod.cluster, error)
    }
  }

  return {
    /** Of every pod that a cluster tells of; null when it is gone. */
    receivePod(uid: string, pod: ApiPod | null): void {
      if (pod && pod.metadata.namespace !== config.namespace) return
      const job = pod ? jobUidLabels.map((label) => pod.metadata.labels[label]).find(Boolean) : jobOfPod.get(uid)
      if (!job) return
      if (pod) {
        jobOfPod.set(uid, job)
        podOfJob.set(job, pod)
      } else {
        jobOfPod.delete(uid)
        podOfJob.delete(job)
      }
      listeners.get(job)?.(pod)
    },
    /** Resolves when it is made. Throws: as `create`. */
    async make(wanted: JobRequest, signal: AbortSignal): Promise<MadeJob> {
      const { pod } = wanted
      const failed = new AbortController()
      const fail = (problem: Problem) => failed.abort(problem)
      const noPod = `within ${podMs / 1000} s no pod was made for it; a quota or an admission rule of namespace ${config.namespace} may forbid it`
      const timers = [
        setTimeout(() => fail(new Problem('job-not-started', { reason: noPod })), podMs),
        setTimeout(() => {
          fail(
            new Problem('job-not-started', {
              reason: `its pod did not connect to ${config.callback} within ${startMs / 60_000} min`,
            }),
          )
        }, startMs),
      ]
      const line = lines.expect((socket) => {
        timers.forEach(clearTimeout)
        wanted.attach(socket)
      })
      let uid = ''
      const forget = () => {
        timers.forEach(clearTimeout)
        listeners.delete(uid)
        line[Symbol.dispose]()
      }
      try {
        uid = await create(wanted, line.token, signal)
      } catch (error) {
        forget()
        throw error
      }
      const receive = (apiPod: ApiPod | null) => {
        clearTimeout(timers[0])
        if (apiPod === null) void explainGone(pod).then(fail, report)
        else {
          const problem = explainPod(apiPod, pod.node)
          if (problem) fail(problem)
        }
      }
      listeners.set(uid, receive)
      const early = podOfJob.get(uid)
      if (early) receive(early)
      return {
        failed: failed.signal,
        async remove() {
          forget()
          await remove(clientOf(pod), pod)
        },
      }
    },
    /** What a program that was killed left, in whichever cluster that container is. Never rejects. */
    async removeLeft(containerId: string): Promise<void> {
      await Promise.all(clients.map((client) => remove(client, { containerId })))
    },
  }

  /** Its pod was deleted: by its deadline, or by people. */
  async function explainGone(pod: Pod): Promise<Problem> {
    try {
      return explainJob(await clientOf(pod).request('GET', `${path}/${jobNameOf(pod)}`, { what: 'read Jobs' }))
    } catch (error) {
      if (error instanceof ApiRefusal && error.status === 404)
        return new Problem('job-ended', { reason: 'it was deleted' }, { cause: error })
      return new Problem('job-ended', { reason: 'its pod was deleted' }, { cause: error })
    }
  }
}

/** Throws: Problem `jobs-not-configured`. */
export function assertConfigured({ image, callback }: KubernetesConfig): { image: string; callback: string } {
  if (image !== null && callback !== null) return { image, callback }
  const missing = [
    ...(image === null ? ['HEARTH_KUBERNETES_IMAGE'] : []),
    ...(callback === null ? ['HEARTH_KUBERNETES_CALLBACK'] : []),
  ]
  throw new Problem('jobs-not-configured', { missing })
}
