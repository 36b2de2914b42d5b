import { Fragment, type ReactNode } from 'react'
import type { ProfileSummary } from '../../../lib/contract/profile.ts'
import type { Provenance } from '../../../lib/profile/model/profile.ts'
import { getEventLabel } from '../../capture/capture-labels.ts'
import { Badge } from '../../ui/badge.tsx'
import { Name } from '../../ui/name.tsx'
import { formatDuration, formatShare } from '../../format/units.ts'
import { formatWeight } from '../../format/weight.ts'
import { formatEngine } from '../quality/provenance-labels.ts'

/** Whose profile this is and what it counts; on the right, what can be done with it. */
export function ViewerHeader({
  summary,
  provenance,
  removed,
  children,
}: {
  summary: ProfileSummary
  /** null until the profile is there. */
  provenance: Provenance | null
  /** Share of the weight (0 to 1) that filters took away. */
  removed: number
  children: ReactNode
}) {
  const { service, containerName, image, engine, event, durationMs, total, unit, javaNamed } = summary
  const facts: [string, ReactNode][] = [
    ['Service', <Name key="service" text={service} />],
    ['Container', containerName && containerName !== service ? <Name key="container" text={containerName} /> : null],
    ['Image', image ? <Name key="image" text={image} /> : null],
    ['Engine', <Name key="engine" text={provenance ? formatEngine({ ...provenance, engine }) : engine} />],
    ['Event', getEventLabel(event)],
    ['Duration', durationMs === null ? null : formatDuration(durationMs)],
    ['Total', formatWeight(total, unit)],
    ['Named', javaNamed === null ? null : `${formatShare(javaNamed)} of java frames named`],
    [
      'Filters',
      removed > 0 ? (
        <span key="removed" data-testid="removed-by-filters" className="text-ink">
          {formatShare(removed)} removed by filters
        </span>
      ) : null,
    ],
  ]
  const known = facts.filter(([, fact]) => fact !== null)
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-3 py-1.5">
      <div className="min-w-0 flex-1 basis-80">
        <div className="flex min-w-0 items-center gap-2">
          <h1 className="flex min-w-0 text-base font-semibold">
            <Name text={summary.name} />
          </h1>
          {summary.labels.map((label) => (
            <Badge key={label}>
              <Name text={label} className="max-w-32" />
            </Badge>
          ))}
        </div>
        <dl className="flex min-w-0 flex-wrap items-baseline gap-x-1.5 text-sm text-muted">
          {known.map(([label, fact], index) => (
            <Fragment key={label}>
              {index === 0 ? null : (
                <span aria-hidden className="text-faint">
                  ·
                </span>
              )}
              <div className="flex max-w-72 min-w-0">
                <dt className="sr-only">{label}</dt>
                <dd className="flex min-w-0">{fact}</dd>
              </div>
            </Fragment>
          ))}
        </dl>
      </div>
      <div className="relative flex items-center gap-2 max-sm:-mx-3 max-sm:w-screen max-sm:overflow-x-auto max-sm:px-3 max-sm:py-0.5 max-sm:*:shrink-0 sm:flex-wrap">
        {children}
      </div>
    </header>
  )
}
