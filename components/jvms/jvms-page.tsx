'use client'
import { useMemo, useState } from 'react'
import Link from 'next/link'
import type { Capture } from '../../lib/contract/capture.ts'
import type { ProfileSummary } from '../../lib/contract/profile.ts'
import { isUnderWay, getRecordedShare, getSecondsLeft, stateLabels } from '../capture/capture-phase.ts'
import { type PageSnapshot, useProfiles, useSnapshot } from '../live/use-live.tsx'
import { ProfileList } from '../profiles/profile-list.tsx'
import { Section } from '../ui/section.tsx'
import { Select } from '../ui/select.tsx'
import { TextField } from '../ui/text-field.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { formatCount } from '../format/units.ts'
import { DemoControl, NoJvm } from './demo.tsx'
import { HealthNotices } from './health-notices.tsx'
import { jvmColumns } from './jvm-columns.ts'
import { JvmTable } from './jvm-table.tsx'
import { selectTargets, type Sort, type SortKey } from './select-targets.ts'
import { useNow } from '../live/use-now.tsx'
import { Name } from '../ui/name.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { formatWeight } from '../format/weight.ts'

function CaptureList({ captures }: { captures: readonly Capture[] }) {
  const now = useNow()
  return (
    <ul className="border-t border-line">
      {captures.map((capture) => {
        const left = getSecondsLeft(capture, now)
        const isRecorder = capture.request.mode === 'flight-recorder' && capture.state === 'recording'
        const { service, containerName, mainClass } = capture.target
        return (
          <li key={capture.id} className="border-b border-line">
            <Link
              href={`/captures/${capture.id}`}
              prefetch={false}
              className="grid min-h-10 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-2 py-2 hover:bg-surface md:grid-cols-[minmax(0,16rem)_10rem_minmax(0,1fr)_6rem_8rem]"
            >
              <Name text={containerName ?? service} className="font-medium" />
              <span className="flex items-center gap-2 text-muted">{stateLabels[capture.state].now}</span>
              <span className="max-md:col-span-full">
                <ProgressBar
                  label={`Recording of ${mainClass.slice(0, 80)}`}
                  share={capture.state === 'recording' ? getRecordedShare(capture, now) : null}
                />
              </span>
              <span className="figures md:text-right">
                {left !== null ? `${left} s left` : isRecorder ? `last ${capture.request.seconds} s` : ''}
              </span>
              <span className="figures text-right text-muted">{formatWeight(capture.samples, 'samples')}</span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

const latestCount = 8
const columnOf = (key: SortKey) => jvmColumns.find((column) => column.key === key)!

/** Every JVM on this host, what is being profiled, what was. */
export function JvmsPage({
  snapshot,
  profiles,
  profileCount,
}: {
  snapshot: PageSnapshot
  /** The latest, more than are shown: some may be deleted while the page is open. */
  profiles: readonly ProfileSummary[]
  /** Of all there were when the page was made. */
  profileCount: number
}) {
  const { targets, captures, health, demo } = useSnapshot(snapshot)
  const latest = useProfiles(profiles)
  const [filter, setFilter] = useState('')
  const [sort, setSort] = useState<Sort>({ key: 'container', descending: false })
  const shown = useMemo(() => selectTargets(targets, filter, sort), [targets, filter, sort])
  const underWay = useMemo(() => captures.filter(isUnderWay), [captures])
  const byTarget = useMemo(
    () => new Map<string, Capture>(underWay.map((capture) => [capture.request.targetId, capture])),
    [underWay],
  )

  return (
    <div className="flex flex-col gap-8">
      <h1 className="sr-only">JVMs on this host</h1>
      <HealthNotices health={health} />
      <Section
        id="jvms"
        title="JVMs"
        count={targets.length}
        actions={
          targets.length === 0 ? null : (
            <>
              <DemoControl demo={demo} />
              <Select
                aria-label="Sort by"
                className="xl:hidden"
                value={sort.key}
                choices={jvmColumns.map(({ key }) => key)}
                textOf={(key) => columnOf(key).title}
                onChange={(key) => setSort({ key, descending: columnOf(key).startsDescending ?? false })}
              />
              <TextField
                type="search"
                aria-label="Filter JVMs"
                placeholder="Filter by any name"
                className="w-64 max-sm:w-full"
                value={filter}
                onChange={(event) => setFilter(event.target.value)}
              />
            </>
          )
        }
      >
        {targets.length === 0 ? (
          <NoJvm demo={demo} health={health} />
        ) : shown.length === 0 ? (
          <p className="py-6 text-muted">
            None of {formatCount(targets.length)} JVMs has all of “{filter}” in its names.
          </p>
        ) : (
          <JvmTable targets={shown} captures={byTarget} sort={sort} onSort={setSort} />
        )}
      </Section>
      {underWay.length > 0 ? (
        <Section id="captures" title="Captures under way" count={underWay.length}>
          <CaptureList captures={underWay} />
        </Section>
      ) : null}
      <Section
        id="latest"
        title="Latest profiles"
        actions={
          latest.length > latestCount ? (
            <ButtonLink href="/profiles" variant="ghost" size="small">
              {profileCount > latest.length ? `All ${formatCount(profileCount)} profiles` : 'All profiles'}
            </ButtonLink>
          ) : null
        }
      >
        {latest.length === 0 ? (
          <p className="text-muted">
            No profile yet.{' '}
            {targets.length > 0 ? 'Press Profile beside a JVM: half a minute later its flame graph is here.' : ''}
          </p>
        ) : (
          <ProfileList profiles={latest.slice(0, latestCount)} />
        )}
      </Section>
    </div>
  )
}
