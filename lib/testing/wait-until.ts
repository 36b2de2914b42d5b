import { setTimeout as delay } from 'node:timers/promises'

/**
 * Asks again and again until the answer is truthy, and gives that answer.
 *
 * Throws: an Error that names what was waited for and what the last try threw, once `deadlineMs` have passed.
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
      lastError = error
    }
    await delay(50)
  } while (performance.now() < deadline)
  throw new Error(`waited ${deadlineMs} ms in vain until ${what}`, { cause: lastError })
}
