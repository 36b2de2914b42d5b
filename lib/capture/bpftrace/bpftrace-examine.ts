/** What stands between bpftrace and a JVM: the same as for perf, and the kernel's leave to load programs. */
import type { Target } from '../../contract/target.ts'
import { type Finding, findingFromProblem } from '../../findings.ts'
import { engineTable, type Vantage } from '../../contract/engines.ts'
import { isProblem, Problem } from '../../errors.ts'
import { hasTracefs, knowsTracefs, mayLoadBpf, readLockdown } from '../../host/kernel/bpf-rights.ts'
import { findTool } from '../../host/command/run-command.ts'
import type { EventId } from '../../profile/model/event-ids.ts'
import { perfChecks } from '../../targets/readiness/perf.ts'
import { readReadinessFacts } from '../../targets/readiness/read-facts.ts'
import { withFramePointers } from '../perf/perf-examine.ts'
import { pinTarget } from '../jvm/pin-target.ts'

/**
 * Asks the JVM only where a passive look found nothing in the way.
 *
 * Throws: Problem `target-gone`, `target-changed`.
 */
export async function examineForBpftrace(
  target: Target,
  vantage: Vantage,
  hasPerfMapAgent: boolean,
): Promise<ReadonlyMap<EventId, readonly Finding[]>> {
  using process = pinTarget(target)
  const facts = readReadinessFacts(process, target, { hasPerfMapAgent, hasAsyncProfiler: false })
  const passive = perfChecks(facts)
  const isBlocked = passive.some(({ level }) => level === 'blocked')
  const findings = isBlocked ? passive : await withFramePointers(target, passive)
  return new Map(
    engineTable.bpftrace.events.map((event) => [
      event,
      [...(vantage === 'host' ? findMissingOnHost(event) : []), ...findings],
    ]),
  )
}

/** Throws: Problem `tool-missing`, `no-permission`, `off-cpu-missing`; what the host lacks for this event. */
export function checkHost(event: EventId): void {
  for (const tool of ['bpftrace', 'setpriv', 'timeout']) findTool(tool)
  const lockdown = readLockdown()
  if (!mayLoadBpf() || lockdown === 'confidentiality') {
    const what = 'load BPF programs on this host'
    const reportedReason =
      lockdown === 'confidentiality'
        ? 'the kernel is locked down for confidentiality'
        : 'not root, or without CAP_BPF and CAP_PERFMON'
    throw new Problem('no-permission', { what }, { cause: new Error(reportedReason) })
  }
  if (event === 'off-cpu' && !hasTracefs() && !knowsTracefs()) {
    throw new Problem('off-cpu-missing', { reason: 'it was built without tracefs' })
  }
}

function findMissingOnHost(event: EventId): Finding[] {
  try {
    checkHost(event)
    return []
  } catch (error) {
    if (isProblem(error)) return [findingFromProblem(error)]
    throw error
  }
}
