'use client'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { noService, trashMs } from '../../lib/contract/constants.ts'
import { datedHeadline } from '../../lib/contract/profile-title.ts'
import type { ProfileSummary } from '../../lib/contract/profile.ts'
import { getEventLabel, getEngineLabel } from '../../lib/contract/engines.ts'
import { shortImage } from '../../lib/profile/names/short-names.ts'
import { Left } from '../live/use-now.tsx'
import { Badge } from '../ui/badge.tsx'
import { RowCheckbox } from '../ui/checkbox.tsx'
import { classNames } from '../ui/class-names.ts'
import { Name } from '../ui/name.tsx'
import { visibleText } from '../../lib/profile/view/visible-text.ts'
import { formatBytes, formatDuration } from '../../lib/profile/format/units.ts'
import { formatWeight, formatWeightCompact } from '../../lib/profile/format/weight.ts'
import { createServiceHref } from '../links/service-href.ts'
import { type CaptureRow, leadOf } from './capture-rows.ts'
import { type RowAction, RowMenu } from './row-menu.tsx'
import { RowTime } from './row-time.tsx'
import { RowTitle } from './row-title.tsx'
import type { RowSelection } from './use-selection.ts'

/** A capture in a list: what one event of it says, and links to all. */
export function ProfileListRow({
  row,
  search,
  grid,
  selection,
  onAct,
}: {
  row: CaptureRow
  /** The words that it was found by, if any. */
  search: string
  grid: string
  selection: RowSelection | null
  onAct: (action: RowAction) => void
}) {
  const profile = leadOf(row)
  const foundBytes = row.events.reduce((sum, { id, bytes }) => sum + (row.found.has(id) ? bytes : 0), 0)
  const isChosen = selection?.has(row) ?? false
  return (
    <div
      role="row"
      data-profile={profile.id}
      aria-selected={selection ? isChosen : undefined}
      className={classNames(
        // Rows out of sight are laid out when they come into it.
        `${grid} min-h-10 [contain-intrinsic-size:auto_2.5rem] [content-visibility:auto] border-b border-line py-2 hover:bg-surface lg:py-1`,
        isChosen && 'bg-ember-wash hover:bg-ember-wash',
      )}
    >
      {selection ? (
        <div role="cell" className="flex items-center max-lg:row-start-1">
          <RowCheckbox
            label={`Choose ${visibleText(datedHeadline(profile, true))}`}
            checked={isChosen}
            onChange={(event) => {
              const { shiftKey = false } = event.nativeEvent as MouseEvent
              selection.toggle(row, event.target.checked, shiftKey)
            }}
          />
        </div>
      ) : null}
      <RowTitle row={row} search={search} />
      <div
        role="cell"
        className={classNames(
          'flex min-w-0 gap-x-2 gap-y-0.5 max-lg:order-last max-lg:col-span-full max-lg:flex-wrap max-lg:items-baseline lg:flex-col',
          selection && 'max-lg:pl-9',
        )}
      >
        <Link
          href={createServiceHref(profile.service)}
          prefetch={false}
          className="finger-high flex max-w-full min-w-6 shrink-0 rounded-md hover:underline lg:self-start"
        >
          <Name
            text={profile.service}
            whole={`All ${profile.service === noService ? 'without a service' : `of ${profile.service}`}${inContainer(profile)}`}
          />
        </Link>
        {profile.image ? (
          <Name
            text={shortImage(profile.image)}
            whole={profile.imageDigest === null ? profile.image : `${profile.image} ${profile.imageDigest}`}
            mono
            // On a phone it takes the rest of the line beside the service, from so much on.
            className="text-muted max-lg:min-w-24 max-lg:flex-1"
          />
        ) : null}
      </div>
      {row.events.length > 1 ? (
        <EventLinks row={row} hasChoice={selection !== null} />
      ) : (
        <Fact>
          {/* Several engines have the second line: beside them "CPU" would be cut to a letter. */}
          <span className="flex min-w-0 flex-wrap items-baseline gap-x-1.5 font-sans">
            <Name text={getEventLabel(profile.event)} className="shrink-0" />
            <Name text={getEngineLabel(profile.engine)} className="text-muted" />
          </span>
        </Fact>
      )}
      <Fact isNumber>{profile.durationMs === null ? '–' : formatDuration(profile.durationMs)}</Fact>
      <Fact isNumber title={formatWeight(profile.total, profile.unit)}>
        {formatWeightCompact(profile.total, profile.unit)}
        {row.events.length > 1 ? (
          <span className="block truncate text-xs text-muted">of {getEventLabel(profile.event)}</span>
        ) : null}
      </Fact>
      <Fact isNumber>{formatBytes(foundBytes)}</Fact>
      <div
        role="cell"
        className={classNames(
          'gap-x-3 whitespace-nowrap text-muted max-lg:order-last max-lg:col-span-full max-lg:flex max-lg:flex-wrap max-lg:text-xs',
          selection && 'max-lg:pl-9',
        )}
      >
        {row.events.length > 1 ? null : (
          <span className="lg:hidden">
            {getEventLabel(profile.event)} {getEngineLabel(profile.engine)}
          </span>
        )}
        {profile.deletedAt === null ? <RowTime of={profile} /> : <LeftInTrash deletedAt={profile.deletedAt} />}
        <span className="figures lg:hidden">
          {formatWeightCompact(profile.total, profile.unit)}
          {row.events.length > 1 ? ` of ${getEventLabel(profile.event)}` : ''}
        </span>
      </div>
      {/* A row of one line is as high as its text, not as its button. */}
      <div role="cell" className="max-lg:row-start-1 max-lg:-col-end-1 max-lg:-my-1.5">
        <RowMenu row={row} canCompare={selection !== null && !isChosen} onAct={onAct} />
      </div>
    </div>
  )
}

function LeftInTrash({ deletedAt }: { deletedAt: number }) {
  return (
    <span>
      <Left until={deletedAt + trashMs} wholeMs={trashMs} />
      <span className="lg:hidden"> left in the trash</span>
    </span>
  )
}

function inContainer({ containerName }: ProfileSummary): string {
  return containerName === null ? '' : `; this one in ${containerName}`
}

/** The events of a row: each opens its profile. Those that were asked for are marked where others are not. */
function EventLinks({ row: { events, found }, hasChoice }: { row: CaptureRow; hasChoice: boolean }) {
  const areSome = events.some(({ id }) => !found.has(id))
  return (
    <div
      role="cell"
      className={classNames('min-w-0 max-lg:order-last max-lg:col-span-full', hasChoice && 'max-lg:pl-9')}
    >
      <ul className="flex flex-wrap gap-1">
        {events.map((profile) => {
          const { id, event, engine, total, unit } = profile
          const isFound = areSome && found.has(id)
          const title = `${getEventLabel(event)}, ${getEngineLabel(engine)}: ${formatWeight(total, unit)}`
          return (
            <li key={id} className="min-w-0">
              <Link
                href={`/profiles/${id}`}
                prefetch={false}
                title={isFound ? `${title}; it matches the filters` : title}
                className="-my-px block max-w-full rounded-md py-px hover:underline"
              >
                <Badge tone={isFound ? 'marked' : 'neutral'}>
                  <Name text={getEventLabel(event)} />
                  <span className="sr-only">
                    of {visibleText(datedHeadline(profile, true))}
                    {isFound ? ', matches the filters' : ''}
                  </span>
                </Badge>
              </Link>
            </li>
          )
        })}
        {[...new Set(events.map(({ engine }) => getEngineLabel(engine)))].map((engine) => (
          <li key={engine} className="min-w-0 self-center text-muted">
            <Name text={engine} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Fact({ title, isNumber = false, children }: { title?: string; isNumber?: boolean; children: ReactNode }) {
  return (
    <div
      role="cell"
      title={title}
      className={classNames('figures min-w-0 truncate max-lg:hidden', isNumber && 'text-right')}
    >
      {children}
    </div>
  )
}
