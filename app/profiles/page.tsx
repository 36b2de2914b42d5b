import type { Metadata } from 'next'
import { LibraryView } from '../../components/profiles/library-view.tsx'
import { Page } from '../../components/shell/page.tsx'
import { pageLength, readLibraryQuery, wholeLibrary } from '../../lib/contract/library-query.ts'
import { getServer, requireSession } from '../../lib/server.ts'

export const metadata: Metadata = { title: 'Profiles' }

type Props = Record<string, string | string[] | undefined>

export default async function Profiles({ searchParams }: { searchParams: Promise<Props> }) {
  await requireSession()
  const query = readQuery(await searchParams)
  return (
    <Page wide>
      <LibraryView query={query} page={await getServer().library.page(query)} />
    </Page>
  )
}

/** What is not valid in an address written by hand asks for nothing: the page shows all then. */
function readQuery(params: Props) {
  const pairs = Object.entries(params).flatMap(([name, values]) => [values ?? []].flat().map((value) => [name, value]))
  try {
    const query = readLibraryQuery(new URLSearchParams(pairs))
    // Where words are looked for, counting choices takes longest: the page asks for them when it is there.
    return { ...query, after: null, limit: pageLength, captures: true, choices: query.q === '' }
  } catch {
    return { ...wholeLibrary, limit: pageLength, captures: true }
  }
}
