import type { Metadata } from 'next'
import { JvmsPage } from '../components/jvms/jvms-page.tsx'
import { listLatest } from '../components/jvms/latest-profiles.ts'
import { Page } from '../components/shell/page.tsx'
import { wholeLibrary } from '../lib/contract/library-query.ts'
import { getServer, requireSession } from '../lib/server.ts'

/** Rows of the library that the page of JVMs reads; many, since most may be of one import and are left out. */
const latestProfilesRead = 200
/** Profiles that the page of JVMs is sent, the latest. */
const mostLatestProfiles = 80

export const metadata: Metadata = { title: { absolute: 'JVMs · Hearth' } }

export default async function Jvms() {
  await requireSession()
  const server = getServer()
  // Whole captures, which `limit` counts; the page has no filters whose choices would be counted.
  const query = { ...wholeLibrary, limit: latestProfilesRead, captures: true, choices: false }
  const { profiles, count, readAt } = await server.library.pageWithTime(query)
  const latest = listLatest(profiles).slice(0, mostLatestProfiles)
  return (
    <Page wide>
      <JvmsPage snapshot={server.host.snapshot()} sentProfiles={{ profiles: latest, readAt }} profileCount={count} />
    </Page>
  )
}
