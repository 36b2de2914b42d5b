import type { Metadata } from 'next'
import { LibraryView } from '../../components/profiles/library-view.tsx'
import { Page } from '../../components/shell/page.tsx'
import {
  isFiltered,
  listOfferedFacets,
  pageLength,
  readLibraryQuery,
  wholeLibrary,
} from '../../lib/contract/library-query.ts'
import { getServer, requireSession } from '../../lib/server.ts'

export const metadata: Metadata = { title: 'Profiles' }

type SearchParams = Record<string, string | string[] | undefined>

export default async function Profiles({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireSession()
  const query = readQuery(await searchParams)
  const { library } = getServer()
  const page = await library.page(query)
  // Where little or nothing is found, the filters that could find more are there all the same.
  const isPart = query.deleted || isFiltered(query)
  const { facets } = isPart ? await library.page({ ...wholeLibrary, limit: 1 }) : page
  return (
    <Page wide>
      <LibraryView query={query} page={page} offered={listOfferedFacets(facets)} />
    </Page>
  )
}

/**
 * The query of the address. An invalid one, as of an address edited by hand, is dropped as a whole: the page shows all
 * profiles.
 */
function readQuery(params: SearchParams) {
  const pairs = Object.entries(params).flatMap(([name, values]) => [values ?? []].flat().map((value) => [name, value]))
  try {
    const query = readLibraryQuery(new URLSearchParams(pairs))
    // A page holds whole captures: the profiles of one capture stand together, and the limit counts captures. Where
    // words are looked for, counting choices takes longest: the page asks for them when it is there.
    return { ...query, after: null, limit: pageLength, captures: true, choices: query.q === '' }
  } catch {
    return { ...wholeLibrary, limit: pageLength, captures: true }
  }
}
