/** What stands between perf and a JVM: the result of a passive look, the host's tools, and what only the JVM itself can say. */
import type { Target } from '../../contract/target.ts'
import { createFinding, type Finding, findingFromProblem, withoutJavaNames } from '../../findings.ts'
import type { Vantage } from '../../contract/engines.ts'
import { isProblem } from '../../errors.ts'
import { findTool } from '../../host/command/run-command.ts'
import { canAskForMap, perfChecks } from '../../targets/readiness/perf.ts'
import { type InstalledLibrary, noTools } from '../../targets/readiness/installed-tools.ts'
import { readReadinessFacts } from '../../targets/readiness/read-facts.ts'
import type { PinnedProcess } from '../../host/process/pinned-process.ts'
import { pinTarget } from '../jvm/pin-target.ts'
import { isOfNames } from './names-problem.ts'
import { findPerfEvent } from './perf-event.ts'
import { openJvmSession } from '../jvm/jvm-session.ts'
import { attachWaitMs } from '../../host/attach/attach-waits.ts'

/**
 * Asks the JVM only where a passive look found nothing in the way: attaching then cannot harm.
 *
 * Throws: Problem `target-gone`, `target-changed`.
 */
export async function examineForPerf(
  target: Target,
  vantage: Vantage,
  perfMapAgent: InstalledLibrary | null,
): Promise<Finding[]> {
  const host = vantage === 'host' ? await findMissingOnHost() : []
  return [...host, ...(await examineStacks(target, perfMapAgent))]
}

/**
 * What stands between a JVM and stacks with names, for frame pointers by the JVM's own answer: the command line may not tell.
 * As of now: what the list of JVMs says may be of the moment when this one was still starting.
 *
 * Throws: Problem `target-gone`, `target-changed`.
 */
export async function examineStacks(target: Target, perfMapAgent: InstalledLibrary | null): Promise<Finding[]> {
  using process = pinTarget(target)
  const facts = readReadinessFacts(process, target, { ...noTools, perfMapAgent })
  const passive = perfChecks(facts)
  if (!canAskForMap(facts)) return passive
  try {
    const preserves = await preservesFramePointer(process, target)
    const others = passive.filter(({ code }) => code !== 'no-frame-pointer')
    if (preserves === true) return others
    const evidence = preserves === false ? 'printflag: -XX:-PreserveFramePointer' : 'printflag knows no such flag'
    return [...others, createFinding('no-frame-pointer', { isContainer: target.container !== null }, evidence)]
  } catch (error) {
    if (!isProblem(error) || error.code === 'target-gone' || error.code === 'target-changed') throw error
    const finding = findingFromProblem(error)
    return [...passive, isOfNames(error) ? withoutJavaNames(finding) : finding]
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
async function preservesFramePointer(process: PinnedProcess, target: Target): Promise<boolean | null> {
  await using jvm = openJvmSession(process, target.jvm.version, attachWaitMs.examination)
  await jvm.version()
  return await jvm.booleanFlag('PreserveFramePointer') // before what it asks through is closed
}
