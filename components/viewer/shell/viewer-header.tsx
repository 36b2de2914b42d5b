import type { ReactNode } from 'react'
import { formatMoment } from '../../../lib/contract/profile-title.ts'
import type { ProfileSummary } from '../../../lib/contract/profile.ts'
import type { Provenance } from '../../../lib/profile/model/profile.ts'
import { getEventLabel } from '../../capture/capture-labels.ts'
import { Badge } from '../../ui/badge.tsx'
import { Name } from '../../ui/name.tsx'
import { formatDuration, formatShare } from '../../../lib/profile/format/units.ts'
import { formatWeight } from '../../../lib/profile/format/weight.ts'
import { formatEngine } from '../quality/provenance-labels.ts'

/** Whose profile this is and what it counts; on the right, what can be done with it. */
export function ViewerHeader({
  summary,
  provenance,
  removed,
  hot,
  children,
}: {
  summary: ProfileSummary
  /** null until the profile is there. */
  provenance: Provenance | null
  /** Share of the weight (0 to 1) that filters took away. */
  removed: number
  /** What to look at first. */
  hot: ReactNode
  children: ReactNode
}) {
  const { service, containerName, image, engine, event, durationMs, total, unit, javaNamed, createdAt } = summary
  const facts: [string, ReactNode][] = [
    [
      'Filters',
      removed > 0 ? (
        <span key="removed" data-testid="removed-by-filters" className="text-ink">
          {formatShare(removed)} removed by filters
        </span>
      ) : null,
    ],
    ['Service', summary.name.startsWith(service) ? null : <Name key="service" text={service} />],
    ['Event', getEventLabel(event)],
    ['Duration', durationMs === null ? null : formatDuration(durationMs)],
    ['Total', formatWeight(total, unit)],
    ['Captured', formatMoment(createdAt)],
    ['Engine', <Name key="engine" text={provenance ? formatEngine({ ...provenance, engine }) : engine} />],
    ['Container', containerName && containerName !== service ? <Name key="container" text={containerName} /> : null],
    ['Image', image ? <Name key="image" text={image} /> : null],
    ['Named', javaNamed === null ? null : `${formatShare(javaNamed)} of Java frames resolved`],
  ]
  const known = facts.filter(([, fact]) => fact !== null)
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-3 py-1">
      <div className="min-w-0 flex-1 basis-80">
        {/* On a phone the title has a line to itself, before the labels. */}
        <div className="flex min-w-0 items-center gap-2 max-sm:flex-wrap max-sm:gap-y-0.5">
          <h1 className="flex min-w-0 text-base font-semibold max-sm:basis-full">
            <Name text={summary.name} />
          </h1>
          {summary.labels.map((label) => (
            <Badge key={label}>
              <Name text={label} className="max-w-32" />
            </Badge>
          ))}
          {hot}
        </div>
        {/* One line, what matters most first: what has no room is in the provenance. */}
        <dl className="truncate text-sm text-muted">
          {known.map(([label, fact], index) => (
            <div key={label} className="inline">
              {index === 0 ? null : (
                <span aria-hidden className="px-1.5 text-faint">
                  ·
                </span>
              )}
              <dt className="sr-only">{label}</dt>
              <dd className="inline">{fact}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="relative flex items-center gap-2 max-sm:-mx-3 max-sm:w-screen max-sm:overflow-x-auto max-sm:px-3 max-sm:py-0.5 max-sm:*:shrink-0 sm:max-xl:flex-wrap">
        {children}
      </div>
    </header>
  )
}
