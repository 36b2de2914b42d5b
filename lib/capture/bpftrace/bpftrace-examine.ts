/** What stands between bpftrace and a JVM: the same as for perf, and the kernel's leave to load programs. */
import { findingFromProblem } from '../doctor/finding-from-problem.ts'
import type { Finding, Target } from '../../contract.ts'
import { engineTable, type Vantage } from '../../contract/engines.ts'
import { isProblem, Problem } from '../../errors.ts'
import { hasTracefs, knowsTracefs, mayLoadBpf, readLockdown } from '../../host/kernel/bpf-rights.ts'
import { findTool } from '../../host/command/run-command.ts'
import type { EventId } from '../../profile/model/event-ids.ts'
import { bpftraceChecks } from '../../targets/readiness/perf.ts'
import { readReadinessFacts } from '../../targets/readiness/read-facts.ts'
import { preservesFramePointer } from '../perf/perf-examine.ts'
import { pinTarget } from '../jvm/pin-target.ts'

const framePointerCode = 'no-frame-pointer'

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
  const passive = bpftraceChecks(facts, 'cpu')
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
    if (isProblem(error)) return [blockedBy(error)]
    throw error
  }
}

/** The JVM's own word replaces what the command line made us think. */
async function withFramePointers(target: Target, passive: readonly Finding[]): Promise<Finding[]> {
  const others = passive.filter(({ code }) => code !== framePointerCode)
  try {
    const preserves = await preservesFramePointer(target)
    if (preserves === true) return others
    const guessed = passive.find(({ code }) => code === framePointerCode)
    return [
      ...others,
      guessed ?? {
        code: framePointerCode,
        level: 'degraded',
        title: 'Stacks will be cut short: the method that ran is named, most of its callers are missing.',
        evidence: preserves === false ? 'printflag: -XX:-PreserveFramePointer' : 'printflag knows no such flag',
        remedy: 'Restart it with -XX:+PreserveFramePointer, which costs about 1 % of CPU.',
        command: 'JAVA_TOOL_OPTIONS=-XX:+PreserveFramePointer',
      },
    ]
  } catch (error) {
    if (!isProblem(error) || error.code === 'target-gone' || error.code === 'target-changed') throw error
    return [...passive, blockedBy(error)]
  }
}

function blockedBy(problem: Problem): Finding {
  const { code, facts } = problem
  return findingFromProblem(
    problem,
    code === 'tool-missing' && 'package' in facts ? `apt-get install ${facts.package}` : null,
  )
}
