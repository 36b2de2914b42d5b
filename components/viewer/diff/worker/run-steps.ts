import { nextTask } from '../../../ui/next-task.ts'

/**
 * Runs one step after the other, with a turn for messages after each.
 *
 * Throws: the signal's reason, when it was aborted between two steps.
 */
export async function runSteps(steps: Iterable<void>, signal: AbortSignal): Promise<void> {
  for (const _ of steps) {
    await nextTask()
    signal.throwIfAborted()
  }
}
