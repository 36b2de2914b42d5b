'use client'
import { useEffect, useMemo } from 'react'
import { matchesLiteral, maxSearches, parseSearch, type SearchTerm } from '../../../lib/profile/search/search.ts'
import { addSearch, addSearchesInBase, matchSearches } from '../../../lib/profile/search/search-matches.ts'
import type { ViewState } from '../../../lib/profile/view/view.ts'
import { toError } from '../worker/worker-rpc.ts'
import type { TreeClient } from '../worker/tree-client.ts'
import type { TreeModel } from '../worker/tree-messages.ts'
import { useResponse } from '../worker/use-response.ts'
import { createMatchCache } from '../worker/match-cache.ts'
import { listOtherTerms } from './search-changes.ts'

/** The page prepares the first search so long after a tree has come, before the user types. */
const prepareSearchAfterMs = 500
/** Wait between the two steps of that, so that input goes in between. */
const betweenStepsMs = 100

export interface Search extends Searches {
  /** A mask for each frame of this tree: bit i when search i finds its name; null when nothing is searched. */
  readonly frameMasks: Uint8Array | null
  /** How many searches the masks are of. */
  readonly count: number
  readonly isSearching: boolean
  /** The reason why each search could not be run; null for one that was. */
  readonly problems: readonly (Error | null)[]
  /** Searches that find boxes, where the text being typed finds none. */
  readonly others: readonly SearchTerm[]
}

/**
 * The chips and the text being typed, looked for in the names of the tree. Plain text is found here, in the same frame
 * as the letter was typed; a regular expression may never end, so it is run where it can be killed.
 */
export function useSearch(client: TreeClient, model: TreeModel, view: ViewState): Search {
  const { searches, search, caseSensitive } = view
  const wanted = useMemo(() => listSearchTerms({ searches, search, caseSensitive }), [searches, search, caseSensitive])
  const { terms } = wanted
  const { frames, strings, base, tree } = model
  // Made when they are wanted first: the graph is drawn without.
  const namesOf = useMemo(() => memoizeCall(() => Array.from(frames.name, (name) => strings[name]!)), [frames, strings])
  useEffect(() => {
    // The first search of a list of names takes a while to get ready, so that is done before the user types.
    let request = setTimeout(() => {
      namesOf()
      request = setTimeout(() => matchesLiteral(namesOf(), unlikelyText, false), betweenStepsMs)
    }, prepareSearchAfterMs)
    return () => clearTimeout(request)
  }, [namesOf])
  // Asked for together with the searches, since the worker answers the newest question alone.
  const candidates = useMemo(() => {
    const typed = wanted.terms[wanted.typed]
    const isFound = typed && !isPattern(typed) && literalMatches(namesOf(), typed).includes(1)
    return !typed || isFound ? [] : listOtherTerms(typed)
  }, [wanted, namesOf])
  const patterns = useMemo(() => [...terms, ...candidates].filter(isPattern), [terms, candidates])
  const ask = useMemo(
    () => (patterns.length === 0 ? null : async () => ({ model, patterns, ...(await client.search(model, patterns)) })),
    [client, model, patterns],
  )
  const { value: answer, problem, isWaiting } = useResponse(ask)

  return useMemo(() => {
    // The answer for the tree before this one: its frames are others.
    const found = answer?.model === model ? answer : null
    const frameMasks = new Uint8Array(terms.length === 0 ? 0 : frames.length)
    const problems = terms.map((term, index) => addTerm(frameMasks, term, index))
    const others = candidates.filter((term) => {
      const masks = new Uint8Array(frames.length)
      if (addTerm(masks, term, 0)) return false
      if (base) addSearchesInBase(masks, base)
      return matchSearches(tree, masks, 1).any.length > 0
    })
    if (base && terms.length > 0) addSearchesInBase(frameMasks, base)
    return {
      ...wanted,
      // A search that cannot be run finds nothing, and dims nothing: it did not look at any box.
      frameMasks: terms.length === 0 || problems.every(Boolean) ? null : frameMasks,
      count: terms.length,
      isSearching: isWaiting,
      problems,
      others,
    }

    /** Marks the frames that a search finds. Gives the reason where it could not be run; null where it was. */
    function addTerm(masks: Uint8Array, term: SearchTerm, index: number): Error | null {
      if (!isPattern(term)) {
        addSearch(masks, literalMatches(namesOf(), term), index)
        return null
      }
      const at = found?.patterns.findIndex((one) => isSameTerm(one, term)) ?? -1
      if (!found || at < 0) return problem
      for (let frame = 0; frame < masks.length; frame++) {
        masks[frame] = masks[frame]! | (((found.frameMasks[frame]! >> at) & 1) << index)
      }
      const failure = found.problems[at]
      return failure ? toError(failure) : null
    }
  }, [wanted, candidates, terms, namesOf, frames, tree, base, answer, model, isWaiting, problem])
}

/** Searched for only to prepare the list of names, which `matchesLiteral` caches: no name has it. */
const unlikelyText = '\u0001'

function memoizeCall<Value>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => (made ??= make())
}

function isPattern({ text }: SearchTerm): boolean {
  return parseSearch(text).type === 'pattern'
}

function isSameTerm(one: SearchTerm, other: SearchTerm): boolean {
  return one.text === other.text && one.caseSensitive === other.caseSensitive
}

/** A cache of 12 searches: enough for all chips and the text being typed. */
const literals = createMatchCache(12)

function literalMatches(names: readonly string[], term: SearchTerm): Uint8Array {
  return literals.put(names, term, literals.get(names, term) ?? matchesLiteral(names, term.text, term.caseSensitive))
}

interface Searches {
  /** The chips, then the text being typed. Their index is their bit and their colour. */
  readonly terms: readonly SearchTerm[]
  /** Index in `terms` of the text being typed; -1 when there is none, or no colour is left for it. */
  readonly typed: number
}

export function listSearchTerms({
  searches,
  search,
  caseSensitive,
}: Pick<ViewState, 'searches' | 'search' | 'caseSensitive'>): Searches {
  const chips = searches.slice(0, maxSearches)
  if (search === '' || chips.length === maxSearches) return { terms: chips, typed: -1 }
  return { terms: [...chips, { text: search, caseSensitive }], typed: chips.length }
}
