import { setTimeout as sleep } from 'node:timers/promises'

/** Waits `ms`, less when `early` aborts. Throws: the reason of `signal` when that one does. */
export async function waitFor(ms: number, signal: AbortSignal, early: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal: AbortSignal.any([signal, early]) }).catch(() => undefined)
  signal.throwIfAborted()
}
