import type { Metadata } from 'next'
import { SharedViewer } from '../../../components/viewer/page/shared-viewer.tsx'
import { toQueryString, type SearchParams } from '../../../components/links/query-string.ts'
import { currentSession, getServer, sharePreview } from '../../../lib/server.ts'
import { prepareFirstPaint } from '../../profiles/prepare-first-paint.ts'
import { findShared } from '../shared.ts'

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

/** The viewer for all who have the link: open to strangers, so it offers nothing but looking. */
export default async function SharedProfile({ params, searchParams }: Props) {
  const { token } = await params
  const query = toQueryString(await searchParams)
  const view = await findShared(token, query)
  const isMember = (await currentSession()) !== null
  const dataUrl = `/api/v1/shared/${token}/data`
  const open = () => getServer().shares.openData(token, isMember, { countView: false })
  const { event } = view.profile
  return (
    <SharedViewer
      key={token}
      view={view}
      token={token}
      firstPaint={view.baseline ? '' : await prepareFirstPaint({ dataUrl, open, query, event })}
      query={query}
      notes={await getServer().shares.notes(token, isMember)}
    />
  )
}
