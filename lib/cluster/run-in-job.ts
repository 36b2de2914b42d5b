/**
 * Takes a capture of a container in a pod: by a Job on its node, or by an ephemeral container in it. The profiles are
 * stored here for the web program.
 */
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRemoteClient, type RemoteClient } from '../collector/client/http2-client.ts'
import type { Artefacts } from '../collector/captures/artefacts.ts'
import type { Job, UpdateJob } from '../collector/captures/job.ts'
import type { Capture } from '../contract/capture.ts'
import { addNotRemoved, beginChecking, followJobCapture, isFinal, keepArtefacts } from '../contract/capture-state.ts'
import type { WatchEvent } from '../contract/live-events.ts'
import type { PodWay } from '../contract/pod-ways.ts'
import type { Pod } from '../contract/pods.ts'
import type { Target } from '../contract/target.ts'
import type { VerbOutput } from '../contract/verbs.ts'
import { isProblem, Problem, problemFromData } from '../errors.ts'
import type { CaptureRun, RunRequest } from './capture-run.ts'
import type { EphemeralContainers } from './ephemeral-containers.ts'
import type { PodUser } from './ephemeral-manifest.ts'
import type { Jobs } from './jobs.ts'
import { followLine } from './follow-line.ts'
import { chooseWay } from './pod-ways.ts'
import { receiveArtefacts } from './receive-artefacts.ts'

/** A capture under way in a Job, which gives its newest snapshot. */
export interface RunningInJob {
  readonly client: RemoteClient
  /** The id of the capture in the Job. */
  readonly captureId: string
}

interface RunInJobOptions {
  readonly findPod: (id: string) => Pod | undefined
  readonly jobs: Jobs
  readonly ephemeral: EphemeralContainers
  readonly artefacts: Pick<Artefacts, 'keep'>
  /** Keys are ids of captures here. */
  readonly running: Map<string, RunningInJob>
  readonly report: (error: unknown) => void
}

/** How long the collector of a Job may take to answer that it cancels: a timeout. */
const cancelMs = 15_000
/** Things that may be left where the collector of a Job does not say that it has cancelled. */
const unanswered = ['a profiler in the JVM, which ends by its own limit']
/** How long the collector of a Job may look for the JVM once it is connected: a timeout. */
const lookMs = 20_000
/** Timeout of a second program that starts and removes what a killed one left; its image is on the node. */
const cleanMs = 60_000

/**
 * Takes a capture in a pod. No Job is left, but where the API is away. Throws: Problem; the reason of the job's signal
 * when it aborts.
 */
export async function runInJob(job: Job, update: UpdateJob, options: RunInJobOptions): Promise<void> {
  const { request } = job.capture
  const { signal } = job.abort
  await Promise.resolve() // who started it sees it queued first
  signal.throwIfAborted()
  update(job, beginChecking(job.capture, Date.now()))
  const pod = options.findPod(request.targetId)
  if (!pod) throw new Problem('target-gone', { target: job.capture.target.containerName ?? 'The container' })
  const { jobs, ephemeral } = options
  const way = await chooseWay(pod, request, options)
  const takeAs = (user: PodUser) =>
    takeCapture(job, update, { ...options, pod, way, make: (wanted) => ephemeral.make(wanted, user, signal) })
  if (way === 'job')
    return takeCapture(job, update, { ...options, pod, way, make: (wanted) => jobs.make(wanted, signal) })
  try {
    await takeAs(ephemeral.userOf(pod))
  } catch (error) {
    // Only a look into the container tells who the JVM runs as, where its pod does not say so.
    if (!isProblem(error) || error.code !== 'pod-user-differs') throw error
    await takeAs(error.facts as PodUser)
  }
}

interface TakeOptions extends Pick<RunInJobOptions, 'artefacts' | 'running' | 'report'> {
  readonly pod: Pod
  readonly way: PodWay
  readonly make: (wanted: RunRequest) => Promise<CaptureRun>
}

/** Has the program that `make` starts take the capture. */
async function takeCapture(job: Job, update: UpdateJob, options: TakeOptions): Promise<void> {
  const { request, id } = job.capture
  const { signal } = job.abort
  const { pod, way } = options
  const client = createRemoteClient(`${pod.namespace}/${pod.name}`)
  const withoutJvm = new AbortController()
  let looking: NodeJS.Timeout | undefined
  const attach = (socket: Socket) => {
    client.attach(socket)
    // The container has found a JVM, or it would not have connected: the JVM has ended since.
    looking ??= setTimeout(() => withoutJvm.abort(new Problem('target-gone', { target: pod.name })), lookMs)
  }
  const made = await options.make({ pod, captureId: id, request, attach })
  let remoteId: string | null = null
  let cleanup: VerbOutput<'readCleanup'> = []
  const save = () => {
    if (remoteId !== null) void client.call('saveCapture', { captureId: remoteId }).catch(options.report)
  }
  job.save.signal.addEventListener('abort', save)
  const over = AbortSignal.any([signal, made.failed, withoutJvm.signal])
  try {
    await deliver(await followLine(client, { pod, way }, receive, over))
  } catch (error) {
    if (signal.aborted && remoteId !== null) await cancelThere(remoteId)
    await end()
    // A thief of the token could send it: only the cluster's account of a container that ended decides who the next one
    // runs as.
    if (isProblem(error) && error.code === 'pod-user-differs' && error !== made.failed.reason)
      throw new Problem('job-ended', { way, reason: 'it named another user without having ended' }, { cause: error })
    if (signal.aborted || !isProblem(error) || error.code !== 'job-ended' || cleanup.length === 0) throw error
    const { reason } = error.facts as { reason: string }
    const isClean = await cleanUp(options, { pod, captureId: id, cleanup }, signal)
    throw new Problem('job-ended', { way, reason, isClean }, { cause: error })
  }
  await end()

  async function end(): Promise<void> {
    job.save.signal.removeEventListener('abort', save)
    clearTimeout(looking)
    options.running.delete(id)
    client.close() // a container that is done ends by this
    await made.remove()
  }

  async function receive(event: WatchEvent): Promise<Capture | null> {
    if (remoteId === null) {
      const target = event.type === 'snapshot' ? event.targets[0] : event.type === 'target' ? event.target : undefined
      return target ? await begin(target) : null
    }
    const capture =
      event.type === 'snapshot'
        ? event.captures.find((one) => one.id === remoteId)
        : event.type === 'capture' && event.capture.id === remoteId
          ? event.capture
          : undefined
    return capture ? apply(capture) : null
  }

  async function begin(target: Target): Promise<Capture | null> {
    const { requestedBy } = job.capture
    const started = await client.call('startCapture', { ...request, vantage: 'auto', targetId: target.id, requestedBy })
    remoteId = started.id
    clearTimeout(looking)
    options.running.set(id, { client, captureId: remoteId })
    if (job.save.signal.aborted) save()
    return apply(started)
  }

  function apply(capture: Capture): Capture | null {
    if (isFinal(capture.state)) {
      cleanup = [] // the container removed that itself, or says what it could not
      update(job, addNotRemoved(job.capture, capture.notRemoved))
    }
    if (capture.state === 'failed' && capture.problem) throw problemFromData(capture.problem)
    if (capture.state === 'cancelled') throw new Problem('job-ended', { way, reason: 'it was asked to stop' })
    void client.call('readCleanup', { captureId: capture.id }).then(
      (records) => (cleanup = records),
      () => undefined, // the connection broke, or the image of the container is older
    )
    update(job, followJobCapture(job.capture, capture))
    return capture.state === 'saving' && capture.artefacts.length > 0 ? capture : null
  }

  /** Stores the profiles here; then the Job may forget them. Throws: Problem `job-ended`. */
  async function deliver(capture: Capture): Promise<void> {
    const keptArtefacts: Capture['artefacts'] = []
    for await (const { event, encoded } of receiveArtefacts(client, capture, { events: request.events, way }))
      keptArtefacts.push(options.artefacts.keep(id, event, encoded))
    update(job, keepArtefacts(job.capture, keptArtefacts))
    // The verb asks for ids of profiles, which there are none of yet: that of the capture has the same form.
    const profiles = keptArtefacts.map(({ event }) => ({ event, profileId: id }))
    // The container ends by itself then. Where it does not receive this, it is removed all the same.
    await client.call('reapCapture', { captureId: capture.id, profiles }).catch(() => undefined)
  }

  /** Cancels the capture in the container, which puts the JVM back as it was before it ends. */
  async function cancelThere(captureId: string): Promise<void> {
    const cancelled = client.call('cancelCapture', { captureId }).then(
      ({ notRemoved }) => notRemoved,
      () => unanswered,
    )
    const late = sleep(cancelMs, unanswered, { ref: false })
    update(job, addNotRemoved(job.capture, await Promise.race([cancelled, late])))
  }
}

/** Has a second program remove what a killed one left. Gives whether that worked. */
async function cleanUp(
  { make }: Pick<TakeOptions, 'make'>,
  left: Pick<RunRequest, 'pod' | 'captureId'> & { readonly cleanup: VerbOutput<'readCleanup'> },
  signal: AbortSignal,
): Promise<boolean> {
  const connected = new AbortController()
  const attach = (socket: Socket) => {
    connected.abort()
    socket.destroy()
  }
  try {
    const cleaning = await make({ ...left, request: { mode: 'timed', seconds: 1 }, attach })
    const limit = AbortSignal.timeout(cleanMs)
    const isOver = AbortSignal.any([connected.signal, cleaning.failed, signal, limit])
    if (!isOver.aborted) await once(isOver, 'abort')
    await cleaning.remove()
  } catch (error) {
    if (!isProblem(error)) throw error
  }
  return connected.signal.aborted
}
