/** `hearth list`: the JVMs of this host as a table. */
import { parseArgs } from 'node:util'
import { type CollectorClient } from '../collector/client.ts'
import { type Target } from '../contract.ts'
import { type CommandStreams } from './collapse.ts'
import { plainText } from './plain-text.ts'

export const listUsage = `hearth list [--json]

Shows the JVMs that run on this host, in containers and outside.
`

const columns: readonly (readonly [string, (target: Target) => string])[] = [
  ['ID', ({ id }) => id.slice(0, 8)],
  ['CONTAINER', ({ container }) => container?.name ?? '-'],
  ['IMAGE', ({ container }) => container?.image ?? '-'],
  ['MAIN CLASS', ({ jvm }) => jvm.mainClass],
  ['JDK', ({ jvm }) => jvm.version ?? '?'],
  ['PID', ({ hostPid }) => `${hostPid}`],
  ['CPU', ({ cpuPercent }) => (cpuPercent === null ? '-' : `${Math.round(cpuPercent)} %`)],
  ['MEMORY', ({ residentBytes }) => `${Math.round(residentBytes / 2 ** 20)} MiB`],
  ['THREADS', ({ threads }) => `${threads}`],
  ['PERF', perfCell],
]

/** Gives the exit code. Throws: Problem. */
export async function list(
  args: readonly string[],
  collector: CollectorClient,
  { stdout }: CommandStreams,
): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { json: { type: 'boolean' } } })
  const targets = await collector.call('listTargets', {})
  if (values.json === true) stdout.write(`${JSON.stringify(targets, null, 2)}\n`)
  else stdout.write(targets.length === 0 ? 'No JVM runs on this host.\n' : formatTable(targets))
  return 0
}

function formatTable(targets: readonly Target[]): string {
  const sorted = [...targets].sort((a, b) => nameOf(a).localeCompare(nameOf(b)) || a.hostPid - b.hostPid)
  const rows = [
    columns.map(([title]) => title),
    ...sorted.map((target) => columns.map(([, cell]) => plainText(cell(target)))),
  ]
  const widths = columns.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column]!))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}

function nameOf({ container, jvm }: Target): string {
  return container?.name ?? jvm.mainClass
}

function perfCell({ readiness }: Target): string {
  const perf = readiness.find(({ engine }) => engine === 'perf')
  if (perf === undefined || perf.level === 'ready') return perf?.level ?? '-'
  const codes = perf.findings.filter(({ level }) => level === perf.level).map(({ code }) => code)
  return `${perf.level}: ${codes.join(', ')}`
}
