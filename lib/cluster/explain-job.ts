/** Why a Job did not start, or ended: from what Kubernetes tells of it and of its pod. */
import { z } from 'zod'
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

/** null while nothing is wrong with it. `node` is where it runs. */
export function explainPod({ spec, status }: ApiPod, node: string): Problem | null {
  const [container] = status.containerStatuses
  const { waiting, terminated } = container?.state ?? {}
  if (waiting && imageReasons.has(waiting.reason)) {
    const image = spec.containers[0]?.image ?? ''
    return new Problem('job-image-missing', { image, node, reason: describe(waiting) })
  }
  if (waiting && startReasons.has(waiting.reason)) return new Problem('job-not-started', { reason: describe(waiting) })
  if (terminated) return explainEnd(terminated)
  // The kubelet refused it, or its deadline has passed.
  if (status.phase === 'Failed') return new Problem('job-ended', { reason: describe(status) })
  return null
}

function explainEnd({ exitCode, reason, message }: { exitCode: number; reason: string; message: string }): Problem {
  const { data } = terminationSchema.safeParse(parseJson(message))
  if (data) return problemFromData(data.problem)
  if (reason === 'OOMKilled') return new Problem('job-ended', { reason: 'it needed more memory than its limit' })
  const said = message.trim().slice(-300)
  const code = `its program ended with code ${exitCode}${reason ? ` (${reason})` : ''}`
  return new Problem('job-ended', { reason: said === '' ? code : `${code} and said: ${said}` })
}

const jobSchema = z.object({
  metadata: z.object({ deletionTimestamp: z.string().optional() }),
  status: z.object({
    conditions: z.array(conditionSchema).default([]),
  }),
})

/** Of a Job whose pod is gone. */
export function explainJob(answer: unknown): Problem {
  const { data } = jobSchema.safeParse(answer)
  const failed = data?.status.conditions.find(({ type, status }) => /^Fail/.test(type) && status === 'True')
  if (failed?.reason === 'DeadlineExceeded')
    return new Problem('job-ended', { reason: 'it took longer than its deadline' })
  if (data?.metadata.deletionTimestamp) return new Problem('job-ended', { reason: 'it was deleted' })
  return new Problem('job-ended', { reason: 'its pod was deleted' })
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
