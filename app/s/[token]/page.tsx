import { type Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ProfilePage } from '../../../components/viewer/profile-page.tsx'
import { queryOf, type SearchParams } from '../../../components/viewer/query-of.ts'
import { getServer } from '../../../lib/server.ts'
import { EarlyScript } from '../../profiles/early-script.tsx'

export const metadata: Metadata = { title: 'Shared profile' }

/** The viewer for whoever has the link: open to strangers, so it offers nothing but looking. */
export default async function SharedProfile({
  params,
  searchParams,
}: {
  params: Promise<{ token: string }>
  searchParams: Promise<SearchParams>
}) {
  const { token } = await params
  const summary = await getServer().sharedProfile(token)
  if (!summary) notFound()
  const dataUrl = `/api/shared/${token}/data`
  return (
    <>
      <EarlyScript dataUrl={dataUrl} event={summary.event} />
      <ProfilePage
        key={token}
        summary={summary}
        dataUrl={dataUrl}
        query={queryOf(await searchParams)}
        notes={await getServer().notes.listShared(token)}
        isOwner={false}
      />
    </>
  )
}
