/**
 * The compose file of one run: what the application's own files say, so that it runs beside anything else and can be
 * found again.
 */
import { experimentNameLabel } from '../../contract/experiment-service.ts'
import type { Effect } from '../file/read-experiment.ts'

/** On containers, networks and volumes: the directory of the experiment; the run. */
export const experimentLabel = 'hearth.experiment'
const runLabel = 'hearth.experiment.run'
/**
 * On images that were built for it. Not the label above: each container has the labels of its image, also one that is
 * not of an experiment.
 */
export const imageLabel = 'hearth.experiment.image'

/** A port that the application's files publish, and that gets a free one instead. */
export interface PublishedPort {
  readonly service: string
  /** In the container. */
  readonly target: number
  readonly protocol: string
  /** On the host, as the files have it; the target where they leave it open. */
  readonly published: number
}

interface RunOptions {
  /** Name of the experiment. */
  readonly name: string
  readonly project: string
  /** The values of `experimentLabel` and `runLabel`. */
  readonly owner: string
  readonly runId: string
  /** The profiled service: whose env and build arguments are changed where an effect names no other. */
  readonly service: string
  /** The service that makes the load, if one does. */
  readonly loadService?: string | undefined
  readonly effects: readonly Effect[]
}

interface RewrittenCompose {
  readonly file: Readonly<Record<string, unknown>>
  readonly ports: readonly PublishedPort[]
  /** Why it cannot be run, in sentences; empty where it can. */
  readonly obstacles: readonly string[]
}

type Mapping = Record<string, unknown>

/**
 * `merged`: what `docker compose config` prints, parsed.
 *
 * - Ports are published on the loopback address, each on one that is free.
 * - Fixed names of containers, networks, volumes and built images go: Compose makes them from the project's name. A
 *   container's name stays its alias. What is external is left alone.
 * - Everything that Compose will make has our labels.
 */
export function rewriteCompose(merged: unknown, options: RunOptions): RewrittenCompose {
  const { project, owner, runId, effects } = options
  const { name: _, ...file } = asMapping(merged)
  const labels = { [experimentLabel]: owner, [runLabel]: runId }
  const services = mapValues(asMapping(file['services']), asMapping)
  const obstacles = applyEffects(services, options, effects)
  const ports: PublishedPort[] = []
  const builtImages = new Map<unknown, string>()
  for (const [name, service] of Object.entries(services))
    if (service['build'] !== undefined && service['image'] !== undefined)
      builtImages.set(service['image'], `${project}_${name}`)
  for (const [name, service] of Object.entries(services)) {
    if (service['network_mode'] === 'host')
      obstacles.push(`service ${name} uses the network of the host, so its ports would clash with what runs there`)
    service['labels'] = { ...readPairs(service['labels']), ...labels, [experimentNameLabel]: options.name }
    if (service['build'] !== undefined) {
      const build = asBuild(service['build'])
      service['build'] = { ...build, labels: { ...readPairs(build['labels']), [imageLabel]: owner } }
    }
    const built = builtImages.get(service['image'])
    if (built !== undefined) service['image'] = built
    nameByAlias(service)
    const published = asList(service['ports']).map((port) => readPort(name, port))
    if (published.length > 0)
      service['ports'] = published.map(({ target, protocol }) => `127.0.0.1::${target}/${protocol}`)
    ports.push(...published)
  }
  const networks = { default: {}, ...asMapping(file['networks']) }
  const own = (resources: Mapping) => mapValues(resources, (resource) => labelOwn(asMapping(resource), labels))
  return {
    file: { ...file, services, networks: own(networks), volumes: own(asMapping(file['volumes'])) },
    ports,
    obstacles,
  }
}

function applyEffects(
  services: Record<string, Mapping>,
  { service: profiled, loadService }: RunOptions,
  effects: readonly Effect[],
) {
  const needed = loadService === undefined ? [profiled] : [profiled, loadService]
  const obstacles = needed.filter((name) => !services[name]).map((name) => `there is no service ${name}`)
  for (const { env, buildArgs, service: named } of effects) {
    const service = services[named ?? profiled]
    if (!service) {
      if (named !== null) obstacles.push(`there is no service ${named}`)
      continue
    }
    if (Object.keys(env).length > 0)
      service['environment'] = { ...readPairs(service['environment']), ...escapeAll(env) }
    if (Object.keys(buildArgs).length === 0) continue
    if (service['build'] === undefined)
      obstacles.push(`service ${named ?? profiled} is not built, so it has no build_args`)
    else {
      const build = asBuild(service['build'])
      service['build'] = { ...build, args: { ...readPairs(build['args']), ...escapeAll(buildArgs) } }
    }
  }
  return obstacles
}

/** Compose reads the file once more, and would put a variable in. */
function escapeAll(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, value.replaceAll('$', '$$$$')]))
}

/** Others may reach it by the name that its container had. */
function nameByAlias(service: Mapping): void {
  const { container_name: alias, networks } = service
  delete service['container_name']
  if (typeof alias !== 'string' || service['network_mode'] !== undefined) return
  const joined = Array.isArray(networks)
    ? Object.fromEntries(networks.map((network) => [String(network), {}]))
    : (networks ?? { default: {} })
  service['networks'] = mapValues(asMapping(joined), (network) => {
    const settings = asMapping(network)
    return { ...settings, aliases: [...asList(settings['aliases']), alias] }
  })
}

function labelOwn(resource: Mapping, labels: Readonly<Record<string, string>>): Mapping {
  if (resource['external'] !== undefined && resource['external'] !== false) return resource
  const { name: _, ...rest } = resource
  return { ...rest, labels: { ...readPairs(rest['labels']), ...labels } }
}

/** `8080`, `8080:80`, `127.0.0.1:8080:80/udp`, `8080-8090:80`, or a mapping. */
function readPort(service: string, port: unknown): PublishedPort {
  if (typeof port === 'object' && port !== null) {
    const { target, published, protocol } = asMapping(port)
    return {
      ...{ service, target: Number(target), protocol: typeof protocol === 'string' ? protocol : 'tcp' },
      published: Number.parseInt(String(published ?? target)),
    }
  }
  const [addresses = '', protocol = 'tcp'] = String(port).split('/')
  const [target = '', published] = addresses.split(':').reverse()
  return { service, target: Number(target), protocol, published: Number.parseInt(published || target) }
}

function mapValues<From, To>(mapping: Readonly<Record<string, From>>, to: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(mapping).map(([key, value]) => [key, to(value)]))
}

function asMapping(value: unknown): Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : []
}

function asBuild(build: unknown): Mapping {
  return typeof build === 'string' ? { context: build } : asMapping(build)
}

/** Labels, variables and arguments may be a mapping or a list of `NAME=value`. */
function readPairs(pairs: unknown): Mapping {
  if (!Array.isArray(pairs)) return asMapping(pairs)
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', ...value] = String(pair).split('=')
      return [name, value.length === 0 ? null : value.join('=')]
    }),
  )
}
