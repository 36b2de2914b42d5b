import Link from 'next/link'
import type { ShareEstimate, Trend, TrendPoint } from '../../lib/contract/trend.ts'
import { getEngineLabel } from '../../lib/contract/engines.ts'
import { shortImage } from '../../lib/profile/names/short-names.ts'
import { formatShare } from '../../lib/profile/format/units.ts'
import { Name } from '../ui/name.tsx'
import { ScrollingRegion } from '../ui/scrolling-region.tsx'
import { formatMoment } from '../../lib/contract/profile-title.ts'
import { createFunctionHref, shortFunction, type TrendView } from '../links/trend-view.ts'

const cell = 'px-2 py-1.5 text-left align-top'

/** The chart as text, newest first. */
export function TrendTable({ trend: { functions, points }, kind }: { trend: Trend; kind: TrendView['kind'] }) {
  return (
    <ScrollingRegion label="Shares as a table">
      <table className="w-full border-collapse text-sm">
        <thead>
          <tr className="border-b border-line text-xs text-muted">
            <th scope="col" className={cell}>
              Profile
            </th>
            <th scope="col" className={cell}>
              Image
            </th>
            <th scope="col" className={cell}>
              Engine
            </th>
            {functions.map((name) => (
              <th key={name} scope="col" className={cell}>
                <Name text={shortFunction(name)} whole={name} mono />, {kind}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map((point) => (
            <Row key={point.profile.id} point={point} functions={functions} kind={kind} />
          ))}
        </tbody>
      </table>
    </ScrollingRegion>
  )
}

function Row({
  point: { profile, state, shares },
  functions,
  kind,
}: {
  point: TrendPoint
  functions: readonly string[]
  kind: TrendView['kind']
}) {
  return (
    <tr className="border-b border-line" data-trend-row={profile.id}>
      <th scope="row" className={`${cell} font-normal whitespace-nowrap`}>
        <Link href={`/profiles/${profile.id}`} prefetch={false} className="finger-high rounded-md underline">
          {formatMoment(profile.createdAt)}
        </Link>
      </th>
      <td className={`${cell} font-mono text-xs`}>
        {profile.image === null ? '–' : <Name text={shortImage(profile.image)} whole={profile.image} />}
      </td>
      <td className={cell}>{getEngineLabel(profile.engine)}</td>
      {functions.map((name, index) => (
        <td key={name} className={`${cell} figures whitespace-nowrap`}>
          {shares[index] ? (
            <Link
              href={createFunctionHref(profile.id, name)}
              prefetch={false}
              className="finger-high rounded-md hover:underline"
            >
              {formatEstimate(shares[index][kind])}
            </Link>
          ) : (
            <span className="text-muted">{missing[state]}</span>
          )}
        </td>
      ))}
    </tr>
  )
}

const missing: Readonly<Record<TrendPoint['state'], string>> = {
  read: 'not known',
  pending: 'not read yet',
  unreadable: 'cannot be read',
}

function formatEstimate({ share, low, high }: ShareEstimate): string {
  return `${formatShare(share)} (${formatShare(low)} to ${formatShare(high)})`
}
