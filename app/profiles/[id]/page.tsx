import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ProfilePage } from '../../../components/viewer/page/profile-page.tsx'
import { toQueryString, type SearchParams } from '../../../components/links/query-string.ts'
import { titleViewedSides } from '../../../components/viewer/diff/side-names.ts'
import { viewFromQuery } from '../../../lib/profile/view/view-query.ts'
import { profileTitle } from '../../../lib/contract/profile-title.ts'
import type { ProfileSummary } from '../../../lib/contract/profile.ts'
import { getServer, requireSession } from '../../../lib/server.ts'
import { prepareFirstPaint } from '../prepare-first-paint.ts'

interface Props {
  params: Promise<{ id: string }>
  searchParams: Promise<SearchParams>
}

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  await requireSession()
  const { id } = await params
  const summary = await getServer().profiles.find(id)
  const search = await searchParams
  const { summary: baseline } = await baselineOf(search)
  if (!summary || !baseline) return { title: summary ? profileTitle(summary) : 'Profile' }
  return { title: titleViewedSides(baseline, summary, viewFromQuery(new URLSearchParams(toQueryString(search)))) }
}

export default async function Profile({ params, searchParams }: Props) {
  await requireSession()
  const { id } = await params
  const summary = await getServer().profiles.find(id)
  if (!summary) notFound()
  const search = await searchParams
  const { summary: baseline, isMissing } = await baselineOf(search)
  const query = toQueryString(search)
  const dataUrl = `/api/v1/profiles/${id}/data`
  const open = () => getServer().profiles.open(id)
  return (
    <ProfilePage
      // For another profile or baseline the page starts anew: no state of the one before may stay.
      key={`${id} ${baseline?.id}`}
      summary={summary}
      // These are the profiles of all events of the same capture or file.
      siblings={await getServer().profiles.siblings(summary)}
      baseline={baseline}
      isBaselineMissing={isMissing}
      dataUrl={dataUrl}
      // A comparison has none: the page merges the two trees itself.
      firstPaint={baseline ? '' : await prepareFirstPaint({ dataUrl, open, query, event: summary.event })}
      query={query}
      notes={await getServer().notes.list(id)}
    />
  )
}

/** The profile that `?baseline=ID` names; `isMissing` where the address names one and there is none. */
async function baselineOf(search: SearchParams): Promise<{ summary: ProfileSummary | null; isMissing: boolean }> {
  const id = [search.baseline].flat()[0] // the first, where the address repeats the parameter
  if (id === undefined) return { summary: null, isMissing: false }
  const summary = (await getServer().profiles.find(id)) ?? null
  return { summary, isMissing: summary === null }
}
