'use client'
import { Pin, StickyNote, TriangleAlert } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { noService, trashMs } from '../../lib/contract/constants.ts'
import {
  givenName,
  hotMethodBesideName,
  profileLabel,
  profileTitle,
  simpleHotMethod,
} from '../../lib/contract/profile-title.ts'
import type { ProfileSummary } from '../../lib/contract/profile.ts'
import { getEventLabel, getEngineLabel } from '../../lib/contract/engines.ts'
import { shortImage } from '../../lib/profile/names/short-names.ts'
import { CapturedAgo, CapturedMoment, Left } from '../live/use-now.tsx'
import { Badge } from '../ui/badge.tsx'
import { classNames } from '../ui/class-names.ts'
import { Name } from '../ui/name.tsx'
import { visibleText } from '../../lib/profile/view/visible-text.ts'
import { formatDuration, formatShare } from '../../lib/profile/format/units.ts'
import { formatWeight, formatWeightCompact } from '../../lib/profile/format/weight.ts'
import { createServiceHref } from '../links/service-href.ts'
import { type CaptureRow, leadOf } from './capture-rows.ts'
import { type RowAction, RowMenu } from './row-menu.tsx'
import type { RowSelection } from './use-selection.ts'

/** A capture in a list: what one event of it says, and links to all. */
export function ProfileListRow({
  row,
  grid,
  selection,
  onAct,
}: {
  row: CaptureRow
  grid: string
  selection: RowSelection | null
  onAct: (action: RowAction) => void
}) {
  const profile = leadOf(row)
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
          <input
            type="checkbox"
            className="size-4 accent-ember"
            aria-label={`Choose ${visibleText(profileLabel(profile), 60)}`}
            checked={isChosen}
            onChange={(event) => {
              const { shiftKey = false } = event.nativeEvent as MouseEvent
              selection.toggle(row, event.target.checked, shiftKey)
            }}
          />
        </div>
      ) : null}
      <Title row={row} />
      <div
        role="cell"
        className={classNames(
          'flex min-w-0 gap-x-2 gap-y-0.5 max-lg:order-last max-lg:col-span-full max-lg:items-baseline lg:flex-col',
          selection && 'max-lg:pl-9',
        )}
      >
        <Link
          href={createServiceHref(profile.service)}
          prefetch={false}
          className="flex max-w-full min-w-0 self-start rounded-md hover:underline"
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
            className="text-muted"
          />
        ) : null}
      </div>
      {row.events.length > 1 ? (
        <EventLinks row={row} hasChoice={selection !== null} />
      ) : (
        <Fact>
          <span className="flex min-w-0 items-baseline gap-1.5 font-sans">
            <Name text={getEventLabel(profile.event)} />
            <Name text={getEngineLabel(profile.engine)} className="text-muted" />
          </span>
        </Fact>
      )}
      <Fact>{profile.durationMs === null ? '–' : formatDuration(profile.durationMs)}</Fact>
      <Fact title={formatWeight(profile.total, profile.unit)}>
        {formatWeightCompact(profile.total, profile.unit)}
        {row.events.length > 1 ? (
          <span className="block truncate text-xs text-muted">of {getEventLabel(profile.event)}</span>
        ) : null}
      </Fact>
      <div
        role="cell"
        className={classNames(
          'text-muted max-lg:order-last max-lg:col-span-full max-lg:text-xs',
          selection && 'max-lg:pl-9',
        )}
      >
        {row.events.length > 1 ? null : <span className="mr-3 lg:hidden">{getEventLabel(profile.event)}</span>}
        {profile.deletedAt === null ? <CapturedAgo of={profile} /> : <LeftInTrash deletedAt={profile.deletedAt} />}
        <span className="figures ml-3 lg:hidden">
          {formatWeightCompact(profile.total, profile.unit)}
          {row.events.length > 1 ? ` of ${getEventLabel(profile.event)}` : ''}
        </span>
      </div>
      <div role="cell" className="max-lg:row-start-1 max-lg:-col-end-1">
        <RowMenu row={row} canCompare={selection !== null && !isChosen} onAct={onAct} />
      </div>
    </div>
  )
}

/** Below this share of Java frames with a name a row says so: a graph of fewer hides what is hot. */
const fewResolved = 0.95

function LeftInTrash({ deletedAt }: { deletedAt: number }) {
  return (
    <>
      <Left until={deletedAt + trashMs} />
      <span className="lg:hidden"> left in the trash</span>
    </>
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
                className="block max-w-full rounded-md hover:underline"
              >
                <Badge tone={isFound ? 'ember' : 'neutral'}>
                  <Name text={getEventLabel(event)} />
                  <span className="sr-only">
                    of {visibleText(profileLabel(profile), 60)}
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

function Title({ row }: { row: CaptureRow }) {
  const profile = leadOf(row)
  const { events } = row
  const { javaNamed } = profile
  const pinnedCount = events.filter(({ pinned }) => pinned).length
  const notes = [...new Set(events.map(({ note }) => note))].filter((note) => note !== '').join('\n')
  const partial = events.find((event) => event.partial !== null)?.partial
  const labels = [...new Set(events.flatMap((event) => event.labels))]
  return (
    <div role="cell" className="flex min-w-0 flex-col gap-y-0.5">
      <div className="flex min-w-0 items-center gap-x-2">
        <TitleLink profile={profile} />
        {pinnedCount > 0 ? (
          <span
            title={`${pinnedCount < events.length ? `${pinnedCount} of ${events.length} events pinned` : 'Pinned'}: kept whatever the rules say`}
            className="shrink-0 text-ember-ink"
          >
            <Pin size={14} aria-hidden />
            <span className="sr-only">pinned</span>
          </span>
        ) : null}
        {notes ? (
          <span title={visibleText(notes, 1000)} className="shrink-0 text-muted">
            <StickyNote size={14} aria-hidden />
            <span className="sr-only">note: {visibleText(notes, 200)}</span>
          </span>
        ) : null}
      </div>
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted empty:hidden">
        <WhatDiffers profile={profile} />
        {partial ? (
          <Badge tone="warn" title={visibleText(partial)}>
            <TriangleAlert size={12} aria-hidden />
            partial
          </Badge>
        ) : null}
        {javaNamed !== null && javaNamed < fewResolved ? (
          <Badge tone="warn" title={`${formatShare(javaNamed)} of the Java frames have a name; the others are addresses`}>
            {formatShare(javaNamed)} resolved
          </Badge>
        ) : null}
        {labels.map((label) => (
          <Badge key={label}>
            <Name text={label} className="max-w-40" />
          </Badge>
        ))}
      </div>
    </div>
  )
}

/** The name that it was given; else its hot method, since the service, the event and the duration have cells of their own. */
function TitleLink({ profile }: { profile: ProfileSummary }) {
  const given = givenName(profile)
  const method = simpleHotMethod(profile)
  const whole = profileTitle(profile)
  return (
    <Link
      href={`/profiles/${profile.id}`}
      prefetch={false}
      className="flex min-w-0 rounded-md font-medium hover:underline"
    >
      {given !== null ? (
        <Name text={given} whole={whole} lines={2} />
      ) : (
        <Name text={method ?? 'No hot method'} whole={whole} lines={2} mono className={method ? '' : 'text-muted'} />
      )}
    </Link>
  )
}

/** Beside a name that was given the hot method; beside the hot method the moment, to the second. */
function WhatDiffers({ profile }: { profile: ProfileSummary }) {
  const { hotMethod } = profile
  const isGiven = givenName(profile) !== null
  const method = isGiven ? hotMethodBesideName(profile) : null
  return (
    <>
      {method === null ? null : <Name text={method} whole={`Hot method: ${hotMethod!.name}`} mono />}
      {hotMethod === null || (isGiven && method === null) ? null : (
        <SelfShare share={hotMethod.share} isShort={isGiven} />
      )}
      {isGiven ? null : (
        <span className="figures">
          <CapturedMoment of={profile} hasSeconds />
        </span>
      )}
    </>
  )
}

/** Short beside the method, where a narrow column would cut that. */
function SelfShare({ share, isShort }: { share: number; isShort: boolean }) {
  const text = formatShare(share)
  return (
    <span className="figures shrink-0" title={`The hot method itself has ${text} of all`}>
      {text}
      <span className={isShort ? 'sr-only' : undefined}> self</span>
    </span>
  )
}

function Fact({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <div role="cell" title={title} className="figures min-w-0 truncate max-lg:hidden">
      {children}
    </div>
  )
}
