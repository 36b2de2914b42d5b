/** The doctor: whether each engine can record each event of one JVM from either vantage, and the obstacles. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { DoctorReport, Readiness } from '../../contract/doctor.ts'
import type { Target } from '../../contract/target.ts'
import { createFinding, type Finding, findingFromProblem } from '../../findings.ts'
import type { Vantage } from '../../contract/engines.ts'
import { isProblem } from '../../errors.ts'
import { type EventId, eventIds } from '../../profile/model/event-ids.ts'
import { cellOf } from '../../targets/readiness/readiness.ts'
import { type PlanRequest, choosePlans } from './chooser.ts'
import type { CaptureEngine } from '../engine.ts'

/** Gives the findings of each event. Throws: Problem `target-gone`, `target-changed`; any other is a finding. */
export type Examine = (engine: CaptureEngine, target: Target) => Promise<ReadonlyMap<EventId, readonly Finding[]>>

export interface DoctorOptions {
  readonly engines: readonly CaptureEngine[]
  /** How an engine looks at a JVM from either vantage. Only reads. */
  readonly examine: Readonly<Record<Vantage, Examine>>
  /** Blocks an engine without a look at the JVM: one died of it before. */
  readonly blocksOf: (engine: CaptureEngine, target: Target) => readonly Finding[]
  readonly timeoutMs?: number
}

export type Doctor = ReturnType<typeof createDoctor>

/** Timeout of the examination of a JVM by one engine: others can be used. */
const defaultTimeoutMs = 20_000

export function createDoctor({ engines, examine, blocksOf, timeoutMs = defaultTimeoutMs }: DoctorOptions) {
  async function examineFrom(engine: CaptureEngine, target: Target, vantage: Vantage): Promise<Readiness[]> {
    const findingsOf = await awaitFindings(examine[vantage](engine, target), engine, timeoutMs)
    const blocks = blocksOf(engine, target)
    return engine.events.map((event) =>
      cellOf({ engine: engine.id, event, vantage }, [...blocks, ...findingsOf(event)]),
    )
  }

  async function examineAll(target: Target, selected = engines): Promise<Readiness[]> {
    const cells = selected.flatMap((engine) => engine.vantages.map((vantage) => examineFrom(engine, target, vantage)))
    return (await Promise.all(cells)).flat()
  }

  return {
    /** The cells of these engines, of all by default. Throws: Problem `target-gone`, `target-changed`. */
    examine: examineAll,
    /** Gives all cells and plans. Throws: as `examine`. */
    async report(target: Target): Promise<DoctorReport> {
      const cells = await examineAll(target)
      const plans = eventIds
        .filter((event) => cells.some((cell) => cell.event === event))
        .map((event) => {
          const { plans, isBlocked } = choosePlans(cells, defaultRequest(event), engines)
          return { event, plans: isBlocked ? [] : [...plans] }
        })
      return { targetId: target.id, at: Date.now(), cells, plans }
    },
  }
}

function defaultRequest(event: EventId): PlanRequest {
  return { engine: 'auto', vantage: 'auto', events: [event], scope: 'jvm', mode: 'timed' }
}

/** The findings of each event, or those that hold for all. */
async function awaitFindings(
  answer: ReturnType<Examine>,
  { title }: CaptureEngine,
  timeoutMs: number,
): Promise<(event: EventId) => readonly Finding[]> {
  const giveUp = new AbortController()
  const late = sleep(timeoutMs, null, { signal: giveUp.signal })
  late.catch(() => undefined) // given up
  try {
    const findings = await Promise.race([answer, late])
    const tooLate = createFinding('examination-timeout', { engine: title }, `no answer within ${timeoutMs / 1000} s`)
    return (event) => (findings === null ? [tooLate] : (findings.get(event) ?? []))
  } catch (error) {
    if (!isProblem(error) || error.code === 'target-gone' || error.code === 'target-changed') throw error
    return () => [findingFromProblem(error)]
  } finally {
    giveUp.abort()
  }
}
