import { type Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ProfileViewer } from '../../../components/viewer/profile-viewer.tsx'
import { queryOf, type SearchParams } from '../../../components/viewer/query-of.ts'
import { getServer, requireSession } from '../../../lib/server.ts'

interface Props {
  params: Promise<{ id: string }>
  searchParams: Promise<SearchParams>
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  await requireSession()
  const { id } = await params
  return { title: (await getServer().profile(id))?.name ?? 'Profile' }
}

export default async function Profile({ params, searchParams }: Props) {
  await requireSession()
  const { id } = await params
  const summary = await getServer().profile(id)
  if (!summary) notFound()
  return (
    <ProfileViewer
      key={id}
      summary={summary}
      dataUrl={`/api/profiles/${id}/data`}
      query={queryOf(await searchParams)}
      isOwner
    />
  )
}
