/** What stands between JFR and a JVM, without asking it: a first question would already start JFR's own threads there. */
import type { Target } from '../../contract/target.ts'
import type { Finding } from '../../findings.ts'
import { engineTable } from '../../contract/engines.ts'
import { hasJfrModule } from '../../host/jvm/jfr-module.ts'
import type { EventId } from '../../profile/model/event-ids.ts'
import { noTools } from '../../targets/readiness/installed-tools.ts'
import { jfrChecks } from '../../targets/readiness/jfr.ts'
import { readReadinessFacts } from '../../targets/readiness/read-facts.ts'
import { pinTarget } from '../jvm/pin-target.ts'

/** Throws: Problem `target-gone`, `target-changed`. */
export function examineForJfr(target: Target): ReadonlyMap<EventId, readonly Finding[]> {
  using process = pinTarget(target)
  const facts = readReadinessFacts(process, target, noTools)
  const hasModule = hasJfrModule(process, facts.javaHome, facts.modules)
  const modules = hasModule === null ? null : hasModule ? ['jdk.jfr'] : []
  return new Map(engineTable.jfr.events.map((event) => [event, jfrChecks({ ...facts, modules }, event)]))
}
