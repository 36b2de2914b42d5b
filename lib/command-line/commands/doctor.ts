/**
 * `hearth doctor`: which engine can do what for one JVM, or which way a cluster permits to a pod; what is in the way of
 * the others, and what repairs it.
 */
import { isDeepStrictEqual, parseArgs } from 'node:util'
import type { CollectorClient } from '../../collector/client/client.ts'
import type { DoctorReport, Readiness } from '../../contract/doctor.ts'
import { podWayTitles } from '../../contract/pod-ways.ts'
import { type PodReport, podReportSchema } from '../../contract/pods.ts'
import type { Finding } from '../../findings.ts'
import { engineIds, getEngineLabel, type Vantage, vantages } from '../../contract/engines.ts'
import { eventIds } from '../../profile/model/event-ids.ts'
import type { CommandStreams } from '../streams.ts'
import { readJvmName } from '../argument-problem.ts'
import { type Dashboard, listClusters } from '../dashboard/dashboard.ts'
import { findPods, namesPod, podFlags } from '../find-pod.ts'
import { findTarget } from '../find-target.ts'
import { formatTable, escapeControls } from '../plain-text.ts'

export const doctorUsage = `hearth doctor [--json] JVM|pod/NAME|WORKLOAD/NAME

Asks a JVM and its surroundings what each engine could do for it, from the host and from a helper container. Only reads.

Of a container of a Kubernetes pod, named as for \`hearth capture\`, it says which ways the cluster permits to profile it, and how to permit
the others: by dry runs, which change nothing there. The dashboard that HEARTH_URL names is asked, or the one on this host.
  -n, --namespace=NAME  needed where the name is in several namespaces
  -c, --container=NAME  needed where the pod has several containers
  --context=CLUSTER     needed where the name is in several clusters
`

// Without --replicas, findPods gives one pod.
const { replicas: _, ...onePodFlags } = podFlags

const readArguments = (args: readonly string[]) =>
  parseArgs({ args: [...args], options: { ...onePodFlags, json: { type: 'boolean' } }, allowPositionals: true })

/** Gives whether the arguments name a pod, which only a dashboard can examine. */
export function examinesPod(args: readonly string[]): boolean {
  const { values, positionals } = readArguments(args)
  return namesPod(positionals[0], values)
}

/** Gives the exit code: 1 when no engine can do anything. Throws: Problem. */
export async function doctor(
  args: readonly string[],
  collector: CollectorClient,
  { stdout }: CommandStreams,
): Promise<number> {
  const { values, positionals } = readArguments(args)
  const name = readJvmName(positionals, doctorUsage)
  const target = findTarget(await collector.call('listTargets', {}), name)
  const report = await collector.call('examineTarget', { targetId: target.id })
  if (values.json === true) stdout.write(`${JSON.stringify(report, null, 2)}\n`)
  else stdout.write(describe(report))
  return report.cells.every(({ level }) => level === 'blocked') ? 1 : 0
}

/** Gives the exit code: 1 when the cluster permits no way. Throws: Problem. */
export async function doctorOfPod(
  args: readonly string[],
  dashboard: Pick<Dashboard, 'call' | 'url'>,
  streams: CommandStreams,
): Promise<number> {
  const { values, positionals } = readArguments(args)
  const [pod] = findPods((await listClusters(dashboard, streams)).pods, readJvmName(positionals, doctorUsage), values)
  const path = `/api/v1/pods/${pod!.id}/doctor` as const
  const report = await dashboard.call(path, { method: 'POST', answer: podReportSchema })
  if (values.json === true) streams.stdout.write(`${JSON.stringify(report, null, 2)}\n`)
  else streams.stdout.write(`${pod!.namespace}/${pod!.name}/${pod!.container}\n\n${describeWays(report)}`)
  return report.ways.every(({ findings }) => findings.length > 0) ? 1 : 0
}

function describeWays({ ways }: PodReport): string {
  const level = (findings: readonly Finding[]) => (findings.length === 0 ? 'permitted' : 'blocked')
  const table = formatTable(ways.map(({ way, findings }) => [podWayTitles[way], level(findings)]))
  const reasons = ways.flatMap(({ way, findings }) =>
    findings.map((finding) => ({ finding, about: podWayTitles[way] })),
  )
  return [table, ...describeReasons(reasons, (titles) => titles.join(', '))].join('\n')
}

function describe(report: DoctorReport): string {
  const parts = vantages.map((vantage) => `From ${vantageNames[vantage]}\n${describeVantage(report, vantage)}`)
  const plans = report.plans
    .filter(({ plans }) => plans.length > 0)
    .map(
      ({ event, plans: [best] }) => `  ${event}: ${getEngineLabel(best!.engine)} from ${vantageNames[best!.vantage]}\n`,
    )
  const chosen = plans.length === 0 ? 'No engine available.\n' : `Recommended\n${plans.join('')}`
  return [...parts, chosen, ...listReasons(report)].join('\n')
}

const vantageNames: Readonly<Record<Vantage, string>> = { host: 'the host', helper: 'a helper container' }

/** Describes a vantage by a table, or by one line where one finding blocks all: then a table would say less. */
function describeVantage(report: DoctorReport, vantage: Vantage): string {
  const cells = report.cells.filter((cell) => cell.vantage === vantage)
  const isShared = (finding: Finding) =>
    cells.every(({ findings }) => findings.some((one) => isDeepStrictEqual(one, finding)))
  const reason = cells[0]?.findings.find((finding) => finding.level === 'blocked' && isShared(finding))
  if (cells.length < 2 || reason === undefined) return matrix(report, vantage)
  return `  blocked for all: ${escapeControls(reason.title)} (${reason.code})\n`
}

function matrix({ cells }: DoctorReport, vantage: Vantage): string {
  const events = eventIds.filter((event) => cells.some((cell) => cell.event === event))
  const level = (engine: Readiness['engine'], event: Readiness['event']) =>
    cells.find((cell) => cell.engine === engine && cell.event === event && cell.vantage === vantage)?.level ?? '-'
  return formatTable([
    ['', ...events],
    ...engineIds.map((engine) => [getEngineLabel(engine), ...events.map((event) => level(engine, event))]),
  ])
}

/** Each reason once, with what it is about. */
function listReasons({ cells }: DoctorReport): string[] {
  const reasons = cells.flatMap((cell) => cell.findings.map((finding) => ({ finding, about: cell })))
  return describeReasons(reasons, describeCells)
}

interface Reason<Subject> {
  readonly finding: Finding
  /** What it is in the way of. */
  readonly about: Subject
}

/**
 * A paragraph for each reason: findings of one code and remedy are one, since they differ only in what they cost an
 * engine.
 */
function describeReasons<Subject>(
  reasons: readonly Reason<Subject>[],
  describeSubjects: (subjects: readonly Subject[]) => string,
): string[] {
  const keyOf = ({ finding: { code, remedy, command } }: Reason<Subject>) => JSON.stringify([code, remedy, command])
  return [...Map.groupBy(reasons, keyOf).values()].map((group) => {
    const [{ finding }] = group as [Reason<Subject>]
    const isSeenOnce = group.every((one) => one.finding.evidence === finding.evidence)
    const variants = Map.groupBy(group, (one) => JSON.stringify(one.finding))
    const heads = [...variants.values()].flatMap((same) => {
      const { level, title, code, evidence } = same[0]!.finding
      const head = `${level}: ${escapeControls(title)} (${code})`
      return [head, `  for ${describeSubjects(same.map((one) => one.about))}`, ...(isSeenOnce ? [] : seen(evidence))]
    })
    const { evidence, remedy, command } = finding
    const lines = [
      ...heads,
      ...(isSeenOnce ? seen(evidence) : []),
      `  ${escapeControls(remedy)}`,
      ...(command === null ? [] : [`    ${escapeControls(command)}`]),
    ]
    return lines.map((line) => `${line}\n`).join('')
  })
}

function seen(evidence: string): string[] {
  return evidence === '' ? [] : [`  seen: ${escapeControls(evidence)}`]
}

/** `async-profiler (cpu, wall), JFR (cpu)`, with the vantage where only one of them is meant. */
function describeCells(cells: readonly Readiness[]): string {
  const engines = engineIds.filter((id) => cells.some(({ engine }) => engine === id))
  return engines
    .map((id) => `${getEngineLabel(id)} (${detailsOf(cells.filter(({ engine }) => engine === id))})`)
    .join(', ')
}

function detailsOf(cells: readonly Readiness[]): string {
  const events = [...new Set(cells.map(({ event }) => event))].join(', ')
  const presentVantages = new Set(cells.map(({ vantage }) => vantage))
  return presentVantages.size === vantages.length ? events : `${events}; from ${vantageNames[[...presentVantages][0]!]}`
}
