/** Whose samples they are, by the attributes that the semantic conventions of OpenTelemetry name. */
import { shortDockerId } from '../../profile/names/short-names.ts'
import type { Attributes } from './otlp-tables.ts'
import { takeStart } from '../../profile/names/cut-text.ts'

export interface Owner {
  /** The same for all samples that belong into one profile. */
  readonly key: string
  readonly target: Record<string, string>
}

/** Attributes that name the service of a resource, the best first. Without any of them it is the process. */
const serviceNames = [
  'service.name',
  'k8s.deployment.name',
  'k8s.statefulset.name',
  'k8s.daemonset.name',
  'container.name',
] as const
/** A target's member by attribute. */
const targetNames = {
  host: 'host.name',
  container: 'container.name',
  containerId: 'container.id',
  image: 'container.image.name',
  pod: 'k8s.pod.name',
  namespace: 'k8s.namespace.name',
  version: 'service.version',
  instance: 'service.instance.id',
} as const
/** Characters of a name of a service, a container or a process in OTLP; the rest is cut. */
const longestOwnerName = 500

/** The name that SDKs give to a service without one. */
const unnamedService = /^unknown_service(:|$)/

/** Some versions of the eBPF profiler send its cgroup: `/../docker-d4f73….scope/init`. */
function plainContainerId(text: string): string {
  return /[0-9a-f]{64}/.exec(text)?.[0] ?? text
}

/** `sample`: its own attributes, by which profilers of a whole host tell processes apart. */
export function findOwner(resource: Attributes, sample: Attributes): Owner {
  const textOf = (name: string) => takeStart(resource.get(name) ?? sample.get(name) ?? '', longestOwnerName)
  const named = serviceNames
    .map((name) => resource.get(name) ?? '')
    .find((text) => text !== '' && !unnamedService.test(text))
  const containerId = plainContainerId(textOf('container.id'))
  const program = textOf('process.executable.name') || textOf('process.executable.path').replace(/^.*\//s, '')
  const pid = textOf('process.pid')
  const process = [program, ...(pid === '' ? [] : [`(PID ${pid})`])].filter((text) => text !== '').join(' ')
  const service = takeStart(named ?? (shortDockerId(containerId) || process || 'unknown service'), longestOwnerName)
  const entries = Object.entries(targetNames).map(([key, name]) => [key, textOf(name)] as const)
  const members = [['service', service], ...entries, ['containerId', containerId]] as const
  const target = Object.fromEntries(members.filter(([, text]) => text !== ''))
  return { key: JSON.stringify([service, containerId, target['instance'] ?? '', target['pod'] ?? '']), target }
}
