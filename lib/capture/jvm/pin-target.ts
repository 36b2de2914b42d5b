/** The process of a target, held so that no other can take its place. */
import type { Target } from '../../contract/target.ts'
import { Problem } from '../../errors.ts'
import { type PinnedProcess, pinProcess } from '../../host/process/pinned-process.ts'
import { readBootId } from '../../host/process/process-list.ts'
import { targetIdOf } from '../../targets/target-id.ts'

/**
 * Pins the process of a JVM. Throws: Problem `target-gone`; `target-changed` where another process has its PID by now.
 */
export function pinTarget(target: Target): PinnedProcess {
  const label = target.container?.name ?? target.service
  const process = pinProcess(target.hostPid, label)
  if (targetIdOf(readBootId(), process) === target.id) return process
  process.close()
  throw new Problem('target-changed', { target: label })
}
