/** Looks passively at what each engine can do, for the list of JVMs. */
import type { Readiness } from '../../contract/doctor.ts'
import type { Finding } from '../../findings.ts'
import { type EngineId, engineIds, engineTable } from '../../contract/engines.ts'
import type { EventId } from '../../profile/model/event-ids.ts'
import { asyncProfilerChecks } from './async-profiler.ts'
import { perfChecks } from './perf.ts'
import type { ReadinessFacts } from './facts.ts'
import { jfrChecks } from './jfr.ts'

type EngineChecks = (facts: ReadinessFacts, event: EventId) => readonly Finding[]

const checksOf: Readonly<Record<EngineId, EngineChecks>> = {
  'async-profiler': asyncProfilerChecks,
  perf: perfChecks,
  bpftrace: perfChecks,
  jfr: jfrChecks,
}

/** One for each engine, for its main event, from the host. */
export function readinessOf(facts: ReadinessFacts): Readiness[] {
  return engineIds.map((engine) => {
    const [event] = engineTable[engine].events
    return cellOf({ engine, event, vantage: 'host' }, checksOf[engine](facts, event))
  })
}

/** One cell of the doctor's matrix. Its level is that of its worst finding. */
export function cellOf(
  where: Pick<Readiness, 'engine' | 'event' | 'vantage'>,
  findings: readonly Finding[],
): Readiness {
  const has = (level: Finding['level']) => findings.some((finding) => finding.level === level)
  const level = has('blocked') ? 'blocked' : has('degraded') ? 'degraded' : 'ready'
  return { ...where, level, findings: [...findings] }
}
