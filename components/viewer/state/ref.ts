/** A value that event handlers and effects hand to each other, outside of what is drawn. */
export interface Held<Value> {
  put(value: Value): void
  get(): Value
}

export function createHeld<Value>(initial: Value): Held<Value> {
  let value = initial
  return {
    put(next) {
      value = next
    },
    get: () => value,
  }
}
