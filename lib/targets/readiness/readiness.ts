/** What a passive look says of each engine, for the list of JVMs. */
import type { Finding, Readiness } from '../../contract.ts'
import type { EventId } from '../../profile/event-ids.ts'
import { asyncProfilerChecks } from './async-profiler.ts'
import { bpftraceChecks } from './bpftrace.ts'
import { cellOf } from './cell.ts'
import type { ReadinessFacts } from './facts.ts'
import { jfrChecks } from './jfr.ts'
import { perfChecks } from './perf.ts'

type EngineChecks = (facts: ReadinessFacts, event: EventId) => readonly Finding[]

const checksOf: Readonly<Record<Readiness['engine'], EngineChecks>> = {
  'async-profiler': asyncProfilerChecks,
  perf: perfChecks,
  bpftrace: bpftraceChecks,
  jfr: jfrChecks,
}
const engines = Object.keys(checksOf) as Readiness['engine'][]
const mainEvent = 'cpu'

/** One for each engine, for its main event, from the host. */
export function readinessOf(facts: ReadinessFacts): Readiness[] {
  return engines.map((engine) =>
    cellOf({ engine, event: mainEvent, vantage: 'host' }, checksOf[engine](facts, mainEvent)),
  )
}
