/** Jobs in clusters: made, followed by the pods they have, and removed. */
import { z } from 'zod'
import type { KubernetesConfig } from '../config.ts'
import type { Pod } from '../contract/pods.ts'
import { isProblem, Problem } from '../errors.ts'
import { assertMayEndJobs } from './assert-rights.ts'
import { awaitConnection, type CaptureRun, refuseSecond, type RunRequest } from './capture-run.ts'
import { ApiRefusal, type ClusterClient, type ClusterClients, problemOfRefusal } from './cluster-client.ts'
import { explainJob, explainPod } from './explain-job.ts'
import type { JobLines } from './job-lines.ts'
import { jobManifest, jobNameOf, jobUidLabels } from './job-manifest.ts'
import type { ApiPod } from './read-pods.ts'

export type Jobs = ReturnType<typeof createJobs>

interface JobsOptions {
  readonly clients: ClusterClients
  readonly config: KubernetesConfig
  readonly lines: JobLines
  readonly report: (error: unknown) => void
}

const eventsSchema = z.object({
  items: z.array(z.object({ reason: z.string().default(''), message: z.string().default('') })),
})
const namespaceSchema = z.object({
  metadata: z.object({ labels: z.record(z.string(), z.string()).default({}) }),
})
const madeSchema = z.object({ metadata: z.object({ uid: z.string() }) })

/** Until its pod is made; the Job controller is quick. */
const podMs = 30_000
const askMs = 3_000
const retryMs = 5_000

export function createJobs({ clients, config, lines, report }: JobsOptions) {
  /** By the uid of the Job. */
  const listeners = new Map<string, (pod: ApiPod | null) => void>()
  const podOfJob = new Map<string, ApiPod>()
  const jobOfPod = new Map<string, string>()
  const path = `/apis/batch/v1/namespaces/${config.namespace}/jobs`

  /**
   * `uid` is empty where it is not known. Never rejects. Where the API is away, it is tried again in the background: a Job that has
   * ended stays for two minutes, and no other can be made in its place.
   */
  async function remove(client: ClusterClient, pod: Pick<Pod, 'containerId'>, uid = '', tries = 60): Promise<void> {
    try {
      // A later Job has the same name, and without a policy those of batch/v1 leave their pods behind.
      const body = { propagationPolicy: 'Background', ...(uid !== '' && { preconditions: { uid } }) }
      await client.request('DELETE', `${path}/${jobNameOf(pod)}`, { what: 'delete Jobs', body })
    } catch (error) {
      if (error instanceof ApiRefusal && (error.status === 404 || error.status === 409)) return
      if (isProblem(error) && error.code === 'cluster-unreachable' && tries > 0)
        setTimeout(() => void remove(client, pod, uid, tries - 1), retryMs).unref()
      else report(problemOfRefusal({ cluster: client.name }, error))
    }
  }

  /** Gives its uid. Throws: Problem `jobs-not-configured`, `job-exists`, `cluster-refused`, `cluster-unreachable`; the signal's reason. */
  async function create(wanted: Omit<RunRequest, 'attach'>, token: string, signal?: AbortSignal, dryRun = '') {
    const { pod } = wanted
    const body = jobManifest({ ...wanted, config: { ...config, ...assertConfigured(config) }, token })
    try {
      const made = await clients.of(pod).request('POST', `${path}?fieldValidation=Strict${dryRun}`, {
        what: `create Jobs in namespace ${config.namespace}`,
        body,
        ...(signal && { signal }),
      })
      return madeSchema.parse(made).metadata.uid
    } catch (error) {
      if (error instanceof ApiRefusal && error.status === 409) refuseSecond(pod, 'job', jobNameOf(pod), error)
      throw problemOfRefusal(pod, error)
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
    async make(wanted: RunRequest, signal: AbortSignal): Promise<CaptureRun> {
      const { pod } = wanted
      const { callback } = assertConfigured(config)
      let uid = ''
      let podUid = ''
      const explain = () => readEvents(clients.of(pod), podUid || uid)
      const isBegun = () => (podOfJob.get(uid)?.status.containerStatuses.length ?? 0) > 0
      const options = { lines, way: 'job', callback, node: pod.node, attach: wanted.attach, isBegun, explain } as const
      const run = awaitConnection(options, () => stopAsking())
      const asking = setInterval(() => void askWhyNoPod(), askMs)
      const stopAsking = () => clearInterval(asking)
      const until = Date.now() + podMs
      const askWhyNoPod = async () => {
        if (uid === '') return
        const said = await readEvents(clients.of(pod), uid)
        if (/forbidden|FailedCreate/i.test(said)) run.fail(explainNoPod(said, config.namespace))
        else if (Date.now() > until) run.fail(explainNoPod('', config.namespace))
      }
      const forget = () => {
        stopAsking()
        listeners.delete(uid)
        run[Symbol.dispose]()
      }
      try {
        uid = await create(wanted, run.token, signal)
      } catch (error) {
        forget()
        throw error
      }
      const receive = (apiPod: ApiPod | null) => {
        stopAsking()
        if (apiPod === null) void explainGone(pod).then(run.fail, report)
        else {
          podUid = apiPod.metadata.uid
          const problem = explainPod(apiPod, pod.node)
          if (problem) run.fail(problem)
        }
      }
      listeners.set(uid, receive)
      const early = podOfJob.get(uid)
      if (early) receive(early)
      return {
        failed: run.failed,
        async remove() {
          forget()
          await remove(clients.of(pod), pod, uid)
        },
      }
    },
    /** Whether Jobs are permitted, by a dry run and by asking. Throws: the Problem that one would have. */
    async tryOut(pod: Pod): Promise<void> {
      await create({ pod, captureId: '', request: { mode: 'timed', seconds: 1 } }, '', undefined, '&dryRun=All')
      await assertMayEndJobs(clients.of(pod), config.namespace)
      const level = await readPodSecurity(clients.of(pod))
      if (level !== null && level !== 'privileged')
        throw new Problem('pod-security-refuses', { way: 'job', namespace: config.namespace, level })
    },
    /** What a program that was killed left, in whichever cluster that container is. Never rejects. */
    async removeLeft(containerId: string): Promise<void> {
      await Promise.all(clients.all.map((client) => remove(client, { containerId })))
    },
  }

  /** Of the Job or its pod, the newest first; empty where there are none, or they may not be read. Never rejects. */
  async function readEvents(client: ClusterClient, uid: string): Promise<string> {
    try {
      const query = `fieldSelector=${encodeURIComponent(`involvedObject.uid=${uid},type=Warning`)}`
      const answer = await client.request('GET', `/api/v1/namespaces/${config.namespace}/events?${query}`, {
        what: `list events in namespace ${config.namespace}`,
      })
      const newest = eventsSchema.parse(answer).items.at(-1)
      return newest ? `${newest.reason}, ${newest.message}`.slice(0, 500) : ''
    } catch (error) {
      if (!(error instanceof ApiRefusal) && !isProblem(error)) report(error)
      return ''
    }
  }

  /** What pods the namespace of the Jobs allows; null where Hearth may not look. Throws: Problem `cluster-unreachable`. */
  async function readPodSecurity(client: ClusterClient): Promise<string | null> {
    try {
      const answer = await client.request('GET', `/api/v1/namespaces/${config.namespace}`, {
        what: 'read its namespace',
      })
      return namespaceSchema.parse(answer).metadata.labels['pod-security.kubernetes.io/enforce'] ?? null
    } catch (error) {
      if (error instanceof ApiRefusal) return null
      throw error
    }
  }

  /** Its pod was deleted: by its deadline, or by people. */
  async function explainGone(pod: Pod): Promise<Problem> {
    try {
      return explainJob(await clients.of(pod).request('GET', `${path}/${jobNameOf(pod)}`, { what: 'read Jobs' }))
    } catch (error) {
      if (error instanceof ApiRefusal && error.status === 404)
        return new Problem('job-ended', { way: 'job', reason: 'it was deleted' }, { cause: error })
      return new Problem('job-ended', { way: 'job', reason: 'its pod was deleted' }, { cause: error })
    }
  }
}

/** The controller of Jobs was refused, or a rule keeps it back. */
function explainNoPod(said: string, namespace: string): Problem {
  const [, level] = /violates PodSecurity "(\w+)/.exec(said) ?? []
  if (level !== undefined) return new Problem('pod-security-refuses', { way: 'job', namespace, level })
  const silent = `within ${podMs / 1000} s no pod was made for it; a quota or an admission rule of namespace ${namespace} may forbid it`
  return new Problem('job-not-started', { way: 'job', reason: said || silent })
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
