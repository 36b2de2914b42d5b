import { type Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ProfileViewer } from '../../../components/viewer/profile-viewer.tsx'
import { queryOf, type SearchParams } from '../../../components/viewer/query-of.ts'
import { getServer } from '../../../lib/server.ts'

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
  return (
    <ProfileViewer
      key={token}
      summary={summary}
      dataUrl={`/api/shared/${token}/data`}
      query={queryOf(await searchParams)}
      isOwner={false}
    />
  )
}
