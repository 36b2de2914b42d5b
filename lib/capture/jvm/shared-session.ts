/** A session with a JVM that stays open while several engines look at it and one records: the JVM is woken once. */
import type { Target } from '../../contract/target.ts'
import { isProblem } from '../../errors.ts'
import type { CleanupRecord } from '../cleanup-record-schema.ts'
import { type JvmSession, openJvmSession, reopensSocketSince } from './jvm-session.ts'
import type { PinnedProcess } from '../../host/process/pinned-process.ts'
import { pinTarget } from './pin-target.ts'
import { featureVersion } from '../../jvm/libjvm.ts'

export interface SharedJvmSession {
  /** Cleanup records of requests to it; none once it is let go. */
  readonly cleanup: readonly CleanupRecord[]
  /** A second call does nothing. */
  release(): Promise<void>
}

/**
 * Sends nothing to the JVM yet: openJvmSession, which engines call, gives them this one. Empty if the JVM cannot be
 * reached. `noteSignals` is called at the end.
 */
export function openSharedSession(
  target: Target,
  noteSignals: (process: PinnedProcess) => void = () => undefined,
): SharedJvmSession {
  let process: PinnedProcess | undefined
  try {
    process = pinTarget(target)
    const jvm = openJvmSession(process, target.jvm.version)
    const pinned = process
    const close = async () => {
      await jvm[Symbol.asyncDispose]()
      noteSignals(pinned)
      pinned.close()
    }
    const attachCleanup = listAttachCleanup(jvm, target.jvm.version)
    let closed: Promise<void> | null = null
    return {
      get cleanup() {
        return closed === null ? attachCleanup : []
      },
      release: () => (closed ??= close()),
    }
  } catch (error) {
    process?.close()
    if (!isProblem(error)) throw error
    return { cleanup: [], release: () => Promise.resolve() }
  }
}

/**
 * Cleanup records of attaching; the socket only where the JVM is known to open it again. `passiveVersion`: its Java
 * version as seen from outside, null where that is unknown.
 */
export function listAttachCleanup(jvm: JvmSession, passiveVersion: string | null): CleanupRecord[] {
  const { hostPid, startTicks } = jvm.process
  const trigger: CleanupRecord = { kind: 'attach-trigger', hostPid, startTicks }
  const feature = featureVersion(passiveVersion) ?? 0
  if (jvm.openedSocketPath === null || feature < reopensSocketSince) return [trigger]
  return [trigger, { kind: 'container-file', hostPid, startTicks, path: jvm.openedSocketPath, before: null }]
}
