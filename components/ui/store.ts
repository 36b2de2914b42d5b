/** A value outside of React's state. A component follows it with useSyncExternalStore. */
export interface ValueStore<Value> {
  readonly get: () => Value
  readonly set: (value: Value) => void
  /** Calls `listener` after each change, until the function that it gives is called. */
  readonly subscribe: (listener: () => void) => () => void
}

export function createStore<Value>(value: Value): ValueStore<Value> {
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
