/** What stands between perf and a JVM: what a passive look told, the host's tools, and what only the JVM itself can say. */
import { findingFromProblem } from '../doctor/finding-from-problem.ts'
import type { Finding, Target } from '../../contract.ts'
import type { Vantage } from '../../contract/engines.ts'
import { isProblem, type Problem } from '../../errors.ts'
import { findTool } from '../../host/command/run-command.ts'
import { perfChecks } from '../../targets/readiness/perf.ts'
import { readReadinessFacts } from '../../targets/readiness/read-facts.ts'
import { pinTarget } from '../jvm/pin-target.ts'
import { findPerfEvent } from './perf-event.ts'
import { openJvmSession } from '../jvm/jvm-session.ts'

const framePointerCode = 'no-frame-pointer'

/**
 * Asks the JVM only where a passive look found nothing in the way: attaching then cannot harm.
 *
 * Throws: Problem `target-gone`, `target-changed`.
 */
export async function examineForPerf(target: Target, vantage: Vantage, hasPerfMapAgent: boolean): Promise<Finding[]> {
  const passive = examinePassively(target, hasPerfMapAgent)
  const host = vantage === 'host' ? await findMissingOnHost() : []
  if ([...passive, ...host].some(({ level }) => level === 'blocked')) return [...host, ...passive]
  try {
    return withFramePointers(passive, await preservesFramePointer(target))
  } catch (error) {
    if (!isProblem(error) || error.code === 'target-gone' || error.code === 'target-changed') throw error
    return [...passive, blockedBy(error)]
  }
}

/** Now: what the list of JVMs says may be of the moment when this one was still starting. */
function examinePassively(target: Target, hasPerfMapAgent: boolean): Finding[] {
  using process = pinTarget(target)
  return perfChecks(readReadinessFacts(process, target, { hasPerfMapAgent, hasAsyncProfiler: false }), 'cpu')
}

/** The JVM's own word replaces what the command line made us think. */
function withFramePointers(passive: readonly Finding[], preserves: boolean | null): Finding[] {
  const others = passive.filter(({ code }) => code !== framePointerCode)
  if (preserves === true) return others
  return [
    ...others,
    framePointerFinding(preserves === false ? 'printflag: -XX:-PreserveFramePointer' : 'printflag knows no such flag'),
  ]
}

function framePointerFinding(evidence: string): Finding {
  return {
    code: framePointerCode,
    level: 'degraded',
    title: 'Stacks will end at the first Java method: the JVM keeps no frame pointers',
    evidence,
    remedy: 'Start the service with -XX:+PreserveFramePointer, which costs about one percent of speed.',
    command: 'JAVA_TOOL_OPTIONS=-XX:+PreserveFramePointer',
  }
}

/** Its programs, and the kernel's leave to use them. */
async function findMissingOnHost(): Promise<Finding[]> {
  try {
    for (const tool of ['perf', 'setpriv', 'timeout']) findTool(tool)
    await findPerfEvent()
    return []
  } catch (error) {
    if (isProblem(error)) return [blockedBy(error)]
    throw error
  }
}

function blockedBy(problem: Problem): Finding {
  return findingFromProblem(problem, problem.code === 'tool-missing' ? 'apt-get install linux-perf util-linux' : null)
}

/** Whether a JVM keeps frame pointers, by its own word. */

/** null when it knows no such flag. Throws: Problem; as attaching does. */
export async function preservesFramePointer(target: Target): Promise<boolean | null> {
  using process = pinTarget(target)
  await using jvm = openJvmSession(process, target.jvm.version)
  await jvm.version()
  return await jvm.booleanFlag('PreserveFramePointer') // before what it asks through is closed
}
