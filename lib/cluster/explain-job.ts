/** Explains why a Job or an ephemeral container did not start, or ended, by what Kubernetes says of it and its pod. */
import { z } from 'zod'
import type { PodWay } from '../contract/pod-ways.ts'
import { problemSchema } from '../contract/problem.ts'
import { fromOutside } from '../contract/one-shot.ts'
import { Problem, problemFromData } from '../errors.ts'
import type { FactsByCode } from '../errors/codes.ts'
import { type ApiPod, conditionSchema } from './read-pods.ts'

/** Characters that are kept of the end of a termination message: the log's, where the container wrote no reason. */
const longestLogEnd = 300
/** Characters that are kept of the reason that Kubernetes gives for a state of a container or pod, and of an event. */
export const longestStateReason = 500

/**
 * Reasons for which a container waits because it has no image. Source: pkg/kubelet/images/types.go of Kubernetes.
 */
const imageReasons = new Set([
  'ErrImageNeverPull',
  'ErrImagePull',
  'ImagePullBackOff',
  'InvalidImageName',
  'ImageInspectError',
  'RegistryUnavailable',
  'SignatureValidationFailed',
])
/** Reasons for which a container waits though its image is there: it could not be made, or not started. */
const startReasons = new Set(['CreateContainerConfigError', 'CreateContainerError', 'RunContainerError'])

/**
 * The termination message of a capture that failed: its Problem, as one-shot/termination.ts of the collector writes it.
 * Without one the message is the end of the log (`FallbackToLogsOnError`).
 */
const terminationSchema = z.object({ problem: problemSchema })

const pastDeadline = 'it took longer than its deadline'
const endedWithCode = 'its program ended with code'
/** SIGKILL and SIGTERM: 128 and the number of the signal. */
const signalled = new RegExp(`^${endedWithCode} (137|143)\\b`)

/** Source: reasons of the condition DisruptionTarget, “Disruptions” in the concepts of Kubernetes. */
const disruptions: Record<string, string> = {
  PreemptionByScheduler: 'its pod had to make way for a pod of higher priority',
  DeletionByTaintManager: 'its node got a taint that its pod does not tolerate',
  EvictionByEvictionAPI: 'its pod was evicted, as when a node is drained',
  DeletionByPodGC: 'its node is gone',
}

type ContainerState = ApiPod['status']['containerStatuses'][number]['state']

interface CaptureContainer {
  readonly way: PodWay
  readonly image: string
  /** The node that the container runs on. */
  readonly node: string
}

/** Explains what is wrong with a container; null while nothing is. */
export function explainContainer(
  state: ContainerState | undefined,
  { way, image, node }: CaptureContainer,
): Problem | null {
  const { waiting, terminated } = state ?? {}
  if (waiting && imageReasons.has(waiting.reason))
    return new Problem('job-image-missing', { image, node, reason: describe(waiting) })
  if (waiting && startReasons.has(waiting.reason))
    return new Problem('job-not-started', { way, reason: describe(waiting) })
  return terminated ? explainEnd(terminated, way) : null
}

/** Explains what is wrong with a Job's pod; null while nothing is. */
export function explainPod(pod: ApiPod, node: string): Problem | null {
  const { spec, status } = pod
  // A Job's pod has one container.
  const image = spec.containers[0]?.image ?? ''
  const problem = explainContainer(status.containerStatuses[0]?.state, { way: 'job', image, node })
  if (problem) return isUnexplained(problem) ? explainByPod(problem, pod, 'job') : problem
  // The kubelet refused it, or its deadline has passed.
  if (status.phase !== 'Failed') return null
  return new Problem('job-ended', { way: 'job', reason: findPodEnd(pod) ?? describe(status) })
}

/** Whether a problem says no more than that a signal ended the program of a capture, and not what sent the signal. */
export function isUnexplained({ code, facts }: Problem): boolean {
  const reason = code === 'job-ended' ? (facts as FactsByCode['job-ended']).reason : ''
  return reason === fromOutside || signalled.test(reason)
}

/** The same problem with what ended the pod, where Kubernetes says that. */
export function explainByPod(problem: Problem, pod: ApiPod, way: PodWay): Problem {
  const reason = findPodEnd(pod)
  return reason === null ? problem : new Problem('job-ended', { way, reason }, { cause: problem })
}

/** Finds what ended a pod, or is about to; null where Kubernetes does not say. */
function findPodEnd({ status }: ApiPod): string | null {
  const { phase, reason, message } = status
  if (phase === 'Failed' && reason === 'DeadlineExceeded') return pastDeadline
  if (phase === 'Failed' && reason === 'Evicted')
    return `its node evicted its pod${message === '' ? '' : `, “${message.slice(0, longestStateReason)}”`}`
  if (phase === 'Failed' && reason !== '') return describe(status)
  const disruption = status.conditions.find(({ type, status: is }) => type === 'DisruptionTarget' && is === 'True')
  return disruption ? (disruptions[disruption.reason] ?? describe(disruption)) : null
}

function explainEnd({ exitCode, reason, message }: NonNullable<ContainerState['terminated']>, way: PodWay): Problem {
  const { data } = terminationSchema.safeParse(parseJson(message))
  if (data) return problemFromData(data.problem)
  if (reason === 'OOMKilled') return new Problem('job-ended', { way, reason: 'it needed more memory than its limit' })
  const messageEnd = message.trim().slice(-longestLogEnd)
  const code = `${endedWithCode} ${exitCode}${reason ? ` (${reason})` : ''}`
  return new Problem('job-ended', { way, reason: messageEnd === '' ? code : `${code} and said: ${messageEnd}` })
}

const jobSchema = z.object({
  metadata: z.object({ deletionTimestamp: z.string().optional() }),
  status: z.object({
    conditions: z.array(conditionSchema).default([]),
  }),
})

/** Explains a Job whose pod is gone. `answer` is the Job as the API gives it, `pod` its pod as it was seen last. */
export function explainJob(answer: unknown, pod?: ApiPod): Problem {
  const { data } = jobSchema.safeParse(answer)
  // Source: conditions of a Job of batch/v1, `Failed` and, before it, `FailureTarget`.
  const failed = data?.status.conditions.find(({ type, status }) => /^Fail/.test(type) && status === 'True')
  if (failed?.reason === 'DeadlineExceeded') return new Problem('job-ended', { way: 'job', reason: pastDeadline })
  if (data?.metadata.deletionTimestamp) return new Problem('job-ended', { way: 'job', reason: 'it was deleted' })
  return explainDeletion(pod)
}

/** Explains a Job of which no more is known than that its pod, seen last as `pod`, was deleted. */
export function explainDeletion(pod?: ApiPod, cause?: unknown): Problem {
  const reason = (pod && findPodEnd(pod)) ?? 'its pod was deleted'
  return new Problem('job-ended', { way: 'job', reason }, { cause })
}

const describe = ({ reason, message }: { reason: string; message: string }): string =>
  [reason, message].filter(Boolean).join(', ').slice(0, longestStateReason) || 'Kubernetes gave no reason'

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null // cut off, or of another program
    throw error
  }
}
