import Link from 'next/link'
import type { ReplicaComparison } from '../../lib/contract/library.ts'
import { getEventLabel } from '../../lib/contract/engines.ts'
import { datedHeadline, profileHeadline } from '../../lib/contract/profile-title.ts'
import { createCompareHref } from '../links/compare-href.ts'
import { CapturedAgo } from '../live/use-now.tsx'
import { PageTitle } from '../shell/page.tsx'
import { Badge } from '../ui/badge.tsx'
import { GridTable } from '../ui/grid-table.tsx'
import { Name } from '../ui/name.tsx'
import { visibleText } from '../../lib/profile/view/visible-text.ts'
import { formatShare } from '../../lib/profile/format/units.ts'
import { createServiceHref } from '../links/service-href.ts'

/** Functions that a replica's row names, those that differ most. */
const mostReplicaFunctions = 3
/** A replica is far from the others when it differs from them by so many times what noise gives on average ... */
const outlierNoiseFactor = 2
/** ... and by so much share more than that noise. */
const outlierShare = 0.02

const grid =
  'grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-2 px-2 items-start md:grid-cols-[minmax(0,14rem)_7rem_7rem_minmax(0,1fr)_6rem]'

/** Replicas of one service that were captured together, the one that differs most first, and in what it does. */
export function ReplicasPage({ service, event, replicas }: ReplicaComparison) {
  const usual = replicas.at(-1)!.profile
  const odd = replicas.filter(isOutlier)
  return (
    <>
      <PageTitle
        above={
          <Link href={createServiceHref(service)} className="flex min-w-0">
            <Name text={service} />
          </Link>
        }
      >
        Compare replicas
      </PageTitle>
      <p className="mb-3 max-w-prose text-muted">
        {replicas.length} replicas, {getEventLabel(event)}, captured <CapturedAgo of={usual} />.{' '}
        {odd.length === 0
          ? 'None differs from the others by more than sampling noise would give.'
          : `${odd.length === 1 ? 'One differs' : `${odd.length} differ`} from the others by more than sampling noise would give.`}
      </p>
      <GridTable
        label="Replicas"
        grid={grid}
        isWide
        titles={[
          ...['Replica', 'Differs by', 'Expected from noise'],
          ...['Largest differences: here, elsewhere', 'Compared with a typical one'],
        ]}
        rowCount={replicas.length}
      >
        {replicas.map((replica) => (
          <Row key={replica.profile.id} {...replica} usualId={usual.id} />
        ))}
      </GridTable>
    </>
  )
}

function Row({
  profile,
  distance,
  expected,
  most,
  usualId,
}: ReplicaComparison['replicas'][number] & { usualId: string }) {
  return (
    <div role="row" className={`${grid} border-b border-line py-2`} data-replica={profile.containerName}>
      <div role="cell" className="flex min-w-0 flex-wrap items-center gap-2">
        <Link
          href={`/profiles/${profile.id}`}
          prefetch={false}
          className="finger-high flex min-w-6 font-medium hover:underline"
        >
          <Name text={profile.containerName ?? profileHeadline(profile)} whole={datedHeadline(profile)} />
        </Link>
        {isOutlier({ distance, expected }) ? <Badge tone="ember">differs</Badge> : null}
      </div>
      <div role="cell" className="figures pt-0.5">
        {formatShare(distance)}
      </div>
      <div role="cell" className="figures pt-0.5 text-muted max-md:hidden">
        {formatShare(expected)}
      </div>
      <div role="cell" className="min-w-0 max-md:col-span-full">
        <ul className="flex flex-col gap-0.5">
          {most.slice(0, mostReplicaFunctions).map(({ name, here, others }) => (
            <li key={name} className="flex min-w-0 items-baseline gap-3">
              <Name text={name} mono className="flex-1" />
              <span className="figures shrink-0">
                {formatShare(here)}
                <span className="text-muted"> / {formatShare(others)}</span>
              </span>
            </li>
          ))}
        </ul>
      </div>
      <div role="cell">
        {profile.id === usualId ? (
          <span className="text-muted">typical</span>
        ) : (
          <Link
            href={createCompareHref(profile.id, usualId)}
            prefetch={false}
            className="finger-high rounded-md underline"
          >
            Compare
            <span className="sr-only">
              {' '}
              {visibleText(profile.containerName ?? profileHeadline(profile))} with a typical one
            </span>
          </Link>
        )}
      </div>
    </div>
  )
}

type Distance = Pick<ReplicaComparison['replicas'][number], 'distance' | 'expected'>

/** Whether a replica is further from the others than noise would bring it. */
function isOutlier({ distance, expected }: Distance): boolean {
  return distance > outlierNoiseFactor * expected && distance - expected > outlierShare
}
