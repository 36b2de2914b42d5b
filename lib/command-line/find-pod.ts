/** Which containers of pods a person means by `pod/NAME`, `deploy/NAME` and the like. */
import type { Pod } from '../contract/pods.ts'
import { Problem } from '../errors.ts'
import { listNear } from './argument-problem.ts'

export const podFlags = {
  namespace: { type: 'string', short: 'n' },
  context: { type: 'string' },
  container: { type: 'string', short: 'c' },
  replicas: { type: 'string' },
} as const

type PodValues = { readonly [name in keyof typeof podFlags]?: string | undefined }

/** Maps kubectl's short name of a kind of workload to the kind that pods have, in lower case. */
const otherNames: Readonly<Record<string, string>> = {
  ...{ po: 'pod', deploy: 'deployment', sts: 'statefulset', ds: 'daemonset', rs: 'replicaset', cj: 'cronjob' },
}
const kinds = new Set([...Object.values(otherNames), 'job'])
/** The rate limit of `startCapture` (`lib/server/api/captures.ts`) lets this many begin in a burst. */
const mostCapturedReplicas = 20

interface Wanted {
  /** The kind of the workload, in lower case. */
  readonly kind: string
  readonly name: string
}

/** `deploy/shop`, `deployments.apps/shop`; a name alone is a pod's. */
function readName(text: string): Wanted {
  const slash = text.indexOf('/')
  if (slash < 0) return { kind: 'pod', name: text }
  const [written = ''] = text.slice(0, slash).toLowerCase().split('.')
  const singular = kinds.has(written.replace(/s$/, '')) ? written.replace(/s$/, '') : written
  return { kind: otherNames[singular] ?? singular, name: text.slice(slash + 1) }
}

/** Gives whether a pod is meant, and not a JVM that a collector lists. */
export function namesPod(text: string | undefined, values: PodValues): boolean {
  if (Object.keys(podFlags).some((flag) => values[flag as keyof PodValues] !== undefined)) return true
  return text?.includes('/') === true && kinds.has(readName(text).kind)
}

/** `deployment/shop`, as a command takes it. */
export const workloadOfPod = ({ workload }: Pick<Pod, 'workload'>): string =>
  `${workload.kind.toLowerCase()}/${workload.name}`

/** The pods of a cluster, a namespace, or all. */
export function selectPods(pods: readonly Pod[], { context, namespace }: PodValues): Pod[] {
  return pods.filter(
    (pod) =>
      (context === undefined || pod.cluster === context) && (namespace === undefined || pod.namespace === namespace),
  )
}

/**
 * Gives a container of the pod that is named; of a workload one of its newest ready pod, or of as many as `replicas`
 * says.
 *
 * Throws: Problem `no-such-pod`, `pod-ambiguous`, `too-few-ready-pods`; `invalid-request`.
 */
export function findPods(all: readonly Pod[], text: string, values: PodValues): Pod[] {
  const wanted = readName(text)
  const replicas = readReplicas(wanted, values)
  const fitting = selectPods(all, values).filter((pod) => isWanted(pod, wanted))
  if (fitting.length === 0) throw explainMissing(all, text, wanted, values)
  const name = `${wanted.kind}/${wanted.name}`
  assertOne(
    name,
    'clusters',
    fitting.map(({ cluster }) => cluster),
  )
  assertOne(
    name,
    'namespaces',
    fitting.map(({ namespace }) => namespace),
  )
  const containers = namesOf(fitting.map(({ container }) => container))
  if (values.container === undefined) assertOne(name, 'containers', containers)
  const chosen = fitting.filter(({ container }) => values.container === undefined || container === values.container)
  if (chosen.length === 0)
    throw new Problem('no-such-pod', { what: `container ${values.container} in ${name}`, near: containers })
  if (wanted.kind === 'pod') return chosen
  const ready = chosen.filter(({ isReady }) => isReady).sort((a, b) => b.startedAt - a.startedAt)
  if (ready.length >= replicas) return ready.slice(0, replicas)
  throw new Problem('too-few-ready-pods', { name, ready: ready.length, replicas })
}

function isWanted(pod: Pod, { kind, name }: Wanted): boolean {
  if (kind === 'pod') return pod.name === name
  return pod.workload.kind.toLowerCase() === kind && pod.workload.name === name
}

function readReplicas({ kind }: Wanted, { replicas }: PodValues): number {
  if (replicas === undefined) return 1
  if (kind === 'pod') throw new Problem('invalid-request', { what: '--replicas needs a workload, such as deploy/NAME' })
  const count = Number(replicas)
  if (Number.isInteger(count) && count >= 1 && count <= mostCapturedReplicas) return count
  throw new Problem('invalid-request', { what: `--replicas: a number from 1 to ${mostCapturedReplicas}` })
}

const namesOf = (names: readonly string[]): string[] => [...new Set(names)].sort()

function assertOne(name: string, parts: 'clusters' | 'namespaces' | 'containers', names: readonly string[]): void {
  const among = namesOf(names)
  if (among.length > 1) throw new Problem('pod-ambiguous', { name, parts, among })
}

/** Lists the workloads, and for a pod the pods, with the nearest names; one in another namespace is named with it. */
function explainMissing(all: readonly Pod[], text: string, { kind, name }: Wanted, values: PodValues): Problem {
  const { context, namespace } = values
  const clusters = namesOf(all.map(({ cluster }) => cluster))
  const inNamespace = namespace === undefined ? '' : ` in namespace ${namespace}`
  const what = `${text}${inNamespace}${context === undefined ? '' : ` in cluster ${context}`}`
  if (context !== undefined && clusters.length > 0 && !clusters.includes(context))
    return new Problem('no-such-pod', { what, near: [], clusters })
  const candidates = selectPods(all, { context }).flatMap((pod) => {
    const option = namespace === undefined || pod.namespace === namespace ? '' : ` -n ${pod.namespace}`
    const workload = { name: pod.workload.name, handle: `${workloadOfPod(pod)}${option}` }
    return kind === 'pod' ? [workload, { name: pod.name, handle: `pod/${pod.name}${option}` }] : [workload]
  })
  return new Problem('no-such-pod', { what, near: listNear(name, candidates) })
}
