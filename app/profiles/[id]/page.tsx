import type { Metadata } from 'next'
import { ProfilePage } from '../../../components/viewer/page/profile-page.tsx'
import { toQueryString, type SearchParams } from '../../../components/links/query-string.ts'
import { titleViewedSides } from '../../../components/viewer/diff/side-names.ts'
import { viewFromQuery } from '../../../lib/profile/view/view-query.ts'
import { formatCount } from '../../../lib/profile/format/units.ts'
import { profileTitle } from '../../../lib/contract/profile-title.ts'
import { profileIdSchema } from '../../../lib/contract/ids.ts'
import type { ProfileSummary } from '../../../lib/contract/profile.ts'
import { getServer, redirectToWhole, requireSession } from '../../../lib/server.ts'
import { leadToWhole } from '../../lead-to-whole.tsx'
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
  const search = await searchParams
  const query = toQueryString(search)
  const summary = await getServer().profiles.find(id)
  if (!summary) return leadToWhole('profiles', id, query)
  const { id: baselineId, summary: baseline } = await baselineOf(search)
  // redirectToWhole leaves this page where one profile's id begins so; else it gives how many do.
  const beginSo =
    baselineId === null || baseline
      ? 0
      : await redirectToWhole(
          'profiles',
          baselineId,
          (whole) => `/profiles/${id}?${toQueryString({ ...search, baseline: whole })}`,
        )
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
      baselineNotice={baseline || baselineId === null ? null : explainMissing(baselineId, beginSo)}
      dataUrl={dataUrl}
      // A comparison has none: the page merges the two trees itself.
      firstPaint={baseline ? '' : await prepareFirstPaint({ dataUrl, open, query, event: summary.event })}
      query={query}
      notes={await getServer().notes.list(id)}
    />
  )
}

/** The id in `?baseline=ID`, null without one, and the profile that it names, null where there is none. */
async function baselineOf(search: SearchParams): Promise<{ id: string | null; summary: ProfileSummary | null }> {
  const id = [search.baseline].flat()[0] ?? null // the first, where the address repeats the parameter
  return { id, summary: id === null ? null : await getServer().profiles.find(id) }
}

/** `beginSo`: profiles whose ids begin with it. */
function explainMissing(baselineId: string, beginSo: number): string {
  if (profileIdSchema.safeParse(baselineId).success)
    return 'The baseline is not in the library; perhaps it was deleted.'
  return beginSo > 1
    ? `The ids of ${formatCount(beginSo)} profiles begin with that of the baseline: use more of it.`
    : 'No profile has the id of the baseline, nor one that begins so.'
}
