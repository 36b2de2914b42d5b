'use client'
import { GitCompareArrows, Shuffle } from 'lucide-react'
import Link from 'next/link'
import { useMemo } from 'react'
import type { LibraryPage, ServiceTimeline } from '../../lib/contract/library.ts'
import { getEventLabel } from '../capture/capture-labels.ts'
import { useReportProfile } from '../live/use-live.tsx'
import { ProfileList } from '../profiles/profile-list.tsx'
import { SelectionBar } from '../profiles/selection-bar.tsx'
import { useSelection } from '../profiles/use-selection.ts'
import { PageTitle } from '../shell/page.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Name } from '../ui/name.tsx'
import { Section } from '../ui/section.tsx'
import { formatCount } from '../format/units.ts'
import { type DeployRow, deployRows } from './deploy-pairs.ts'
import { createServiceHref } from '../links/service-href.ts'
import { TimelineStrip } from './timeline-strip.tsx'
import { usePageRefresh } from './use-page-refresh.ts'
import { createCompareHref } from '../links/compare-href.ts'
import { shortImage } from '../format/short-names.ts'
import { Ago } from '../live/use-now.tsx'

const grid =
  'grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 px-2 items-center sm:grid-cols-[minmax(0,1fr)_minmax(0,11rem)_6.5rem_6.5rem_5rem_8rem]'

/** The images that a service ran, newest first, each compared with the one before it. */
function DeployTable({ rows }: { rows: readonly DeployRow[] }) {
  return (
    <div role="table" aria-label="Deploys" aria-rowcount={rows.length + 1}>
      <div role="rowgroup" className="max-sm:hidden">
        <div role="row" className={`${grid} h-8 border-b border-line text-xs text-muted`}>
          {['Image', 'Digest', 'First profile', 'Last profile', 'Profiles', 'What it changed'].map((title) => (
            <span key={title} role="columnheader">
              {title}
            </span>
          ))}
        </div>
      </div>
      <div role="rowgroup" className="max-sm:border-t max-sm:border-line">
        {rows.map((row) => (
          <Row key={row.deploy.from} {...row} />
        ))}
      </div>
    </div>
  )
}

function Row({ deploy, last, before }: DeployRow) {
  const isDigest = deploy.image.startsWith('sha256:')
  return (
    <div role="row" className={`${grid} min-h-9 border-b border-line py-1`} data-deploy={deploy.image}>
      <div role="cell" className="flex min-w-0">
        <Name text={shortImage(deploy.imageName ?? deploy.image)} whole={deploy.imageName ?? deploy.image} mono />
      </div>
      <div role="cell" className="flex min-w-0 text-muted max-sm:hidden">
        {isDigest ? <Name text={deploy.image.slice(7, 19)} whole={deploy.image} mono /> : 'not known'}
      </div>
      <div role="cell" className="text-muted max-sm:hidden">
        <Ago at={deploy.from} />
      </div>
      <div role="cell" className="text-muted max-sm:hidden">
        <Ago at={deploy.to} />
      </div>
      <div role="cell" className="figures max-sm:hidden">
        {formatCount(deploy.profiles)}
      </div>
      <div role="cell">
        {last && before ? (
          <Link href={createCompareHref(last.id, before.id)} prefetch={false} className="rounded-md underline">
            Compare
            <span className="sr-only"> with the image before it</span>
          </Link>
        ) : (
          <span className="text-muted">–</span>
        )}
      </div>
    </div>
  )
}

const maxRows = 50

/** One service's life: its deploys, its profiles, and what can be asked of both. */
export function ServicePage({
  timeline,
  events,
  event,
}: {
  timeline: ServiceTimeline
  /** Those that there are profiles of, with how many. */
  events: LibraryPage['facets']['event']
  /** The one that is shown; null for all. */
  event: string | null
}) {
  usePageRefresh()
  const { service, deploys, profiles } = timeline
  const rows = useMemo(() => deployRows(timeline), [timeline])
  const shown = useMemo(() => profiles.slice(0, maxRows), [profiles])
  const selection = useSelection(shown)
  const report = useReportProfile()
  const asked = event ?? undefined
  const inLibrary = `/profiles?${new URLSearchParams([['service', service], ...(event === null ? [] : [['event', event]])])}`
  return (
    <>
      <PageTitle
        above={<Link href="/services">Services</Link>}
        actions={
          <>
            <ButtonLink href={createServiceHref(service, '/replicas', asked)} prefetch={false} icon={Shuffle}>
              Odd one out
            </ButtonLink>
            <ButtonLink
              variant={deploys.length > 1 ? 'primary' : 'secondary'}
              href={createServiceHref(service, '/since-last-deploy', asked)}
              prefetch={false}
              icon={GitCompareArrows}
            >
              Since last deploy
            </ButtonLink>
          </>
        }
      >
        <Name text={service} />
      </PageTitle>
      {events.length > 1 ? (
        <nav aria-label="Event" className="mb-3 flex flex-wrap gap-2">
          {[null, ...events.map(({ value }) => value)].map((one) => (
            <ButtonLink
              key={one ?? ''}
              size="small"
              variant={one === event ? 'secondary' : 'ghost'}
              aria-current={one === event ? 'page' : undefined}
              href={createServiceHref(service, '', one ?? undefined)}
            >
              {one === null ? 'All events' : getEventLabel(one)}
            </ButtonLink>
          ))}
        </nav>
      ) : null}
      <TimelineStrip deploys={deploys} profiles={profiles} />
      <div className="flex flex-col gap-8">
        {deploys.length > 0 ? (
          <Section id="deploys" title="Deploys" count={deploys.length}>
            <DeployTable rows={rows} />
          </Section>
        ) : null}
        <Section
          id="profiles"
          title="Profiles"
          actions={
            <ButtonLink href={inLibrary} variant="ghost" size="small" prefetch={false}>
              {profiles.length > maxRows ? `All ${formatCount(profiles.length)} in the library` : 'Show in the library'}
            </ButtonLink>
          }
        >
          <ProfileList profiles={shown} selection={selection} onChange={selection.follow} />
          <SelectionBar
            chosen={selection.chosen}
            onClear={selection.clear}
            onChange={(changed) => {
              selection.follow(changed)
              changed.forEach(report)
            }}
          />
        </Section>
      </div>
    </>
  )
}
