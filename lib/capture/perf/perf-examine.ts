/** What stands between perf and a JVM: what a passive look told, the host's tools, and what only the JVM itself can say. */
import type { Target } from '../../contract/target.ts'
import { createFinding, type Finding, findingFromProblem } from '../../findings.ts'
import type { Vantage } from '../../contract/engines.ts'
import { isProblem } from '../../errors.ts'
import { findTool } from '../../host/command/run-command.ts'
import { perfChecks } from '../../targets/readiness/perf.ts'
import { readReadinessFacts } from '../../targets/readiness/read-facts.ts'
import { pinTarget } from '../jvm/pin-target.ts'
import { findPerfEvent } from './perf-event.ts'
import { openJvmSession } from '../jvm/jvm-session.ts'

/**
 * Asks the JVM only where a passive look found nothing in the way: attaching then cannot harm.
 *
 * Throws: Problem `target-gone`, `target-changed`.
 */
export async function examineForPerf(target: Target, vantage: Vantage, hasPerfMapAgent: boolean): Promise<Finding[]> {
  const passive = examinePassively(target, hasPerfMapAgent)
  const host = vantage === 'host' ? await findMissingOnHost() : []
  if ([...passive, ...host].some(({ level }) => level === 'blocked')) return [...host, ...passive]
  return withFramePointers(target, passive)
}

/** Now: what the list of JVMs says may be of the moment when this one was still starting. */
function examinePassively(target: Target, hasPerfMapAgent: boolean): Finding[] {
  using process = pinTarget(target)
  return perfChecks(readReadinessFacts(process, target, { hasPerfMapAgent, hasAsyncProfiler: false }))
}

/**
 * The same findings, but for frame pointers by the JVM's own answer: the command line may not tell. Throws: Problem `target-gone`,
 * `target-changed`.
 */
export async function withFramePointers(target: Target, passive: readonly Finding[]): Promise<Finding[]> {
  try {
    const preserves = await preservesFramePointer(target)
    const others = passive.filter(({ code }) => code !== 'no-frame-pointer')
    if (preserves === true) return others
    const evidence = preserves === false ? 'printflag: -XX:-PreserveFramePointer' : 'printflag knows no such flag'
    return [...others, createFinding('no-frame-pointer', { isContainer: target.container !== null }, evidence)]
  } catch (error) {
    if (!isProblem(error) || error.code === 'target-gone' || error.code === 'target-changed') throw error
    return [...passive, findingFromProblem(error)]
  }
}

/** Its programs, and the kernel's leave to use them. */
async function findMissingOnHost(): Promise<Finding[]> {
  try {
    for (const tool of ['perf', 'setpriv', 'timeout']) findTool(tool)
    await findPerfEvent()
    return []
  } catch (error) {
    if (isProblem(error)) return [findingFromProblem(error)]
    throw error
  }
}

/** Whether a JVM keeps frame pointers, by its own answer; null when it knows no such flag. Throws: Problem; as attaching does. */
async function preservesFramePointer(target: Target): Promise<boolean | null> {
  using process = pinTarget(target)
  await using jvm = openJvmSession(process, target.jvm.version)
  await jvm.version()
  return await jvm.booleanFlag('PreserveFramePointer') // before what it asks through is closed
}
