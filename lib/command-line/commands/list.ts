/** `hearth list`: the JVMs of this host as a table. */
import { parseArgs } from 'node:util'
import type { Target } from '../../contract/target.ts'
import type { CommandStreams } from '../streams.ts'
import { formatTable } from '../plain-text.ts'
import { formatBytes, formatCpu } from '../../profile/format/units.ts'

export const listUsage = `hearth list [--json]

Shows the JVMs that run on this host (with HEARTH_URL: on the dashboard's), in containers and outside. An engine in brackets would give less than it can.
`

const columns: readonly (readonly [string, (target: Target) => string])[] = [
  ['ID', ({ id }) => id.slice(0, 8)],
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

/** Gives the exit code. Throws: Problem. */
export async function list(
  args: readonly string[],
  listTargets: () => Promise<readonly Target[]>,
  { stdout }: CommandStreams,
): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { json: { type: 'boolean' } } })
  const targets = await listTargets()
  if (values.json === true) stdout.write(`${JSON.stringify(targets, null, 2)}\n`)
  else stdout.write(targets.length === 0 ? 'No JVM runs on this host.\n' : tableOf(targets))
  return 0
}

function tableOf(targets: readonly Target[]): string {
  const sorted = [...targets].sort((a, b) => nameOf(a).localeCompare(nameOf(b)) || a.hostPid - b.hostPid)
  return formatTable([
    columns.map(([title]) => title),
    ...sorted.map((target) => columns.map(([, cell]) => cell(target))),
  ])
}

function nameOf({ container, jvm }: Target): string {
  return container?.name ?? jvm.mainClass
}

/** Those that would work as far as a look from outside tells; why not, where none would. */
function enginesCell({ readiness }: Target): string {
  const usable = readiness.filter(({ level }) => level !== 'blocked')
  if (usable.length > 0)
    return usable.map(({ engine, level }) => (level === 'ready' ? engine : `(${engine})`)).join(' ')
  const codes = readiness.flatMap(({ findings }) => findings.filter(({ level }) => level === 'blocked'))
  return `none: ${[...new Set(codes.map(({ code }) => code))].join(', ')}`
}
