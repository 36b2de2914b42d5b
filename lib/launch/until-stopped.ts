/** Aborts when a person or program asks us to stop: Ctrl-C, a kill, a closed terminal. */
export function untilStopped(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => controller.abort())
  return controller.signal
}
