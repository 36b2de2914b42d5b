/** What becomes of a change where other people changed the same thing after the form of it was opened. */
import { Problem } from '../errors.ts'

/** Values by the field they are of, plain JSON; undefined where there is none. */
type Fields<Value> = Readonly<Record<string, Value | undefined>>

interface Edit<Value> {
  /** The fields as they were when the form was opened. */
  readonly before: Fields<Value>
  /** The fields as they were sent. */
  readonly mine: Fields<Value>
  /** The fields as they are stored. */
  readonly now: Fields<Value>
  /** Names fields in a sentence: `the note of this profile`. */
  readonly describe: (fields: readonly string[]) => string
}

/**
 * Merges the fields that were changed in the form with those that others changed meanwhile.
 *
 * Throws: Problem `changed-meanwhile` for the fields that both changed, each to another value.
 */
export function mergeEdits<Value>({ before, mine, now, describe }: Edit<Value>): Fields<Value> {
  const fields = [...new Set([before, now, mine].flatMap(Object.keys))]
  const isSame = (one: Value | undefined, other: Value | undefined) => JSON.stringify(one) === JSON.stringify(other)
  const isMine = (field: string) => !isSame(mine[field], before[field])
  const isTheirs = (field: string) => !isSame(now[field], before[field])
  const conflicts = fields.filter((field) => isMine(field) && isTheirs(field) && !isSame(mine[field], now[field]))
  if (conflicts.length > 0) {
    const changes = conflicts.map((field) => ({ field, now: now[field] ?? null, by: null, at: null }))
    throw new Problem('changed-meanwhile', { what: describe(conflicts), changes })
  }
  return Object.fromEntries(fields.map((field) => [field, isMine(field) ? mine[field] : now[field]]))
}

/** Merges lists in which each value is once: without those that either removed, with those that either added. */
export function mergeSets(before: readonly string[], mine: readonly string[], now: readonly string[]): string[] {
  const stays = now.filter((one) => mine.includes(one) || !before.includes(one))
  return [...new Set([...stays, ...mine.filter((one) => !before.includes(one))])]
}
