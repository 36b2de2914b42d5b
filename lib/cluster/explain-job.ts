/** Why a Job or an ephemeral container did not start, or ended: from what Kubernetes tells of it and of its pod. */
import { z } from 'zod'
import type { PodWay } from '../contract/pod-ways.ts'
import { problemSchema } from '../contract/problem.ts'
import { Problem, problemFromData } from '../errors.ts'
import { type ApiPod, conditionSchema } from './read-pods.ts'

/** Source: pkg/kubelet/images/types.go. */
const imageReasons = new Set([
  'ErrImageNeverPull',
  'ErrImagePull',
  'ImagePullBackOff',
  'InvalidImageName',
  'ImageInspectError',
  'RegistryUnavailable',
  'SignatureValidationFailed',
])
const startReasons = new Set(['CreateContainerConfigError', 'CreateContainerError', 'RunContainerError'])

const terminationSchema = z.object({ problem: problemSchema })

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
export function explainPod({ spec, status }: ApiPod, node: string): Problem | null {
  const image = spec.containers[0]?.image ?? ''
  const problem = explainContainer(status.containerStatuses[0]?.state, { way: 'job', image, node })
  if (problem) return problem
  // The kubelet refused it, or its deadline has passed.
  if (status.phase === 'Failed') return new Problem('job-ended', { way: 'job', reason: describe(status) })
  return null
}

function explainEnd({ exitCode, reason, message }: NonNullable<ContainerState['terminated']>, way: PodWay): Problem {
  const { data } = terminationSchema.safeParse(parseJson(message))
  if (data) return problemFromData(data.problem)
  if (reason === 'OOMKilled') return new Problem('job-ended', { way, reason: 'it needed more memory than its limit' })
  const messageEnd = message.trim().slice(-300)
  const code = `its program ended with code ${exitCode}${reason ? ` (${reason})` : ''}`
  return new Problem('job-ended', { way, reason: messageEnd === '' ? code : `${code} and said: ${messageEnd}` })
}

const jobSchema = z.object({
  metadata: z.object({ deletionTimestamp: z.string().optional() }),
  status: z.object({
    conditions: z.array(conditionSchema).default([]),
  }),
})

/** Explains a Job whose pod is gone. */
export function explainJob(answer: unknown): Problem {
  const { data } = jobSchema.safeParse(answer)
  const failed = data?.status.conditions.find(({ type, status }) => /^Fail/.test(type) && status === 'True')
  if (failed?.reason === 'DeadlineExceeded')
    return new Problem('job-ended', { way: 'job', reason: 'it took longer than its deadline' })
  if (data?.metadata.deletionTimestamp) return new Problem('job-ended', { way: 'job', reason: 'it was deleted' })
  return new Problem('job-ended', { way: 'job', reason: 'its pod was deleted' })
}

const describe = ({ reason, message }: { reason: string; message: string }): string =>
  [reason, message].filter(Boolean).join(', ').slice(0, 500) || 'Kubernetes gave no reason'

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null // cut off, or of another program
    throw error
  }
}
