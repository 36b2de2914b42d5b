import type { Metadata } from 'next'
import { JvmsPage } from '../components/jvms/jvms-page.tsx'
import { Page } from '../components/shell/page.tsx'
import { wholeLibrary } from '../lib/contract/library-query.ts'
import { getServer, requireSession } from '../lib/server.ts'

export const metadata: Metadata = { title: 'JVMs' }

export default async function Jvms() {
  await requireSession()
  const server = getServer()
  const { profiles: latest, count } = await server.library.page({
    ...wholeLibrary,
    limit: 20,
    captures: true,
    choices: false,
  })
  return (
    <Page wide>
      <JvmsPage snapshot={server.host.snapshot()} profiles={latest} profileCount={count} />
    </Page>
  )
}
