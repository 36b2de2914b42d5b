import type { Metadata } from 'next'
import { toQueryString, type SearchParams } from '../../../components/links/query-string.ts'
import { currentSession, getServer, sharePreview } from '../../../lib/server.ts'
import { findShared, SharedPage } from '../shared.tsx'

interface Props {
  params: Promise<{ token: string }>
  searchParams: Promise<SearchParams>
}

/** What a chat shows of the link: title, one line, and the image. */
export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const { token } = await params
  const query = toQueryString(await searchParams)
  const view = await findShared(token, query)
  const origin = await getServer().shares.originOf(token)
  const { title, description, image, page } = sharePreview(view, token, origin, query)
  return {
    title,
    description,
    openGraph: { type: 'website', siteName: 'Hearth', title, description, url: page, images: [image] },
    twitter: { card: 'summary_large_image', title, description, images: [image] },
  }
}

export default async function SharedProfile({ params, searchParams }: Props) {
  const { token } = await params
  const query = toQueryString(await searchParams)
  return <SharedPage token={token} query={query} isMember={(await currentSession()) !== null} />
}
