/** Who is called when something happens. */
export function createListeners<Event>() {
  const listeners = new Set<(event: Event) => void>()
  return {
    emit: (event: Event): void => listeners.forEach((listener) => listener(event)),
    /** Gives what removes it again. */
    add: (listener: (event: Event) => void): (() => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    isEmpty: () => listeners.size === 0,
  }
}
