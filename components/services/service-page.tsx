'use client'
import { GitCompareArrows, Shuffle } from 'lucide-react'
import Link from 'next/link'
import { useSearchParams } from 'next/navigation'
import { useMemo } from 'react'
import { isExperimentService } from '../../lib/contract/experiment-service.ts'
import { noService } from '../../lib/contract/constants.ts'
import type { LibraryPage, ServiceTimeline } from '../../lib/contract/library.ts'
import { getEventLabel } from '../../lib/contract/engines.ts'
import { useReportProfile } from '../live/use-live.tsx'
import { groupByCapture } from '../profiles/capture-rows.ts'
import { ProfileList } from '../profiles/profile-list.tsx'
import { SelectionBar } from '../profiles/selection-bar.tsx'
import { useSelection } from '../profiles/use-selection.ts'
import { PageTitle } from '../shell/page.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Name } from '../ui/name.tsx'
import { Section } from '../ui/section.tsx'
import { formatCount } from '../../lib/profile/format/units.ts'
import { deployRows } from './deploy-pairs.ts'
import { DeployTable } from './deploy-table.tsx'
import { hasReplicas } from './has-replicas.ts'
import { createServiceHref } from '../links/service-href.ts'
import { TimelineStrip } from './timeline-strip.tsx'
import { TrendSection } from './trend-section.tsx'
import { readTrendView, type TrendView, writeTrendView } from '../links/trend-view.ts'
import { usePageRefresh } from '../live/use-page-refresh.ts'

/** Profiles that the page of a service lists; a button leads to the library for the others. */
const maxListedProfiles = 50

/** One service's life: its deploys, its profiles, and what can be asked of both. */
export function ServicePage({
  timeline,
  events,
  event,
}: {
  timeline: ServiceTimeline
  /** Events of which the service has profiles, with how many. */
  events: LibraryPage['facets']['event']
  /** The event that is shown; null for all. */
  event: string | null
}) {
  usePageRefresh()
  const { service, deploys, profiles } = timeline
  const isOneProgram = service !== noService
  const [view, changeView] = useTrendView(event)
  const range = isOneProgram ? view.range : null
  const rows = useMemo(() => deployRows(timeline), [timeline])
  const inRange = useMemo(
    () => (range ? profiles.filter(({ createdAt }) => createdAt >= range[0] && createdAt <= range[1]) : profiles),
    [profiles, range],
  )
  const rowsInRange = useMemo(() => groupByCapture(inRange), [inRange])
  const shown = useMemo(() => rowsInRange.slice(0, maxListedProfiles), [rowsInRange])
  const selection = useSelection(shown)
  const report = useReportProfile()
  const asked = event ?? undefined
  const hrefInLibrary = (of: TrendView['range']) => {
    const query = new URLSearchParams({
      service,
      ...(event !== null && { event }),
      ...(of && { from: String(of[0]), to: String(of[1]) }),
    })
    return `/profiles?${query.toString()}`
  }
  return (
    <>
      <PageTitle
        above={<Link href="/services">Services</Link>}
        actions={
          isOneProgram ? (
            <>
              {hasReplicas(profiles) ? (
                <ButtonLink href={createServiceHref(service, '/replicas', asked)} prefetch={false} icon={Shuffle}>
                  Compare replicas
                </ButtonLink>
              ) : null}
              {deploys.length > 1 ? (
                <ButtonLink
                  variant="primary"
                  href={createServiceHref(service, '/since-last-deploy', asked)}
                  prefetch={false}
                  icon={GitCompareArrows}
                >
                  Since last deploy
                </ButtonLink>
              ) : null}
            </>
          ) : null
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
              href={`${createServiceHref(service)}${writeTrendView(view, one)}`}
            >
              {one === null ? 'All events' : getEventLabel(one)}
            </ButtonLink>
          ))}
        </nav>
      ) : null}
      {isExperimentService(service) ? (
        <p className="mb-5 max-w-prose text-muted">
          These are the runs of an experiment: its configurations, in random order.{' '}
          <Link href="/experiments" className="underline">
            Experiments
          </Link>{' '}
          compares them.
        </p>
      ) : null}
      {isOneProgram ? (
        <TimelineStrip
          {...{ deploys, profiles, range }}
          onRange={(chosen) => changeView({ range: chosen })}
          hrefOf={hrefInLibrary}
        />
      ) : (
        <p className="mb-5 max-w-prose text-muted">
          These files name no service and may come from unrelated programs, so no trend or deploys are shown.
        </p>
      )}
      <div className="flex flex-col gap-8">
        {isOneProgram ? <TrendSection timeline={timeline} event={event} view={view} onChange={changeView} /> : null}
        {isOneProgram && deploys.length > 0 ? (
          <Section
            id="deploys"
            // One image alone is no deploy that was seen.
            {...(deploys.length > 1 ? { title: 'Deploys', count: deploys.length } : { title: 'Image' })}
          >
            <DeployTable rows={rows} />
          </Section>
        ) : null}
        <Section
          id="profiles"
          title={range ? 'Profiles of this time range' : 'Profiles'}
          actions={
            <ButtonLink href={hrefInLibrary(range)} variant="ghost" size="small" prefetch={false}>
              {rowsInRange.length > maxListedProfiles
                ? `All ${formatCount(inRange.length)} in the library`
                : 'Show in the library'}
            </ButtonLink>
          }
        >
          <ProfileList rows={shown} selection={selection} onChange={selection.applyChanged} />
          <SelectionBar
            chosen={selection.chosen}
            onClear={selection.clear}
            onChange={(changed) => {
              selection.applyChanged(changed)
              changed.forEach(report)
            }}
          />
        </Section>
      </div>
    </>
  )
}

/** The address is its only store. */
function useTrendView(event: string | null) {
  const view = readTrendView(new URLSearchParams(useSearchParams()))
  const change = (more: Partial<TrendView>) => {
    const query = writeTrendView({ ...view, ...more }, event)
    window.history.pushState(null, '', `${window.location.pathname}${query}`)
  }
  return [view, change] as const
}
