/** A value that event handlers and effects hand to each other, outside of what is drawn. */
export interface ValueRef<Value> {
  set(value: Value): void
  get(): Value
}

export function createValueRef<Value>(initial: Value): ValueRef<Value> {
  let value = initial
  return {
    set(next) {
      value = next
    },
    get: () => value,
  }
}
