/** Whole ids from their beginnings, which commands print and people shorten, for addresses of the API and of pages. */
import { leastIdDigits } from '../contract/ids.ts'
import { Problem } from '../errors.ts'

/** `id` is null unless one thing has an id that begins so; `count`: how many have. */
export interface CompletedId {
  readonly id: string | null
  readonly count: number
}

/** What the addresses of each noun are of, by the noun, and how many digits its whole ids have. */
const nounsWithIds = {
  profiles: { what: 'profile', digits: 32 },
  captures: { what: 'capture', digits: 32 },
  targets: { what: 'JVM', digits: 16 },
  experiments: { what: 'experiment', digits: 8 },
} as const

export type NounWithIds = keyof typeof nounsWithIds

/** Completes an id of the noun, in digits of either case. Text that is no beginning of an id has the count 0. */
export type CompleteId = (noun: NounWithIds, beginning: string) => Promise<CompletedId>

type FindIdsBeginning = (beginning: string) => Promise<CompletedId>

export function createCompleteId(finders: Readonly<Record<NounWithIds, FindIdsBeginning>>): CompleteId {
  return async (noun, text) => {
    const beginning = text.toLowerCase()
    if (!/^[0-9a-f]+$/.test(beginning) || beginning.length < leastIdDigits) return { id: null, count: 0 }
    return beginning.length > nounsWithIds[noun].digits ? { id: null, count: 0 } : finders[noun](beginning)
  }
}

/** Completes an id to the one of `ids` that begins so. */
export function completeAmong(ids: Iterable<string>, beginning: string): CompletedId {
  const fitting = [...new Set(ids)].filter((id) => id.startsWith(beginning))
  return { id: fitting.length === 1 ? fitting[0]! : null, count: fitting.length }
}

/**
 * Gives the parameters of a path such as `/captures/{id}` with the whole id of a thing in place of its beginning; as
 * they are where no id begins so. Throws: Problem `id-ambiguous`.
 */
export async function completeParams(
  path: string,
  params: Readonly<Record<string, string>>,
  complete: CompleteId,
): Promise<Readonly<Record<string, string>>> {
  const noun = /^\/(?:api\/v1\/)?(\w+)\/\{id\}/.exec(path)?.[1]
  const { id: text } = params
  if (text === undefined || noun === undefined || !isNounWithIds(noun)) return params
  const { what, digits } = nounsWithIds[noun]
  if (text.length === digits) return params
  const { id, count } = await complete(noun, text)
  if (count > 1) throw new Problem('id-ambiguous', { what, beginning: text, count })
  return id === null ? params : { ...params, id }
}

function isNounWithIds(noun: string): noun is NounWithIds {
  return Object.hasOwn(nounsWithIds, noun)
}
