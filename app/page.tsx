import type { Metadata } from 'next'
import { JvmsPage } from '../components/jvms/jvms-page.tsx'
import { Page } from '../components/shell/page.tsx'
import { wholeLibrary } from '../lib/contract/library-query.ts'
import { getServer, requireSession } from '../lib/server.ts'

export const metadata: Metadata = { title: 'JVMs' }

export default async function Jvms() {
  await requireSession()
  const server = getServer()
  const { targets, captures, health, demo } = server.host.snapshot()
  const { profiles: latest, count } = await server.library.page({ ...wholeLibrary, limit: 20 })
  return (
    <Page wide>
      <JvmsPage snapshot={{ targets, captures, health, demo }} profiles={latest} profileCount={count} />
    </Page>
  )
}
