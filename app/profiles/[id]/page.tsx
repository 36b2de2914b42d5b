import { type Metadata } from 'next'
import { notFound } from 'next/navigation'
import { preload } from 'react-dom'
import { ProfilePage } from '../../../components/viewer/profile-page.tsx'
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
  const dataUrl = `/api/profiles/${id}/data`
  // On its way while the scripts are.
  preload(dataUrl, { as: 'fetch', crossOrigin: 'anonymous' })
  return (
    <ProfilePage
      key={id}
      summary={summary}
      dataUrl={dataUrl}
      query={queryOf(await searchParams)}
      notes={await getServer().notes.list(id)}
      isOwner
    />
  )
}
