'use client'
import type { ReactNode } from 'react'
import { getEngineLabel, getEventLabel } from '../../../lib/contract/engines.ts'
import { formatMoment, profileName } from '../../../lib/contract/profile-title.ts'
import type { ProfileSummary } from '../../../lib/contract/profile.ts'
import { formatDuration, formatShare } from '../../../lib/profile/format/units.ts'
import { formatWeight } from '../../../lib/profile/format/weight.ts'
import type { Provenance } from '../../../lib/profile/model/profile.ts'
import { formatEngine } from '../quality/provenance-labels.ts'
import { classNames } from '../../ui/class-names.ts'
import type { LateMenuProps } from '../../ui/late-menu.tsx'
import { Name } from '../../ui/name.tsx'
import { Popover } from '../../ui/popover.tsx'

type FactOf = (summary: ProfileSummary, provenance: Provenance | null) => ReactNode

/** Each gives a fact, null where it is not known. */
const factsOf: readonly (readonly [label: string, factOf: FactOf])[] = [
  ['Name', (summary) => <Name text={profileName(summary)} wrap />],
  ['Service', ({ service }) => <Name text={service} wrap />],
  ['Event', ({ event }) => getEventLabel(event)],
  ['Duration', ({ durationMs }) => (durationMs === null ? null : formatDuration(durationMs))],
  ['Captured', ({ capturedAt }) => capturedAt && formatMoment(capturedAt)],
  ['Added', ({ capturedAt, createdAt }) => (capturedAt === createdAt ? null : formatMoment(createdAt))],
  ['Total', ({ total, unit }) => formatWeight(total, unit)],
  [
    'Engine',
    ({ engine }, provenance) => (provenance ? formatEngine({ ...provenance, engine }) : getEngineLabel(engine)),
  ],
  ['Container', ({ containerName }) => containerName && <Name text={containerName} wrap />],
  ['Image', ({ image }) => image && <Name text={image} wrap />],
  ['Java frames', ({ javaNamed }) => (javaNamed === null ? null : `${formatShare(javaNamed)} resolved`)],
]

/** All that the header may have no room for; of a comparison both sides. */
export function AboutPopover({
  title,
  summary,
  baseline,
  provenance,
  ...menu
}: {
  title: string
  summary: ProfileSummary
  /** The baseline. */
  baseline: ProfileSummary | null
  provenance: Provenance | null
} & LateMenuProps) {
  const rows = factsOf
    .map(
      ([label, factOf]) => [label, ...(baseline ? [factOf(baseline, null)] : []), factOf(summary, provenance)] as const,
    )
    .filter(([, ...facts]) => facts.some((fact) => fact !== null))
  return (
    <Popover
      {...menu}
      title={title}
      align="start"
      className={classNames(
        'max-h-(--radix-popover-content-available-height) max-w-[calc(100vw-1rem)] overflow-y-auto',
        baseline ? 'w-[34rem]' : 'w-96',
      )}
    >
      <dl
        className={classNames(
          'grid gap-x-4 gap-y-1 text-sm',
          baseline ? 'grid-cols-[auto_minmax(0,1fr)_minmax(0,1fr)]' : 'grid-cols-[auto_minmax(0,1fr)]',
        )}
      >
        {baseline ? (
          <div aria-hidden className="contents text-xs text-muted">
            <span className="col-start-2">Before</span>
            <span>After</span>
          </div>
        ) : null}
        {rows.map(([label, ...facts]) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            {facts.map((fact, side) => (
              <dd key={side} className="min-w-0">
                {fact ?? '–'}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </Popover>
  )
}
