/** The end of the queue for each key, of which one caller at a time has the lock. */
const tails = new Map<string, Promise<void>>()

/**
 * Waits until those before have let go of `key`; the caller lets go by disposing it. Throws: the reason of `signal`.
 */
export async function lock(key: string, signal: AbortSignal): Promise<Disposable> {
  const before = tails.get(key) ?? Promise.resolve()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const tail = before.then(() => released)
  tails.set(key, tail)
  void tail.then(() => tails.get(key) === tail && tails.delete(key))
  try {
    await orAborted(before, signal)
  } catch (error) {
    release()
    throw error
  }
  return { [Symbol.dispose]: release }
}

async function orAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  const { promise: aborted, resolve: abort } = Promise.withResolvers<void>()
  const onAbort = () => abort()
  signal.addEventListener('abort', onAbort, { once: true })
  if (!signal.aborted) await Promise.race([work, aborted])
  signal.removeEventListener('abort', onAbort)
  signal.throwIfAborted()
}
