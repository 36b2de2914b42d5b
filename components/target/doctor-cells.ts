import type { DoctorReport, Plan, Readiness } from '../../lib/contract/doctor.ts'
import { engineTable, engineIds, type Vantage, vantages } from '../../lib/contract/engines.ts'
import { eventIds, type EventId } from '../../lib/profile/model/event-ids.ts'
import { describePlan } from '../capture/capture-labels.ts'
import { sortReadiness, explainLevel } from '../capture/readiness.ts'

type Engine = Readiness['engine']

/** One field of the matrix: an engine and an event, by vantage; empty where the engine has no such event. */
export interface MatrixCell {
  readonly engine: Engine
  readonly event: EventId
  readonly readiness: readonly Readiness[]
}

/** Gives whether the engine of a cell can record its event from no vantage. */
export const isBlocked = ({ readiness }: MatrixCell): boolean => readiness.every(({ level }) => level === 'blocked')

/** One line of the matrix. */
export interface MatrixRow {
  readonly event: EventId
  readonly cells: readonly MatrixCell[]
}

/** The doctor's report as a table: a row for each event that some engine has, a column for each engine. */
export function buildMatrix(cells: readonly Readiness[]): { engines: readonly Engine[]; rows: readonly MatrixRow[] } {
  const engines = engineIds.filter((engine) => cells.some((cell) => cell.engine === engine))
  const positionOf = ({ vantage }: Readiness) => vantages.indexOf(vantage)
  const rowOf = (event: EventId): MatrixRow => ({
    event,
    cells: engines.map((engine) => ({
      engine,
      event,
      readiness: cells
        .filter((cell) => cell.event === event && cell.engine === engine)
        .toSorted((a, b) => positionOf(a) - positionOf(b)),
    })),
  })
  const rows = eventIds.map(rowOf).filter((row) => row.cells.some(({ readiness }) => readiness.length > 0))
  return { engines, rows }
}

const shortVantages: Readonly<Record<Vantage, string>> = { host: 'host', helper: 'helper' }
export const vantageLabel = (vantage: Vantage): string => shortVantages[vantage]

/** Says what Hearth would take for an event, and why that one. */
export interface ExpectedPlan {
  /** `perf on the host`; null when nothing works. */
  readonly plan: string | null
  readonly reason: string
  /** Taken up when it fails, in order. */
  readonly fallbacks: readonly string[]
}

export function findExpectedPlan(
  { cells, plans }: Pick<DoctorReport, 'cells' | 'plans'>,
  event: EventId,
): ExpectedPlan {
  const [first, ...others] = plans.find((one) => one.event === event)?.plans ?? []
  const served = cells.filter((cell) => cell.event === event)
  if (!first) return { plan: null, reason: explainNoPlan(served), fallbacks: [] }
  const taken = served.find(({ engine, vantage }) => engine === first.engine && vantage === first.vantage)
  const preferred = engineIds.slice(0, engineIds.indexOf(first.engine))
  const passedOver = preferred.flatMap((engine) =>
    sortReadiness(served.filter((cell) => cell.engine === engine)).slice(0, 1),
  )
  // A helper container is of interest where it is taken, not where the host needs none.
  const before = vantages.slice(0, vantages.indexOf(first.vantage))
  const elsewhere = served.filter(({ engine, vantage }) => engine === first.engine && before.includes(vantage))
  const reason = [...passedOver, ...elsewhere].find((cell) => cell.level !== 'ready' && explainLevel(cell) !== '')
  const isAlone = served.every(({ engine }) => engine === first.engine)
  const lacking = taken?.level === 'degraded' ? `Works with a limit: ${lowerFirst(explainLevel(taken))}` : null
  const why =
    lacking ??
    (reason
      ? `since ${nameOf(reason, first)} is ${reason.level}: ${lowerFirst(explainLevel(reason))}`
      : isAlone
        ? 'the only engine for it'
        : 'the first choice')
  return { plan: describePlan(first), reason: why, fallbacks: others.map(describePlan) }
}

/** The place only matters when the engine is the same. */
function nameOf({ engine, vantage }: Readiness, taken: Plan): string {
  return engine === taken.engine ? describePlan({ engine, vantage }) : engineTable[engine].title
}

function explainNoPlan(served: readonly Readiness[]): string {
  const nearest = sortReadiness(served)[0]
  return nearest
    ? `${engineTable[nearest.engine].title}: ${lowerFirst(explainLevel(nearest))}`
    : 'no engine has this event'
}

/** For the middle of a sentence; names stay. */
function lowerFirst(text: string): string {
  return /^(?!(?:Hearth|Docker|Java)\b)[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
}
