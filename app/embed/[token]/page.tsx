import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { SharedViewer } from '../../../components/viewer/page/shared-viewer.tsx'
import { toQueryString, type SearchParams } from '../../../components/links/query-string.ts'
import { getServer, isEmbedded } from '../../../lib/server.ts'
import { prepareFirstPaint } from '../../profiles/prepare-first-paint.ts'
import { findShared } from '../../s/shared.ts'

export const metadata: Metadata = { title: 'Shared profile' }

/** The same for a frame of another site's page. The front program has said whether this link may stand in one. */
export default async function EmbeddedProfile({
  params,
  searchParams,
}: {
  params: Promise<{ token: string }>
  searchParams: Promise<SearchParams>
}) {
  const { token } = await params
  if (!(await isEmbedded())) notFound()
  const query = toQueryString(await searchParams)
  const view = await findShared(token, query)
  const dataUrl = `/api/v1/shared/${token}/data`
  const open = () => getServer().shares.openData(token, false, { countView: false })
  const { event } = view.profile
  return (
    <SharedViewer
      key={token}
      view={view}
      token={token}
      firstPaint={view.baseline ? '' : await prepareFirstPaint({ dataUrl, open, query, event })}
      query={query}
      notes={await getServer().shares.notes(token, false)}
      isFrame
    />
  )
}
