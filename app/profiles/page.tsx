import { type Metadata } from 'next'
import { LibraryPage } from '../../components/profiles/library-page.tsx'
import { Page } from '../../components/shell/page.tsx'
import { getServer, requireSession } from '../../lib/server.ts'

export const metadata: Metadata = { title: 'Profiles' }

export default async function Profiles() {
  await requireSession()
  return (
    <Page wide>
      <LibraryPage profiles={await getServer().profiles()} />
    </Page>
  )
}
