const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const sameRequestMs = 1000

/** Aborts when a person or program asks us to stop: Ctrl-C, a kill, a closed terminal. */
export function untilStopped(): AbortSignal {
  const controller = new AbortController()
  for (const signal of stopSignals) process.on(signal, () => controller.abort())
  return controller.signal
}

/**
 * Aborts at a Ctrl-C that comes while we stop. One reaches us twice, from the terminal and from npm: within a second it
 * is the same.
 */
export function untilHurried(): AbortSignal {
  const controller = new AbortController()
  let stoppedAt: number | null = null
  for (const signal of stopSignals)
    process.on(signal, () => {
      stoppedAt ??= performance.now()
      if (signal === 'SIGINT' && performance.now() - stoppedAt > sameRequestMs) controller.abort()
    })
  return controller.signal
}
