/** Jobs in clusters: made, followed by the pods they have, and removed. */
import { Problem } from '../errors.ts'
import { assertConfigured, awaitConnection, type CaptureRun, type RunRequest } from './capture-run.ts'
import { explainPod, isUnexplained } from './explain-job.ts'
import type { JobLines } from './job-lines.ts'
import { jobUidLabels } from './job-manifest.ts'
import { createJobsApi, type JobsApiOptions } from './jobs-api.ts'
import type { ApiPod } from './read-pods.ts'

export type Jobs = ReturnType<typeof createJobs>

interface JobsOptions extends JobsApiOptions {
  readonly lines: JobLines
}

/** How long the controller of Jobs may take to make the pod of a Job, a timeout; as a rule it is quick. */
const podMs = 30_000
/** Interval of the question why a Job has no pod yet. */
const askMs = 3_000

export function createJobs({ clients, config, lines, report }: JobsOptions) {
  /** What waits for the pod of each Job, by the Job's uid. `podOfJob` has that key too, `jobOfPod` the uid of a pod. */
  const listeners = new Map<string, (pod: ApiPod | null) => void>()
  const podOfJob = new Map<string, ApiPod>()
  const jobOfPod = new Map<string, string>()
  const api = createJobsApi({ clients, config, report })

  return {
    /** Takes every pod that a cluster reports; `pod` is null where it is gone. */
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
    /** Makes a Job. Resolves when the cluster has accepted it. Throws: as `create` of JobsApi. */
    async make(wanted: RunRequest, signal: AbortSignal): Promise<CaptureRun> {
      const { pod } = wanted
      const { callback } = assertConfigured(config)
      let uid = ''
      let podUid = ''
      const explain = async () => (await api.readEvents(pod, podUid || uid))[0] ?? '' // of the Job until it has a pod
      const isBegun = () => (podOfJob.get(uid)?.status.containerStatuses.length ?? 0) > 0
      const options = { lines, way: 'job', callback, node: pod.node, attach: wanted.attach, isBegun, explain } as const
      const run = awaitConnection(options, () => stopAsking())
      const asking = setInterval(() => void askWhyNoPod(), askMs)
      const stopAsking = () => clearInterval(asking)
      const until = Date.now() + podMs
      const askWhyNoPod = async () => {
        if (uid === '') return
        const refused = (await api.readEvents(pod, uid)).find((event) => /forbidden|FailedCreate/i.test(event))
        if (refused !== undefined) run.fail(explainNoPod(refused, config.namespace))
        else if (Date.now() > until) run.fail(explainNoPod('', config.namespace))
      }
      const forget = () => {
        stopAsking()
        listeners.delete(uid)
        run[Symbol.dispose]()
      }
      try {
        uid = await api.create(wanted, run.token, signal)
      } catch (error) {
        forget()
        throw error
      }
      let last: ApiPod | undefined
      const receive = (apiPod: ApiPod | null) => {
        stopAsking()
        if (apiPod === null) return void api.explainGone(pod, last).then(run.fail, report)
        last = apiPod
        podUid = apiPod.metadata.uid
        const problem = explainPod(apiPod, pod.node)
        const isDeleted = apiPod.metadata.deletionTimestamp !== undefined
        // Its end has no reason of its own: what deleted the pod is the reason, such as the deadline of the Job.
        if (problem && isDeleted && isUnexplained(problem)) void api.explainGone(pod, last).then(run.fail, report)
        else if (problem) run.fail(problem)
      }
      listeners.set(uid, receive)
      // The cluster may have reported the pod before it answered the request that made the Job.
      const early = podOfJob.get(uid)
      if (early) receive(early)
      return {
        failed: run.failed,
        async remove() {
          forget()
          await api.remove(pod, uid)
        },
      }
    },
    tryOut: api.tryOut,
    removeLeft: api.removeLeft,
  }
}

/** The controller of Jobs was refused, or a rule keeps it back. */
function explainNoPod(said: string, namespace: string): Problem {
  const [, level] = /violates PodSecurity "(\w+)/.exec(said) ?? []
  if (level !== undefined) return new Problem('pod-security-refuses', { way: 'job', namespace, level })
  const silent = `within ${podMs / 1000} s no pod was made for it; a quota or an admission rule of namespace ${namespace} may forbid it`
  return new Problem('job-not-started', { way: 'job', reason: said || silent })
}
