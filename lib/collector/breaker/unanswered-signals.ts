/** JVMs that opened no socket after the attach signal. A collector that starts again must not signal them once more. */
import { z } from 'zod'
import { forbidSignals, hasUnansweredSignal } from '../../host/attach/attach.ts'
import { readBootId } from '../../host/process/process-list.ts'
import type { ProcessIdentity } from '../../host/process/pinned-process.ts'
import { openOwnList } from './own-list.ts'

/** A PID and its start time mean one process for as long as the host runs. */
const signalSchema = z.object({ bootId: z.string(), hostPid: z.number(), startTicks: z.string() })
/** JVMs that did not answer a signal and are remembered, over restarts too; the oldest is forgotten. */
const maxSignals = 500

/** Opens the list of JVMs that did not answer a signal. Throws: as `openOwnList`. */
export function openUnansweredSignals(directory: string) {
  const list = openOwnList(directory, 'unanswered-signals.json', signalSchema)
  const bootId = readBootId()
  for (const signal of list.read()) if (signal.bootId === bootId) forbidSignals(signal)

  return {
    /** After a JVM was asked: whether it may be signalled later. Durable when it returns. */
    note({ hostPid, startTicks }: ProcessIdentity): void {
      const isOther = (one: ProcessIdentity) => one.hostPid !== hostPid || one.startTicks !== startTicks
      const isUnanswered = hasUnansweredSignal({ hostPid, startTicks })
      // As a rule nothing changes, which takes no lock.
      if (isUnanswered === !list.read().every(isOther)) return
      list.update((recorded) => {
        const others = recorded.filter(isOther)
        return isUnanswered ? [{ bootId, hostPid, startTicks }, ...others].slice(0, maxSignals) : others
      })
    },
    [Symbol.dispose]: () => list[Symbol.dispose](),
  }
}
