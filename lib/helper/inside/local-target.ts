/** The target as a helper container sees it, whose PIDs may count differently from those of its collector. */
import type { Target } from '../../contract/target.ts'
import { isProblem, Problem } from '../../errors.ts'
import { pinProcess } from '../../host/process/pinned-process.ts'
import { readStatus } from '../../host/process/process-status.ts'
import { listHostPids, readBootId } from '../../host/process/process-list.ts'
import { targetIdOf } from '../../targets/target-id.ts'

/**
 * The id of a target is made of boot, host PID and start time. The first and the last are the same in every container,
 * so the collector's host PID with the start time found here must give the collector's id: no other process is taken
 * for it, and the collector need not see the process itself.
 *
 * Throws: Problem `target-gone` when no process here is that one.
 */
export function translateTarget(target: Target): Target {
  const bootId = readBootId()
  // The first guesses are nearly always right; a container in the container takes the longer way.
  for (const hostPid of new Set([target.namespacePid, target.hostPid, ...listHostPids()])) {
    try {
      using process = pinProcess(hostPid)
      const { startTicks } = process
      if (targetIdOf(bootId, { hostPid: target.hostPid, startTicks }) !== target.id) continue
      // Two may have started within the same hundredth of a second.
      if (readStatus(process).namespacePid !== target.namespacePid) continue
      return { ...target, hostPid, id: targetIdOf(bootId, { hostPid, startTicks }) }
    } catch (error) {
      if (!isProblem(error)) throw error // it ended while we looked
    }
  }
  throw new Problem('target-gone', { target: target.container?.name ?? target.service })
}
