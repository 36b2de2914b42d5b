import type { Target } from '../../contract/target.ts'
import { createFinding, type Finding, findingFromProblem, withoutJavaNames } from '../../findings.ts'
import { isProblem } from '../../errors.ts'
import { attachWaitMs } from '../../host/attach/attach-waits.ts'
import type { PinnedProcess } from '../../host/process/pinned-process.ts'
import { type InstalledLibrary, noTools } from '../../targets/readiness/installed-tools.ts'
import { canAskForMap, perfChecks } from '../../targets/readiness/perf.ts'
import { readReadinessFacts } from '../../targets/readiness/read-facts.ts'
import { openJvmSession } from '../jvm/jvm-session.ts'
import { pinTarget } from '../jvm/pin-target.ts'
import { isOfNames } from './names-problem.ts'

/**
 * Obstacles between a JVM and stacks with names, for frame pointers by the JVM's own answer: the command line may not
 * say. As of now: the list of JVMs may be of the moment when this one was still starting.
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
    // withoutJavaNames makes it `degraded`: there are stacks, but Java methods have no names.
    return [...passive, isOfNames(error) ? withoutJavaNames(finding) : finding]
  }
}

/**
 * Gives whether a JVM keeps frame pointers, by its own answer; null where it knows no such flag.
 *
 * Throws: Problem; as attaching does.
 */
async function preservesFramePointer(process: PinnedProcess, target: Target): Promise<boolean | null> {
  await using jvm = openJvmSession(process, target.jvm.version, attachWaitMs.examination)
  await jvm.version() // remembered: a socket of ours is removed again only of a JVM that is known to reopen it
  return await jvm.booleanFlag('PreserveFramePointer') // awaited here: the session closes at the end of this function
}
