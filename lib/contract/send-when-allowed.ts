/** How a client waits where it asks too often: as long as the server says, and then it asks again. */
import type { FactsByCode } from '../errors/codes.ts'
import { isProblem } from '../errors/problem.ts'

/**
 * Sends until it is not refused with Problem `too-many-requests`. `onRefused` hears of each refusal. Throws: as `send`;
 * the signal's reason.
 */
export async function sendWhenAllowed<Answer>(
  send: () => Promise<Answer>,
  signal: AbortSignal,
  onRefused?: () => void,
): Promise<Answer> {
  for (;;) {
    signal.throwIfAborted()
    try {
      return await send()
    } catch (error) {
      if (!isProblem(error) || error.code !== 'too-many-requests') throw error
      const { retryAfterSeconds } = error.facts as FactsByCode['too-many-requests']
      onRefused?.()
      await pause(retryAfterSeconds * 1000, signal)
    }
  }
}

/** Ends early when the signal aborts. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  signal?.addEventListener('abort', () => resolve(), { once: true })
  return promise.finally(() => clearTimeout(timer))
}
