/**
 * Obstacles between perf and a JVM: by a passive look, by the host's tools, and by questions that only the JVM can
 * answer.
 */
import type { Target } from '../../contract/target.ts'
import { type Finding, findingFromProblem } from '../../findings.ts'
import type { Vantage } from '../../contract/engines.ts'
import { isProblem } from '../../errors.ts'
import { findTool } from '../../host/command/run-command.ts'
import type { InstalledLibrary } from '../../targets/readiness/installed-tools.ts'
import { examineStacks } from '../recording/examine-stacks.ts'
import { findPerfEvent } from './perf-event.ts'

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

/** Finds what perf lacks on the host: its programs, or the permission of the kernel. */
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
