/** One container of the matrix: every engine from both vantages, and whether the JVM came to any harm. */
import type { Capture } from '../../contract/capture.ts'
import type { DoctorReport, Readiness } from '../../contract/doctor.ts'
import type { Target } from '../../contract/target.ts'
import { vantages } from '../../contract/engines.ts'
import type { EventId } from '../../profile/model/event-ids.ts'
import type { TestContainer } from '../hosts/containers.ts'
import type { TestCollector } from '../hosts/test-collector.ts'
import { filesOf } from '../hosts/left-behind.ts'
import { type MatrixColumn, matrixColumns } from './columns.ts'
import { isHealthy, isListening } from './health.ts'
import { type HotShare, hotShareOf, shareThrough } from './hot-share.ts'
import { realPrograms } from './real-programs.ts'
import { type MatrixTarget, type MatrixTargetName, matrixTargets, runMatrixTarget } from './targets.ts'
import { byTier } from '../tier.ts'

/** What came of one engine, event and vantage. */
export interface MatrixResult extends Pick<Readiness, 'engine' | 'event' | 'vantage' | 'level'> {
  /** Codes of the doctor's findings that block it. */
  readonly predicted: readonly string[]
  /** Code of the Problem the capture ended with; null when it gave a profile. */
  readonly problem: string | null
  /** For people, when there was a Problem. */
  readonly report: string
  /** null for a real program. */
  readonly hot: HotShare | null
  /** Share of the weight below the real program's code. */
  readonly ownShare: number | null
  /** The doctor said that Java methods have no names. */
  readonly isNameless: boolean
  /** What came of that: the profile warns, and names no Java method. */
  readonly isWarned: boolean
  /** Share of the weight that lies in a profiler's own signal handler. */
  readonly handlerShare: number
}

export interface TriedTarget {
  readonly name: MatrixTargetName
  readonly cells: readonly MatrixResult[]
  readonly harm: readonly string[]
  /** What failed of the events that are in no column, where the doctor called them ready or degraded. */
  readonly failures: readonly string[]
}

const seconds = byTier(4, 8)
/** A timer of the kernel cannot do more with 250 ticks a second. */
const frequencyHz = 199

/** Both in the full tier; else the host and a helper in turn, so that each is tried on half of the containers. */
export function vantagesOf(name: MatrixTargetName): readonly Readiness['vantage'][] {
  const turn = Object.keys(matrixTargets).indexOf(name) % vantages.length
  return byTier([vantages[turn]!], vantages)
}

export async function tryTarget(collector: TestCollector, name: MatrixTargetName): Promise<TriedTarget> {
  await using container = await runMatrixTarget(name)
  const hostPid = (await container.jvmPids())[0]!
  const target = await collector.findTarget(hostPid)
  const before = await lookAt(container, hostPid, name)
  const report = await collector.client.call('examineTarget', { targetId: target.id })
  const cells: MatrixResult[] = []
  for (const vantage of vantagesOf(name)) {
    for (const column of matrixColumns)
      cells.push(...(await tryColumn(collector, name, target, report, column, vantage)))
  }
  const failures: string[] = []
  const { keepsSocket = false, triesRest = false }: MatrixTarget = matrixTargets[name]
  for (const vantage of byTier(triesRest, true) ? vantagesOf(name) : [])
    failures.push(...(await tryOthers(collector, target, report, vantage)))
  const isHarm = (difference: string) => !keepsSocket || !/^left \S*\/\.java_pid/.test(difference)
  const after = await lookAt(container, hostPid, name).catch((error: unknown) => String(error))
  return {
    name,
    cells,
    failures,
    harm: typeof after === 'string' ? [after] : differences(before, after).filter(isHarm),
  }
}

async function tryColumn(
  collector: TestCollector,
  name: MatrixTargetName,
  target: Target,
  report: DoctorReport,
  { engine, events }: MatrixColumn,
  vantage: Readiness['vantage'],
): Promise<MatrixResult[]> {
  const request = { engine, vantage, events: [...events], seconds, frequencyHz }
  const capture = await collector.end((await collector.start(target, request)).id)
  return Promise.all(
    events.map(async (event) => {
      const cell = report.cells.find(
        (cell) => cell.engine === engine && cell.event === event && cell.vantage === vantage,
      )
      if (cell === undefined) throw new Error(`the doctor says nothing of ${engine} ${event} from ${vantage}`)
      return {
        ...{ engine, event, vantage, level: cell.level },
        predicted: cell.findings.filter(({ level }) => level === 'blocked').map(({ code }) => code),
        problem: capture.problem?.code ?? (capture.state === 'cancelled' ? 'cancelled' : null),
        report: capture.problem === null ? '' : `${capture.problem.title} ${JSON.stringify(capture.problem.facts)}`,
        isNameless: cell.findings.some(({ title }) => title.includes('lack the names of Java methods')),
        ...(await lookInto(collector, name, capture, event)),
      }
    }),
  )
}

/** The rest of what the doctor says can be recorded, one capture for each engine that can. */
async function tryOthers(
  collector: TestCollector,
  target: Target,
  report: DoctorReport,
  vantage: Readiness['vantage'],
): Promise<string[]> {
  const failures: string[] = []
  for (const { engine, events: tried } of matrixColumns) {
    const events = report.cells
      .filter((cell) => cell.engine === engine && cell.vantage === vantage && cell.level !== 'blocked')
      .map(({ event }) => event)
      .filter((event) => !tried.includes(event))
    if (events.length === 0) continue
    const { id } = await collector.start(target, { engine, vantage, events, seconds: 2 })
    const { problem } = await collector.end(id)
    // A service that throws no exception has no exceptions.
    if (problem === null || problem.code === 'nothing-recorded') continue
    failures.push(`${engine} ${events.join()} from ${vantage}: ${problem.title} ${JSON.stringify(problem.facts)}`)
  }
  return failures
}

type ProfileFacts = Pick<MatrixResult, 'hot' | 'ownShare' | 'isWarned' | 'handlerShare'>

async function lookInto(
  collector: TestCollector,
  target: MatrixTargetName,
  capture: Capture,
  event: EventId,
): Promise<ProfileFacts> {
  if (!capture.artefacts.some((artefact) => artefact.event === event))
    return { hot: null, ownShare: null, isWarned: false, handlerShare: 0 }
  const profile = await collector.profileOf(capture.id, event)
  const warns = profile.provenance.warnings.some(({ code }) => code === 'java-names-missing')
  const code = programOf(target)?.code
  return {
    hot: code === undefined ? hotShareOf(profile, event) : null,
    ownShare: code === undefined ? null : shareThrough(profile, (name) => code.some((start) => name.startsWith(start))),
    isWarned: warns && profile.strings.every((name) => !name.includes('Matrix.')),
    handlerShare: shareThrough(profile, (name) => /signalHandler/.test(name)),
  }
}

interface Look {
  readonly files: readonly string[]
  readonly log: string
  readonly isHealthy: boolean
}

async function lookAt(container: TestContainer, hostPid: number, name: MatrixTargetName): Promise<Look> {
  const program = programOf(name)
  const answers = program === null ? isHealthy(hostPid) : isListening(hostPid, program.port)
  return { files: filesOf(hostPid), log: await container.logs(), isHealthy: await answers }
}

/** null for one with planted methods. */
export function programOf(name: MatrixTargetName) {
  const { realProgram }: MatrixTarget = matrixTargets[name]
  return realProgram === undefined ? null : realPrograms[realProgram]
}

function differences(before: Look, after: Look): string[] {
  return [
    ...after.files.filter((file) => !before.files.includes(file)).map((file) => `left ${file}`),
    ...before.files.filter((file) => !after.files.includes(file)).map((file) => `took ${file}`),
    ...(after.log === before.log ? [] : [`wrote to its log: ${after.log.slice(before.log.length)}`]),
    ...(after.isHealthy ? [] : ['it does not answer its health check']),
  ]
}
