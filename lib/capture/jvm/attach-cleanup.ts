/** What attaching to a JVM leaves while it is at it, for a collector that is killed in the middle. */
import type { Target } from '../../contract.ts'
import { featureVersion } from '../../jvm/libjvm.ts'
import type { Leftover } from '../engine.ts'
import { type JvmSession, reopensSocketSince } from './jvm-session.ts'

/** The socket only where the JVM is known to open it again. */
export function leftoversOfAttach(jvm: JvmSession, target: Target): Leftover[] {
  const { hostPid, startTicks } = jvm.process
  const trigger: Leftover = { kind: 'attach-trigger', hostPid, startTicks }
  const feature = featureVersion(target.jvm.version) ?? 0
  if (jvm.opensSocket === null || feature < reopensSocketSince) return [trigger]
  return [trigger, { kind: 'container-file', hostPid, startTicks, path: jvm.opensSocket, before: null }]
}
