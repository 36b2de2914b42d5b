import type { Metadata } from 'next'
import { JvmsPage } from '../components/jvms/jvms-page.tsx'
import { thinImports } from '../components/jvms/latest-profiles.ts'
import { Page } from '../components/shell/page.tsx'
import { wholeLibrary } from '../lib/contract/library-query.ts'
import { getServer, requireSession } from '../lib/server.ts'

export const metadata: Metadata = { title: { absolute: 'JVMs · Hearth' } }

export default async function Jvms() {
  await requireSession()
  const server = getServer()
  // Many, since most may be of one import.
  const { profiles, count } = await server.library.page({ ...wholeLibrary, limit: 200, captures: true, choices: false })
  return (
    <Page wide>
      <JvmsPage snapshot={server.host.snapshot()} profiles={thinImports(profiles).slice(0, 80)} profileCount={count} />
    </Page>
  )
}
