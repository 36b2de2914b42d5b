/** `hearth list`: JVMs, and the pods of a dashboard's clusters, as tables. */
import { parseArgs } from 'node:util'
import type { Collector } from '../../contract/collectors.ts'
import { getEngineLabel } from '../../contract/engines.ts'
import { shortId } from '../../contract/ids.ts'
import type { Pod } from '../../contract/pods.ts'
import type { Target } from '../../contract/target.ts'
import { Problem } from '../../errors.ts'
import { type Dashboard, listClusters, listRemotely } from '../dashboard/dashboard.ts'
import { selectPods, workloadOfPod } from '../find-pod.ts'
import type { CommandStreams } from '../streams.ts'
import { escapeControls, formatTable } from '../plain-text.ts'
import { formatBytes, formatCountOf, formatCpu } from '../../profile/format/units.ts'

export const listUsage = `hearth list [options]

Shows the JVMs that run on this host (with HEARTH_URL: on the dashboard's hosts), in containers and outside. An engine in brackets works with limits; doctor says which.

The containers of Kubernetes pods, from the dashboard at HEARTH_URL or on this host:
  -A, --all-namespaces  of all namespaces, after the JVMs
  -n, --namespace=NAME  of one namespace, without the JVMs
  --context=CLUSTER     of one cluster, without the JVMs

  --json                for programs; with pods an object of targets and pods
`

const options = {
  'all-namespaces': { type: 'boolean', short: 'A' },
  namespace: { type: 'string', short: 'n' },
  context: { type: 'string' },
  json: { type: 'boolean' },
} as const

export type ListOptions = ReturnType<typeof readListOptions>

/** Gives the options. Throws: Problem `invalid-request`. */
export function readListOptions(args: readonly string[]) {
  const { values } = parseArgs({ args: [...args], options })
  const { namespace, context, json = false, 'all-namespaces': all = false } = values
  if (all && namespace !== undefined)
    throw new Problem('invalid-request', { what: '-A and -n exclude each other: name one namespace, or none' })
  const wantsPodsAlone = namespace !== undefined || context !== undefined
  return { json, namespace, context, wantsPodsAlone, wantsPods: all || wantsPodsAlone }
}

type Columns<Row> = readonly (readonly [string, (row: Row) => string])[]

const jvmColumns: Columns<Target> = [
  ['ID', ({ id }) => shortId(id)],
  ['CONTAINER', ({ container }) => container?.name ?? '-'],
  ['IMAGE', ({ container }) => container?.image ?? '-'],
  ['MAIN CLASS', ({ jvm }) => jvm.mainClass],
  ['JDK', ({ jvm }) => jvm.version ?? '?'],
  ['PID', ({ hostPid }) => `${hostPid}`],
  ['CPU', ({ cpuPercent }) => (cpuPercent === null ? '-' : formatCpu(cpuPercent))],
  ['MEMORY', ({ residentBytes }) => formatBytes(residentBytes)],
  ['THREADS', ({ threads }) => `${threads}`],
  ['ENGINES', enginesCell],
]

const podColumns: Columns<Pod> = [
  ['NAMESPACE', ({ namespace }) => namespace],
  ['POD', ({ name }) => name],
  ['CONTAINER', ({ container }) => container],
  ['WORKLOAD', workloadOfPod],
  ['NODE', ({ node }) => node],
  ['STATE', ({ isReady }) => (isReady ? 'ready' : 'not ready')],
  ['RESTARTS', ({ restarts }) => `${restarts}`],
]

/** The JVMs of this host. Gives the exit code. Throws: Problem. */
export async function list(
  { json }: ListOptions,
  listTargets: () => Promise<readonly Target[]>,
  { stdout, stderr }: CommandStreams,
): Promise<number> {
  const targets = await listTargets()
  if (json) stdout.write(`${JSON.stringify(targets, null, 2)}\n`)
  else stdout.write(targets.length === 0 ? 'No JVM runs on this host.\n' : tableOfJvms(targets))
  explainEngines(targets, [], json, stderr)
  return 0
}

/** The JVMs of a dashboard. Gives the exit code. Throws: Problem. */
export async function listJvmsRemotely(
  { json }: ListOptions,
  dashboard: Pick<Dashboard, 'call'>,
  streams: CommandStreams,
): Promise<number> {
  const { targets, pods, collectors } = await listRemotely(dashboard, streams)
  const { stdout, stderr } = streams
  if (json) stdout.write(`${JSON.stringify(targets, null, 2)}\n`)
  else stdout.write(targets.length === 0 ? 'No JVM runs on the hosts of this dashboard.\n' : tableOfJvms(targets))
  explainEngines(targets, collectors, json, stderr)
  if (pods.length > 0 && !json) {
    const containers = formatCountOf(pods.length, 'container')
    stderr.write(`${containers} of Kubernetes pods: \`hearth list -A\`\n`)
  }
  return 0
}

/** Pods, after the JVMs where no namespace or cluster is named. Gives the exit code. Throws: Problem. */
export async function listPods(
  { json, wantsPodsAlone, ...names }: ListOptions,
  dashboard: Pick<Dashboard, 'call' | 'url'>,
  streams: CommandStreams,
): Promise<number> {
  const listed = await listClusters(dashboard, streams)
  const targets = wantsPodsAlone ? [] : listed.targets
  const pods = selectPods(listed.pods, names)
  if (json) streams.stdout.write(`${JSON.stringify({ targets, pods }, null, 2)}\n`)
  else {
    const jvms = targets.length === 0 ? '' : `${tableOfJvms(targets)}\n`
    streams.stdout.write(`${jvms}${pods.length === 0 ? describeNone(names) : tableOfPods(pods)}`)
  }
  explainEngines(targets, listed.collectors, json, streams.stderr)
  return 0
}

function describeNone({ namespace, context }: Pick<ListOptions, 'namespace' | 'context'>): string {
  const parts = [namespace && `namespace ${namespace}`, context && `cluster ${context}`].filter(Boolean)
  return `No pod runs ${parts.length === 0 ? 'there' : `in ${parts.join(' of ')}`}.\n`
}

function tableOf<Row>(columns: Columns<Row>, rows: readonly Row[]): string {
  return formatTable([columns.map(([title]) => title), ...rows.map((row) => columns.map(([, cell]) => cell(row)))])
}

/** Gives the table of JVMs, in the order of their CPU, the hottest first; then by name. `--json` has another order. */
function tableOfJvms(targets: readonly Target[]): string {
  const cpuOf = ({ cpuPercent }: Target) => Math.round(cpuPercent ?? 0)
  const sorted = [...targets].sort(
    (a, b) => cpuOf(b) - cpuOf(a) || nameOf(a).localeCompare(nameOf(b)) || a.hostPid - b.hostPid,
  )
  return tableOf(jvmColumns, sorted)
}

/** A cluster is named only where there are several. */
function tableOfPods(pods: readonly Pod[]): string {
  const hasSeveral = pods.some(({ cluster }) => cluster !== pods[0]!.cluster)
  return tableOf(hasSeveral ? [['CLUSTER', ({ cluster }) => cluster], ...podColumns] : podColumns, pods)
}

type Host = Pick<Collector, 'id' | 'name'>

/** What the column of engines cannot say: which ones a host lacks, and what the brackets mean. */
function explainEngines(
  targets: readonly Target[],
  hosts: readonly Host[],
  isJson: boolean,
  stderr: CommandStreams['stderr'],
): void {
  for (const line of describeMissingEngines(targets, hosts)) stderr.write(`hearth: ${escapeControls(line)}\n`)
  if (!isJson && targets.some(({ readiness }) => readiness.some(({ level }) => level === 'degraded')))
    stderr.write('Engines in brackets work, with limits: `hearth doctor CONTAINER` says which.\n')
}

/** Findings about a host, which all its JVMs have. All other findings are about one JVM. */
const missingCodes: ReadonlySet<string> = new Set(['async-profiler-missing', 'tool-missing'])

/**
 * One line for each engine that a host does not have: what is missing, and the command that gets it. Hosts are named
 * where there are several.
 */
function describeMissingEngines(targets: readonly Target[], hosts: readonly Host[]): string[] {
  const hasSeveral = targets.some(({ collectorId }) => collectorId !== targets[0]!.collectorId)
  const lines = new Map<string, string>()
  for (const { collectorId, readiness } of targets) {
    const where = hasSeveral
      ? ` on ${hosts.find(({ id }) => id === collectorId)?.name || 'the host of the dashboard'}`
      : ''
    for (const { engine, findings } of readiness)
      for (const { code, level, title, remedy, command } of findings)
        if (level === 'blocked' && missingCodes.has(code))
          lines.set(
            `${collectorId} ${engine}`,
            `${getEngineLabel(engine)}${where}: ${title} ${remedy}${command === null ? '' : ` Command: ${command}`}`,
          )
  }
  return [...lines.values()]
}

function nameOf({ container, jvm }: Target): string {
  return container?.name ?? jvm.mainClass
}

/**
 * The engines that work, as far as a look that touches no JVM tells. Where none works, the codes of what is in the way.
 */
function enginesCell({ readiness }: Target): string {
  const usable = readiness.filter(({ level }) => level !== 'blocked')
  if (usable.length > 0)
    return usable
      .map(({ engine, level }) => (level === 'ready' ? getEngineLabel(engine) : `(${getEngineLabel(engine)})`))
      .join(' ')
  const codes = readiness.flatMap(({ findings }) => findings.filter(({ level }) => level === 'blocked'))
  return `none: ${[...new Set(codes.map(({ code }) => code))].join(', ')}`
}
