/** A list of functions that are called with each event. */
export function createListeners<Event>() {
  const listeners = new Set<(event: Event) => void>()
  return {
    emit: (event: Event): void => listeners.forEach((listener) => listener(event)),
    /** Gives a function that removes the listener. */
    add: (listener: (event: Event) => void): (() => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    isEmpty: () => listeners.size === 0,
  }
}
