/** Requests to the API about Jobs: to make one, to remove it, and what became of it. */
import { z } from 'zod'
import type { KubernetesConfig } from '../config.ts'
import type { Pod } from '../contract/pods.ts'
import { isProblem, Problem } from '../errors.ts'
import { assertMayEndJobs } from './assert-rights.ts'
import { assertConfigured, refuseSecond, type RunRequest } from './capture-run.ts'
import { ApiRefusal, type ClusterClient, type ClusterClients, problemOfRefusal } from './cluster-client.ts'
import { explainDeletion, explainJob, longestStateReason } from './explain-job.ts'
import { jobManifest, jobNameOf } from './job-manifest.ts'
import type { ApiPod } from './read-pods.ts'

export interface JobsApiOptions {
  readonly clients: ClusterClients
  readonly config: KubernetesConfig
  readonly report: (error: unknown) => void
}

/** In ms since 1970; 0 where there is none. */
const timeSchema = z
  .string()
  .nullish()
  .transform((text) => Date.parse(text ?? '') || 0)
/** The API repeats an event by a later `lastTimestamp`, or `series`; it lists events by their first occurrence. */
const eventsSchema = z.object({
  items: z.array(
    z
      .object({
        reason: z.string().default(''),
        message: z.string().default(''),
        eventTime: timeSchema,
        lastTimestamp: timeSchema,
        series: z.object({ lastObservedTime: timeSchema }).nullish(),
      })
      .transform(({ eventTime, lastTimestamp, series, ...event }) => ({
        ...event,
        lastAt: Math.max(eventTime, lastTimestamp, series?.lastObservedTime ?? 0),
      })),
  ),
})
const namespaceSchema = z.object({
  metadata: z.object({ labels: z.record(z.string(), z.string()).default({}) }),
})
const madeSchema = z.object({ metadata: z.object({ uid: z.string() }) })

/** Whether a refusal to remove says that the Job is gone: no Job has its name, or a later one with another uid. */
function isGone(error: unknown): boolean {
  if (!(error instanceof ApiRefusal)) return false
  // Source: `BeforeDelete` of k8s.io/apiserver: “the UID in the precondition (...) does not match the UID in record”.
  return error.status === 404 || (error.status === 409 && /precondition/i.test(error.message))
}

/** Whether the same request may succeed later. */
function isForNow(error: unknown): boolean {
  if (error instanceof ApiRefusal) return error.status === 409 || error.status === 429 || error.status >= 500
  return isProblem(error) && error.code === 'cluster-unreachable'
}

/** The pause before a retry to remove a Job, where the API of the cluster did not answer, or refused for now. */
const removeRetryMs = 5_000
/** Retries to remove a Job. */
const removeTries = 60

export function createJobsApi({ clients, config, report }: JobsApiOptions) {
  const path = `/apis/batch/v1/namespaces/${config.namespace}/jobs`

  /**
   * Makes a Job and gives its uid. Throws: Problem `jobs-not-configured`, `job-exists`, `cluster-refused`,
   * `cluster-unreachable`; the signal's reason.
   */
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
      if (error instanceof ApiRefusal && error.reason === 'AlreadyExists')
        refuseSecond(pod, 'job', jobNameOf(pod), error)
      throw problemOfRefusal(pod, error)
    }
  }

  /**
   * Removes a Job; `uid` is empty where it is not known. Never rejects. Where the API is away or too busy, it tries
   * again in the background: a Job that has ended stays for a while (`endedJobSeconds` of job-manifest.ts), and no
   * other can be made in its place.
   */
  async function removeFrom(
    client: ClusterClient,
    pod: Pick<Pod, 'containerId'>,
    uid = '',
    tries = removeTries,
  ): Promise<void> {
    try {
      // A later Job has the same name, and without a policy those of batch/v1 leave their pods behind.
      const body = { propagationPolicy: 'Background', ...(uid !== '' && { preconditions: { uid } }) }
      await client.request('DELETE', `${path}/${jobNameOf(pod)}`, { what: 'delete Jobs', body })
    } catch (error) {
      if (isGone(error)) return
      if (isForNow(error) && tries > 0)
        setTimeout(() => void removeFrom(client, pod, uid, tries - 1), removeRetryMs).unref()
      else report(problemOfRefusal({ cluster: client.name }, error))
    }
  }

  /**
   * Gives the Pod Security of the namespace of the Jobs; null where it has none, or Hearth may not look. Throws:
   * Problem `cluster-unreachable`.
   */
  async function readPodSecurity(pod: Pod): Promise<string | null> {
    try {
      const answer = await clients.of(pod).request('GET', `/api/v1/namespaces/${config.namespace}`, {
        what: 'read its namespace',
      })
      return namespaceSchema.parse(answer).metadata.labels['pod-security.kubernetes.io/enforce'] ?? null
    } catch (error) {
      if (error instanceof ApiRefusal) return null
      throw error
    }
  }

  return {
    create,
    /** Removes the Job with this uid only. Never rejects, and goes on in the background: see `removeFrom`. */
    remove: (pod: Pod, uid: string) => removeFrom(clients.of(pod), pod, uid),
    /** Tries by a dry run, and asks, whether Jobs are permitted. Throws: the Problem that a Job would have. */
    tryOut: async (pod: Pod): Promise<void> => {
      await create({ pod, captureId: '', request: { mode: 'timed', seconds: 1 } }, '', undefined, '&dryRun=All')
      await assertMayEndJobs(clients.of(pod), config.namespace)
      const level = await readPodSecurity(pod)
      if (level !== null && level !== 'privileged')
        throw new Problem('pod-security-refuses', { way: 'job', namespace: config.namespace, level })
    },
    /** Removes the Job that a killed program left, in whichever cluster that container is. Never rejects. */
    removeLeft: async (containerId: string): Promise<void> => {
      await Promise.all(clients.all.map((client) => removeFrom(client, { containerId })))
    },
    /**
     * Gives the warning events of the Job or pod, that which occurred last first; none where they may not be read.
     * Never rejects.
     */
    async readEvents(pod: Pod, uid: string): Promise<string[]> {
      try {
        const query = `fieldSelector=${encodeURIComponent(`involvedObject.uid=${uid},type=Warning`)}`
        const answer = await clients.of(pod).request('GET', `/api/v1/namespaces/${config.namespace}/events?${query}`, {
          what: `list events in namespace ${config.namespace}`,
        })
        const { items } = eventsSchema.parse(answer)
        return items
          .sort((a, b) => b.lastAt - a.lastAt)
          .map(({ reason, message }) => `${reason}, ${message}`.slice(0, longestStateReason))
      } catch (error) {
        if (!(error instanceof ApiRefusal) && !isProblem(error)) report(error)
        return []
      }
    },
    /**
     * Gives why a Job's pod was deleted: by its deadline, by the cluster or by people. `apiPod`: that pod as it was
     * seen last.
     */
    async explainGone(pod: Pod, apiPod: ApiPod | undefined): Promise<Problem> {
      try {
        const answer = await clients.of(pod).request('GET', `${path}/${jobNameOf(pod)}`, { what: 'read Jobs' })
        return explainJob(answer, apiPod)
      } catch (error) {
        if (error instanceof ApiRefusal && error.status === 404)
          return new Problem('job-ended', { way: 'job', reason: 'it was deleted' }, { cause: error })
        return explainDeletion(apiPod, error)
      }
    },
  }
}
