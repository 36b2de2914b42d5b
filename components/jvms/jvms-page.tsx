'use client'
import { useMemo, useState } from 'react'
import type { Capture } from '../../lib/contract/capture.ts'
import type { Collector } from '../../lib/contract/collectors.ts'
import type { Target } from '../../lib/contract/target.ts'
import { localCollectorId } from '../../lib/contract/constants.ts'
import { useMay } from '../access/use-may.tsx'
import { WhoMay } from '../access/who-may.tsx'
import { formatList } from '../capture/capture-labels.ts'
import { isUnderWay } from '../capture/capture-phase.ts'
import { type PageSnapshot, type SentProfiles, useProfiles, useSnapshot } from '../live/use-live.tsx'
import { groupByCapture } from '../profiles/capture-rows.ts'
import { ProfileList } from '../profiles/profile-list.tsx'
import { PageTitle } from '../shell/page.tsx'
import { Section } from '../ui/section.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { Select } from '../ui/select.tsx'
import { useStored } from '../ui/browser-storage.ts'
import { Name } from '../ui/name.tsx'
import { useFolds } from '../ui/use-folds.ts'
import { FilterField } from '../ui/filter-field.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { formatCount } from '../../lib/profile/format/units.ts'
import { chooseGrouping, countHosts, groupTargets, type Grouping, groupings, nameOfHost } from './group-targets.ts'
import { CaptureList } from './capture-list.tsx'
import { DemoControl } from './demo-control.tsx'
import { HealthNotices } from './health-notices.tsx'
import { jvmColumns } from './jvm-columns.ts'
import { NoJvm, UnknownJvms } from './no-jvm.tsx'
import { listLatest } from './latest-profiles.ts'
import { JvmTable } from './jvm-table.tsx'
import { keepOrder, readSort, selectTargets, type Sort, type SortKey, writeSort } from './select-targets.ts'
import { PodsSection } from '../pods/pods-section.tsx'
import { StoppedList } from './stopped-list.tsx'

/** Profiles under "Latest profiles" of the page of JVMs; a button leads to the library for the others. */
const latestCount = 8
const columnOf = (key: SortKey) => jvmColumns.find((column) => column.key === key)!

/** Fewer JVMs need no groups. */
const fewJvms = 5
const groupingTitles: Readonly<Record<Grouping, string>> = {
  ...{ none: 'None', host: 'Host', image: 'Image', project: 'Project' },
}
const groupingChoices = groupings.map((value) => ({ value, text: groupingTitles[value] }))

const choicesOf = (hosts: number) =>
  hosts > 1 ? groupingChoices : groupingChoices.filter(({ value }) => value !== 'host')

function formatHeading(hosts: number, hasLocal: boolean): string {
  if (hosts === 0) return 'JVMs in clusters'
  return hasLocal && hosts === 1 ? 'JVMs on this host' : `JVMs on ${hosts} ${hosts === 1 ? 'host' : 'hosts'}`
}

/** As chosen last in this browser, else the hottest first. */
function useSort(): [Sort, (sort: Sort) => void] {
  const [stored, store] = useStored('hearth.jvms.sort')
  return [useMemo(() => readSort(stored), [stored]), (sort) => store(writeSort(sort))]
}

/**
 * As chosen last in this browser, else what suited the JVMs when the page was opened: one more must not change the form
 * of the list.
 */
function useGrouping(
  targets: readonly Target[],
  choices: typeof groupingChoices,
): [Grouping, (grouping: Grouping) => void] {
  const [stored, store] = useStored('hearth.jvms.group')
  const [usual] = useState(() => chooseGrouping(targets))
  const find = (wanted: string | null) => choices.find(({ value }) => value === wanted)?.value
  return [find(stored) ?? find(usual) ?? 'none', store]
}

/**
 * Hosts that do not answer, said once above their JVMs. That this one's collector is away is said at the top of the
 * page.
 */
function AwayHosts({ targets, collectors }: { targets: readonly Target[]; collectors: readonly Collector[] }) {
  const away = collectors.filter(
    ({ id, problem }) => problem && id !== localCollectorId && targets.some(({ collectorId }) => collectorId === id),
  )
  if (away.length === 0) return null
  const names = formatList(away.map(({ id }) => nameOfHost(id, collectors)))
  return (
    <p role="status" className="mb-2 rounded-md border border-warn/40 bg-warn-wash px-3 py-2">
      <Name
        text={
          away.length === 1
            ? `${names} does not answer: its JVMs are listed as last seen, and cannot be profiled now.`
            : `${names} do not answer: their JVMs are listed as last seen, and cannot be profiled now.`
        }
        wrap
      />
    </p>
  )
}

/** Every JVM on every host, what is being profiled, what was. */
export function JvmsPage({
  snapshot,
  sentProfiles,
  profileCount,
}: {
  snapshot: PageSnapshot
  /** The latest, more than are shown: some may be deleted while the page is open. */
  sentProfiles: SentProfiles
  /** How many profiles there were when the page was made. */
  profileCount: number
}) {
  const { targets, stopped, captures, pods, health, demo, collectors } = useSnapshot(snapshot)
  const hosts = countHosts(collectors, targets)
  const hasLocal = collectors.some(({ id }) => id === localCollectorId)
  const isListed = targets.length > 0 || hasLocal
  const may = useMay()
  const latest = useProfiles(sentProfiles)
  const fewLatest = useMemo(() => listLatest(latest), [latest])
  const latestRows = useMemo(() => groupByCapture(fewLatest), [fewLatest])
  const hasMore = profileCount > sentProfiles.profiles.length || fewLatest.length < latest.length
  const [filter, setFilter] = useState('')
  const [sort, setSort] = useSort()
  const choices = choicesOf(hosts)
  const [grouping, setGrouping] = useGrouping(targets, choices)
  // What a filter finds is to be seen.
  const folds = useFolds(`hearth.jvms.folded.${grouping}`, filter !== '')
  const [heldIds, setHeldIds] = useState<readonly string[] | null>(null)
  const selected = useMemo(
    () => selectTargets(targets, filter, sort, (id) => nameOfHost(id, collectors)),
    [targets, filter, sort, collectors],
  )
  const shown = useMemo(() => (heldIds === null ? selected : keepOrder(selected, heldIds)), [selected, heldIds])
  const groups = useMemo(() => groupTargets(shown, grouping, collectors), [shown, grouping, collectors])
  const outdated = useMemo(() => new Set(collectors.filter(({ problem }) => problem).map(({ id }) => id)), [collectors])
  const isUnknown = targets.length === 0 && outdated.has(localCollectorId)
  const underWay = useMemo(() => captures.filter(isUnderWay), [captures])
  const byTarget = useMemo(
    () => new Map<string, Capture>(underWay.map((capture) => [capture.request.targetId, capture])),
    [underWay],
  )

  return (
    <>
      <PageTitle
        count={isListed && !isUnknown ? targets.length : undefined}
        actions={
          targets.length === 0 ? null : (
            <>
              <Select
                aria-label="Sort by"
                className="xl:hidden"
                value={sort.key}
                choices={jvmColumns.map(({ key }) => key)}
                textOf={(key) => `Sort by ${columnOf(key).title}`}
                onChange={(key) => setSort({ key, descending: columnOf(key).startsDescending ?? false })}
              />
              <DemoControl demo={demo} />
              {targets.length < fewJvms && grouping === 'none' ? null : (
                <span className="flex items-center gap-2">
                  <span className="text-muted max-sm:hidden">Group</span>
                  <Segmented label="Group" value={grouping} choices={choices} onChange={setGrouping} />
                </span>
              )}
              <FilterField label="Filter JVMs" placeholder="Filter by any name" value={filter} onChange={setFilter} />
            </>
          )
        }
      >
        {formatHeading(hosts, hasLocal)}
      </PageTitle>
      {targets.length > 0 || pods.length > 0 ? (
        <WhoMay scope="capture" verb="profile JVMs" className="-mt-2 mb-4" />
      ) : null}
      <div className="flex flex-col gap-8">
        <HealthNotices health={health} />
        {isListed ? (
          <section aria-label="JVMs">
            {isUnknown ? (
              <UnknownJvms />
            ) : targets.length === 0 ? (
              <NoJvm demo={demo} health={health} />
            ) : shown.length === 0 ? (
              <p className="py-6 text-muted">
                None of {formatCount(targets.length)} JVMs has all of “{filter}” in its names.
              </p>
            ) : (
              <>
                <AwayHosts targets={targets} collectors={collectors} />
                <JvmTable
                  groups={groups}
                  folds={folds}
                  outdated={outdated}
                  captures={byTarget}
                  sort={sort}
                  onSort={(next) => {
                    setHeldIds(null)
                    setSort(next)
                  }}
                  onHold={(isHeld) => setHeldIds((ids) => (isHeld ? (ids ?? shown.map(({ id }) => id)) : null))}
                />
              </>
            )}
          </section>
        ) : null}
        <PodsSection pods={pods} collectors={collectors} captures={byTarget} />
        {underWay.length > 0 ? (
          <Section id="captures" title="Captures under way" count={underWay.length}>
            <CaptureList captures={underWay} outdated={outdated} />
          </Section>
        ) : null}
        {stopped.length > 0 ? (
          <Section id="stopped" title="Recently stopped" count={stopped.length}>
            <StoppedList stopped={stopped} />
          </Section>
        ) : null}
        <Section
          id="latest"
          title="Latest profiles"
          actions={
            latestRows.length > latestCount || hasMore ? (
              <ButtonLink href="/profiles" variant="ghost" size="small">
                {profileCount > latest.length ? `All ${formatCount(profileCount)} profiles` : 'All profiles'}
              </ButtonLink>
            ) : null
          }
        >
          {latest.length === 0 ? (
            <p className="text-muted">
              No profile yet.{' '}
              {targets.length > 0 && may('capture')
                ? 'Press Profile beside a JVM: half a minute later its flame graph is here.'
                : ''}
            </p>
          ) : (
            <ProfileList rows={latestRows.slice(0, latestCount)} />
          )}
        </Section>
      </div>
    </>
  )
}
