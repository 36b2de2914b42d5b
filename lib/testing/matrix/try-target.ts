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
import { isHealthy } from './health.ts'
import { type HotShare, hotShareOf } from './hot-share.ts'
import { type MatrixTargetName, matrixTargets, runMatrixTarget } from './targets.ts'
import { byTier } from '../tier.ts'

/** What came of one engine, event and vantage. */
export interface MatrixResult extends Pick<Readiness, 'engine' | 'event' | 'vantage' | 'level'> {
  /** Codes of the doctor's findings that block it. */
  readonly predicted: readonly string[]
  /** Code of the Problem the capture ended with; null when it gave a profile. */
  readonly problem: string | null
  /** For people, when there was a Problem. */
  readonly report: string
  readonly hot: HotShare | null
}

export interface TriedTarget {
  readonly name: MatrixTargetName
  readonly cells: readonly MatrixResult[]
  readonly harm: readonly string[]
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
  const before = await lookAt(container, hostPid)
  const report = await collector.client.call('examineTarget', { targetId: target.id })
  const cells: MatrixResult[] = []
  for (const vantage of vantagesOf(name)) {
    for (const column of matrixColumns) cells.push(...(await tryColumn(collector, target, report, column, vantage)))
  }
  const after = await lookAt(container, hostPid).catch((error: unknown) => String(error))
  return { name, cells, harm: typeof after === 'string' ? [after] : differences(before, after) }
}

async function tryColumn(
  collector: TestCollector,
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
        hot: await hotShare(collector, capture, event),
      }
    }),
  )
}

async function hotShare(collector: TestCollector, capture: Capture, event: EventId): Promise<HotShare | null> {
  if (!capture.artefacts.some((artefact) => artefact.event === event)) return null
  return hotShareOf(await collector.profileOf(capture.id, event), event)
}

interface Look {
  readonly files: readonly string[]
  readonly log: string
  readonly isHealthy: boolean
}

async function lookAt(container: TestContainer, hostPid: number): Promise<Look> {
  return { files: filesOf(hostPid), log: await container.logs(), isHealthy: await isHealthy(hostPid) }
}

function differences(before: Look, after: Look): string[] {
  return [
    ...after.files.filter((file) => !before.files.includes(file)).map((file) => `left ${file}`),
    ...before.files.filter((file) => !after.files.includes(file)).map((file) => `took ${file}`),
    ...(after.log === before.log ? [] : [`wrote to its log: ${after.log.slice(before.log.length)}`]),
    ...(after.isHealthy ? [] : ['it does not answer its health check']),
  ]
}
