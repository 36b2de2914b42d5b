import { type Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ProfilePage } from '../../../components/viewer/profile-page.tsx'
import { queryOf, type SearchParams } from '../../../components/viewer/query-of.ts'
import { getServer, requireSession } from '../../../lib/server.ts'
import { EarlyScript } from '../early-script.tsx'

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
  return (
    <>
      <EarlyScript dataUrl={dataUrl} event={summary.event} />
      <ProfilePage
        key={id}
        summary={summary}
        siblings={await getServer().siblings(summary)}
        dataUrl={dataUrl}
        query={queryOf(await searchParams)}
        notes={await getServer().notes.list(id)}
        isOwner
      />
    </>
  )
}
