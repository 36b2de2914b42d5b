/** `hearth doctor`: which engine can do what for one JVM, what is in the way of the others, and what repairs it. */
import { parseArgs } from 'node:util'
import type { CollectorClient } from '../../collector/client/client.ts'
import type { DoctorReport, Readiness } from '../../contract/doctor.ts'
import type { Finding } from '../../findings.ts'
import { engineIds, type Vantage, vantages } from '../../contract/engines.ts'
import { eventIds } from '../../profile/model/event-ids.ts'
import type { CommandStreams } from '../streams.ts'
import { readJvmName } from '../argument-problem.ts'
import { findTarget } from '../find-target.ts'
import { formatTable, escapeControls } from '../plain-text.ts'

export const doctorUsage = `hearth doctor [--json] JVM

Asks a JVM and its surroundings what each engine could do for it, from the host and from a helper container. Only reads.
`

/** Gives the exit code: 1 when no engine can do anything. Throws: Problem. */
export async function doctor(
  args: readonly string[],
  collector: CollectorClient,
  { stdout }: CommandStreams,
): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { json: { type: 'boolean' } },
    allowPositionals: true,
  })
  const name = readJvmName(positionals)
  const target = findTarget(await collector.call('listTargets', {}), name)
  const report = await collector.call('examineTarget', { targetId: target.id })
  if (values.json === true) stdout.write(`${JSON.stringify(report, null, 2)}\n`)
  else stdout.write(describe(report))
  return report.cells.every(({ level }) => level === 'blocked') ? 1 : 0
}

function describe(report: DoctorReport): string {
  const parts = vantages.map((vantage) => `From ${vantageNames[vantage]}\n${matrix(report, vantage)}`)
  const plans = report.plans
    .filter(({ plans }) => plans.length > 0)
    .map(({ event, plans: [best] }) => `  ${event}: ${best!.engine} from ${vantageNames[best!.vantage]}\n`)
  const chosen = plans.length === 0 ? 'No engine available.\n' : `Recommended\n${plans.join('')}`
  return [...parts, chosen, ...findings(report)].join('\n')
}

const vantageNames: Readonly<Record<Vantage, string>> = { host: 'the host', helper: 'a helper container' }

function matrix({ cells }: DoctorReport, vantage: Vantage): string {
  const events = eventIds.filter((event) => cells.some((cell) => cell.event === event))
  const level = (engine: Readiness['engine'], event: Readiness['event']) =>
    cells.find((cell) => cell.engine === engine && cell.event === event && cell.vantage === vantage)?.level ?? '-'
  return formatTable([
    ['', ...events],
    ...engineIds.map((engine) => [engine, ...events.map((event) => level(engine, event))]),
  ])
}

/** Each finding once, with the cells it is about. */
function findings({ cells }: DoctorReport): string[] {
  const byCode = new Map<string, { finding: Finding; cells: Readiness[] }>()
  for (const cell of cells) {
    for (const finding of cell.findings) {
      const key = JSON.stringify(finding)
      const entry = byCode.get(key) ?? { finding, cells: [] }
      entry.cells.push(cell)
      byCode.set(key, entry)
    }
  }
  return [...byCode.values()].map(({ finding, cells }) => {
    const command = finding.command === null ? '' : `    ${escapeControls(finding.command)}\n`
    return (
      `${finding.level}: ${escapeControls(finding.title)} (${finding.code})\n` +
      `  for ${about(cells)}\n  seen: ${escapeControls(finding.evidence)}\n  ${escapeControls(finding.remedy)}\n${command}`
    )
  })
}

/** `async-profiler (cpu, wall), jfr (cpu)`, with the vantage where only one of them is meant. */
function about(cells: readonly Readiness[]): string {
  const engines = engineIds.filter((id) => cells.some(({ engine }) => engine === id))
  return engines.map((id) => `${id} (${detailsOf(cells.filter(({ engine }) => engine === id))})`).join(', ')
}

function detailsOf(cells: readonly Readiness[]): string {
  const events = [...new Set(cells.map(({ event }) => event))].join(', ')
  const presentVantages = new Set(cells.map(({ vantage }) => vantage))
  return presentVantages.size === vantages.length ? events : `${events}; from ${vantageNames[[...presentVantages][0]!]}`
}
