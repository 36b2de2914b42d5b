/** Obstacles between JFR and a JVM, without asking it: a first question would already start JFR's own threads there. */
import type { Target } from '../../contract/target.ts'
import { isProblem } from '../../errors.ts'
import { type Finding, findingFromProblem } from '../../findings.ts'
import { engineTable } from '../../contract/engines.ts'
import { findListenerProblem } from '../../host/attach/attach-socket.ts'
import { isHeldByAnother, socketLocationOf } from '../../host/attach/socket-name.ts'
import type { PinnedProcess } from '../../host/process/pinned-process.ts'
import { readStatus } from '../../host/process/process-status.ts'
import { hasJfrModule } from '../../host/jvm/jfr-module.ts'
import type { EventId } from '../../profile/model/event-ids.ts'
import { noTools } from '../../targets/readiness/installed-tools.ts'
import { jfrChecks } from '../../targets/readiness/jfr.ts'
import { readReadinessFacts } from '../../targets/readiness/read-facts.ts'
import { pinTarget } from '../jvm/pin-target.ts'

/** Gives the findings of each event. Throws: Problem `target-gone`, `target-changed`. */
export async function examineForJfr(target: Target): Promise<ReadonlyMap<EventId, readonly Finding[]>> {
  using process = pinTarget(target)
  const facts = readReadinessFacts(process, target, noTools)
  const hasModule = hasJfrModule(process, facts.javaHome, facts.modules)
  // As jfrChecks takes it: null is unknown, an empty list is a runtime without JFR.
  const modules = hasModule === null ? null : hasModule ? ['jdk.jfr'] : []
  const socket = await examineSocket(process)
  return new Map(
    engineTable.jfr.events.map((event) => [event, [...jfrChecks({ ...facts, modules }, event), ...socket]]),
  )
}

/**
 * Finds out whether the attach socket is another JVM's, where both share a /tmp. Another JVM that Hearth itself asks at
 * the moment lends its name to this one, and a forged socket is found by other checks.
 */
async function examineSocket(process: PinnedProcess): Promise<Finding[]> {
  try {
    const status = readStatus(process)
    if (isHeldByAnother(process, socketLocationOf(process, status))) return []
    const problem = await findListenerProblem(process, status)
    return problem?.code === 'tmp-shared' ? [findingFromProblem(problem)] : []
  } catch (error) {
    if (!isProblem(error) || error.code === 'target-gone' || error.code === 'target-changed') throw error
    return []
  }
}
