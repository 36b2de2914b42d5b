import { setTimeout as delay } from 'node:timers/promises'

/** A condition throws it when it cannot come true any more. */
export class WaitInVain extends Error {}

/**
 * Asks again and again until the answer is truthy, and gives that answer.
 *
 * Throws: an Error that names what was waited for and what the last try threw, once `deadlineMs` have passed; at once
 * where that is a WaitInVain.
 */
export async function waitUntil<T>(
  what: string,
  condition: () => T | Promise<T>,
  deadlineMs = 45_000,
): Promise<NonNullable<Awaited<T>>> {
  const deadline = performance.now() + deadlineMs
  let lastError: unknown
  do {
    try {
      const answer = await condition()
      if (answer) return answer
      lastError = undefined
    } catch (error) {
      if (error instanceof WaitInVain) throw error
      lastError = error
    }
    await delay(50)
  } while (performance.now() < deadline)
  throw new Error(`waited ${deadlineMs} ms in vain until ${what}`, { cause: lastError })
}
