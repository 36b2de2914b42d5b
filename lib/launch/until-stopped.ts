const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** Two signals within this time are one request: a Ctrl-C comes from the terminal and from npm. */
const sameRequestMs = 1000

/** Gives a signal that aborts when a person or program asks Hearth to stop: Ctrl-C, a kill, a closed terminal. */
export function untilStopped(): AbortSignal {
  const controller = new AbortController()
  for (const signal of stopSignals) process.on(signal, () => controller.abort())
  return controller.signal
}

/**
 * Gives a signal that aborts at a Ctrl-C more than `sameRequestMs` after the first request to stop. A second kill, or a
 * closed terminal, does not hurry.
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
