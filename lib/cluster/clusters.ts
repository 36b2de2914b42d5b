/**
 * Answers the verbs of a collector in the program that holds the credentials of clusters, with pods in place of JVMs.
 */
import { join } from 'node:path'
import { openArtefacts } from '../collector/captures/artefacts.ts'
import { type Captures, createCaptureJobs } from '../collector/captures/captures.ts'
import { openJournal } from '../collector/captures/journal.ts'
import type { VerbClient } from '../collector/client/client.ts'
import { createWatchFeed } from '../collector/watch-stream.ts'
import type { KubernetesConfig } from '../config.ts'
import { type CaptureSubject, isOccupying } from '../contract/capture-state.ts'
import { engineIds, engineTable } from '../contract/engines.ts'
import { clusterCollectorId } from '../contract/constants.ts'
import { type Pod, serviceOfPod } from '../contract/pods.ts'
import { answerCaptureVerbs, createVerbCall, type VerbAnswers } from '../collector/call-verbs.ts'
import { Problem } from '../errors.ts'
import { failedCheck, type HealthCheck, passedCheck } from '../health-checks.ts'
import { assertConfigured } from './capture-run.ts'
import { type ClusterClient, clientsOf } from './cluster-client.ts'
import { createEphemeralContainers, type EphemeralContainers } from './ephemeral-containers.ts'
import { followPods } from './follow-pods.ts'
import { createJobLines } from './job-lines.ts'
import { createKnownPods, type KnownPods } from './known-pods.ts'
import { createJobs, type Jobs } from './jobs.ts'
import { examinePod } from './pod-ways.ts'
import { runInJob, type RunningInJob } from './run-in-job.ts'
import type { ApiPod } from './read-pods.ts'

export type Clusters = ReturnType<typeof createClusters>

interface ClustersOptions {
  readonly clients: readonly ClusterClient[]
  readonly kubernetes: KubernetesConfig
  /** Ours alone: what is under way, and profiles that wait for the web program. */
  readonly directory: string
  readonly atOnce: number
  /** Gets what is no Problem but a bug. */
  readonly report: (error: unknown) => void
}

export function createClusters({ clients, kubernetes, directory, atOnce, report }: ClustersOptions) {
  const { emit, watch, isWatched } = createWatchFeed(() => ({
    type: 'snapshot',
    ...{ targets: [], stopped: [] },
    captures: captures.list(),
    pods: pods.list(),
    health: health(),
    demo: { state: 'stopped', step: '', problem: null },
  }))
  const pods = createKnownPods({ onChange: (changed, gone) => emit({ type: 'pods', changed, gone }) })
  /** Why the API of a cluster does not answer, by its name: null where it does, none before it was asked. */
  const problems = new Map<string, Problem | null | undefined>()
  const lines = createJobLines()
  const byCluster = clientsOf(clients)
  const jobs = createJobs({ clients: byCluster, config: kubernetes, lines, report })
  const ephemeral = createEphemeralContainers({ clients: byCluster, config: kubernetes, lines })
  const running = new Map<string, RunningInJob>()
  const artefacts = openArtefacts(join(directory, 'artefacts'))
  const captures = createCaptureJobs({
    engines: engineIds.map((id) => ({ id, ...engineTable[id] })),
    findTarget: (id) => subjectOf(pods.find(id)),
    run: (job, update) => runInJob(job, update, { findPod: pods.find, jobs, ephemeral, artefacts, running, report }),
    journal: openJournal(join(directory, 'journal')),
    artefacts,
    lateFiles: { add: () => undefined, sweep: () => Promise.resolve() },
    readLive: () => Promise.resolve(null), // the Job gives snapshots itself
    workDirectory: join(directory, 'work'),
    atOnce,
    onChange: (capture) => emit({ type: 'capture', capture }),
    report,
  })

  function receivePod({ name }: ClusterClient, uid: string, apiPod: ApiPod | null): void {
    jobs.receivePod(uid, apiPod)
    ephemeral.receivePod(name, uid, apiPod)
    // Pods in Hearth's own namespace are those of its Jobs: they are not listed.
    const isOurs = apiPod?.metadata.namespace === kubernetes.namespace
    pods.receive(name, uid, isOurs ? null : apiPod)
  }

  const health = (): HealthCheck[] =>
    clients.map(({ name }) => {
      const problem = problems.get(name)
      if (problem === null) return passedCheck('kubernetes', `The API of cluster ${name} answers`)
      return failedCheck('kubernetes', problem ? { title: problem.message, remedy: problem.remedy } : {})
    })

  const follow = (client: ClusterClient) =>
    followPods({
      client,
      onPod: (uid, pod) => receivePod(client, uid, pod),
      onProblem(problem) {
        problems.set(client.name, problem)
        emit({ type: 'health', health: health() })
      },
      report,
    })
  let followed: ReturnType<typeof follow>[] = []

  const verbClient: VerbClient = {
    call: createVerbCall(answerVerbs({ kubernetes, pods, captures, jobs, ephemeral, health })),
    watch,
    fetchArtefact: async (captureId, event) => captures.readArtefact(captureId, event),
    async fetchLive(captureId) {
      const job = running.get(captureId)
      if (!job) throw new Problem('not-found', { what: 'snapshot of this capture' })
      return job.client.fetchLive(job.captureId)
    },
  }

  return {
    ...verbClient,
    acceptLine: (token: string) => lines.accept(token),
    /** Ends what an earlier program left, then begins to look. */
    async start(): Promise<void> {
      // Read before `recover`, after which none of them is under way.
      const left = openJournal(join(directory, 'journal'))
        .readAll(report)
        .map(({ capture }) => capture)
      await captures.recover()
      for (const { state, target } of left)
        if (isOccupying(state) && target.containerId !== null) void jobs.removeLeft(target.containerId)
      followed = clients.map(follow)
    },
    keep: (hurry: AbortSignal) => captures.keep(isWatched, hurry),
    async stop(): Promise<void> {
      pods.stop()
      await captures.stop()
      await Promise.all(followed.map((one) => one.stop()))
    },
  }
}

interface Parts {
  readonly kubernetes: KubernetesConfig
  readonly pods: KnownPods
  readonly captures: Captures
  readonly jobs: Jobs
  readonly ephemeral: EphemeralContainers
  readonly health: () => HealthCheck[]
}

/** What concerns JVMs, the demo or experiments of a host is not here. */
function answerVerbs({ kubernetes, pods, captures, jobs, ephemeral, health }: Parts): VerbAnswers {
  const notHere = (): never => {
    throw new Problem('not-found', { what: 'JVM' })
  }
  return {
    ...answerCaptureVerbs(captures),
    listTargets: () => [],
    describeTarget: notHere,
    examineTarget: notHere,
    examinePod({ podId }) {
      const pod = pods.find(podId)
      if (!pod) throw new Problem('target-gone', { target: 'This pod' })
      return examinePod(pod, { jobs, ephemeral })
    },
    startCapture({ requestedBy, ...request }) {
      assertConfigured(kubernetes)
      return captures.start(request, requestedBy)
    },
    readCleanup: notHere,
    listBlocks: () => [],
    clearBlock: () => [],
    health,
    startDemo: notHere,
    stopDemo: notHere,
    listExperiments: () => [],
    startExperiment: notHere,
    stopExperiment: notHere,
  }
}

/** Gives what is known of a container before its Job has looked; undefined where there is no such pod. */
function subjectOf(pod: Pod | undefined): CaptureSubject | undefined {
  if (!pod) return undefined
  const { containerId, image, imageDigest } = pod
  const name = `${pod.namespace}/${pod.name}/${pod.container}`
  return {
    ...{ collectorId: clusterCollectorId, service: serviceOfPod(pod), hostPid: 0 },
    jvm: { mainClass: '' },
    container: { id: containerId, name, image, imageDigest },
  }
}
