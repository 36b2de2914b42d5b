import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { CapturePage } from '../../../components/capture/page/capture-page.tsx'
import { toQueryString, type SearchParams } from '../../../components/links/query-string.ts'
import { visibleText } from '../../../lib/profile/view/visible-text.ts'
import { getServer, requireSession } from '../../../lib/server.ts'
import { leadToWhole } from '../../lead-to-whole.tsx'

interface Props {
  params: Promise<{ id: string }>
  searchParams: Promise<SearchParams>
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  await requireSession()
  const capture = await getServer().captures.find((await params).id)
  if (!capture) return { title: 'Capture' }
  const { containerName, service } = capture.target
  return { title: `Capture of ${visibleText(containerName ?? service)}` }
}

export default async function Capture({ params, searchParams }: Props) {
  await requireSession()
  const { id } = await params
  const capture = await getServer().captures.find(id)
  const query = toQueryString(await searchParams)
  if (!capture) return leadToWhole('captures', id, query)
  const [first] = capture.profiles
  if (capture.state === 'done' && first) redirect(`/profiles/${first.profileId}`)
  return <CapturePage key={id} capture={capture} query={query} />
}
