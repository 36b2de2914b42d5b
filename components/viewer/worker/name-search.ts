import { isProblem } from '../../../lib/errors/problem.ts'
import { matchesLiteral, parseSearch, type SearchTerm } from '../../../lib/profile/search/search.ts'
import { createMatchCache } from './match-cache.ts'
import { toFailure } from './serve-worker.ts'
import type { PatternSearch } from './pattern-search.ts'
import type { FrameMatches } from './tree-messages.ts'
import type { WorkerFailure } from './worker-rpc.ts'

/** Searches in the cache: enough for all chips, the filters and the text being typed. */
const maxCachedTerms = 24

export type MatchNames = (names: readonly string[], term: SearchTerm) => Promise<Uint8Array>

/**
 * Tests names against a term, and remembers the newest answers: while one chip is typed, the others need not be run
 * again.
 */
export function createNameMatcher(patterns: Pick<PatternSearch, 'match'>): MatchNames {
  const cache = createMatchCache(maxCachedTerms)
  return async (names, term) => {
    const { text, caseSensitive } = term
    const parsed = parseSearch(text)
    const matches =
      cache.get(names, term) ??
      (parsed.type === 'pattern'
        ? await patterns.match(names, parsed.source, caseSensitive)
        : matchesLiteral(names, text, caseSensitive))
    return cache.put(names, term, matches)
  }
}

/** Runs all searches over the frames' names. One that cannot be run finds nothing and says why; the others go on. */
export async function findFrames(
  names: readonly string[],
  searches: readonly SearchTerm[],
  match: MatchNames,
): Promise<FrameMatches> {
  const frameMasks = new Uint8Array(names.length)
  const problems: (WorkerFailure | null)[] = []
  for (const [index, term] of searches.entries()) {
    try {
      const matches = await match(names, term)
      for (let frame = 0; frame < matches.length; frame++) frameMasks[frame]! |= matches[frame]! << index
      problems.push(null)
    } catch (error) {
      if (!isProblem(error)) throw error
      problems.push(toFailure(error))
    }
  }
  return { frameMasks, problems }
}
