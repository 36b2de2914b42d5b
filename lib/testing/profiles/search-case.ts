/** Shares a small recursive profile and masks of literal searches among the tests of search. */
import type { Profile } from '../../profile/model/profile.ts'
import { listFrameNames, matchesLiteral } from '../../profile/search/search.ts'
import { addSearch } from '../../profile/search/search-matches.ts'
import { profileFromDiagram } from './text-graph.ts'

/** Has the nodes 0 all 10, 1 main 10, 2 a 6 (self 2), 3 b 4, 4 a 3, 5 b 4, 6 a 4. */
export const recursive = profileFromDiagram(`
  main main main main
  a    a    b    a
  b    b    a    .
  a    .    .    .
  3    1    4    2
`)

/** Gives each frame a bit for each search that is a part of its name, as `addSearch` does. */
export function masksOf(profile: Profile, texts: readonly string[]): Uint8Array {
  const masks = new Uint8Array(profile.frames.length)
  texts.forEach((text, search) => addSearch(masks, matchesLiteral(listFrameNames(profile), text, true), search))
  return masks
}
