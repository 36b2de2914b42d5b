import { Problem } from '../errors.ts'

/**
 * Gives the value, when there is one. `what` it is, for people: `profile`. Throws: Problem `not-found` for null and for
 * false, which says that there was nothing to change.
 */
export function existing<Value>(value: Value, what: string): Exclude<Value, null | false> {
  if (value === null || value === false) throw new Problem('not-found', { what })
  return value as Exclude<Value, null | false>
}
