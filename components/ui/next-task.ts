/** Resolves in a task of its own: what waits meanwhile, as input and messages, comes first. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve)
  })
}
