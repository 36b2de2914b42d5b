import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { toQueryString, type SearchParams } from '../../../components/links/query-string.ts'
import { getServer } from '../../../lib/server.ts'
import { SharedPage } from '../../s/shared.tsx'

export const metadata: Metadata = { title: 'Shared profile' }

/** The page of a share link in a frame of another site's page, where the link was made for that. */
export default async function EmbeddedProfile({
  params,
  searchParams,
}: {
  params: Promise<{ token: string }>
  searchParams: Promise<SearchParams>
}) {
  const { token } = await params
  if (!(await getServer().shares.isEmbeddable(token))) notFound()
  const query = toQueryString(await searchParams)
  // Not as a member, also where the reader has signed in here: the page is inside of another site's.
  return <SharedPage token={token} query={query} isMember={false} isFrame />
}
