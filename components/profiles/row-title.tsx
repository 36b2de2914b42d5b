import { Pin, StickyNote, TriangleAlert } from 'lucide-react'
import Link from 'next/link'
import {
  givenName,
  hotMethodBesideName,
  profileTitle,
  rowName,
  simpleHotMethod,
} from '../../lib/contract/profile-title.ts'
import type { ProfileSummary } from '../../lib/contract/profile.ts'
import { describeTop, type TopText } from '../../lib/contract/top-method.ts'
import { CapturedMoment, useNow } from '../live/use-now.tsx'
import { Badge } from '../ui/badge.tsx'
import { Name } from '../ui/name.tsx'
import { visibleText } from '../../lib/profile/view/visible-text.ts'
import { formatShare } from '../../lib/profile/format/units.ts'
import { type CaptureRow, leadOf } from './capture-rows.ts'
import { explainMatch } from './explain-match.ts'

/** Below this share of Java frames with a name a row says so: a graph of fewer hides what is hot. */
const fewResolved = 0.95

/** The cell of a row that tells it from others: its link, what differs, and its marks. */
export function RowTitle({ row, search }: { row: CaptureRow; search: string }) {
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
          <span title={visibleText(notes)} className="shrink-0 text-muted">
            <StickyNote size={14} aria-hidden />
            <span className="sr-only">note: {visibleText(notes)}</span>
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
          <Badge
            tone="warn"
            title={`${formatShare(javaNamed)} of the Java frames have a name; the others are addresses`}
          >
            {formatShare(javaNamed)} resolved
          </Badge>
        ) : null}
        {labels.map((label) => (
          <Badge key={label}>
            <Name text={label} className="max-w-40" />
          </Badge>
        ))}
        {explainMatch(row, search).map(({ title, value }) => (
          <span key={title} className="flex max-w-full min-w-0 gap-1" data-matches={title}>
            <span className="shrink-0">matches {title}:</span>
            <Name text={value} mono className="text-ink" />
          </span>
        ))}
      </div>
    </div>
  )
}

function TitleLink({ profile }: { profile: ProfileSummary }) {
  const isMethod = givenName(profile) === null && simpleHotMethod(profile) !== null
  return (
    <Link
      href={`/profiles/${profile.id}`}
      prefetch={false}
      className="finger-high flex min-w-6 rounded-md font-medium hover:underline"
    >
      <Name text={rowName(profile, useNow())} whole={profileTitle(profile)} lines={2} mono={isMethod} />
    </Link>
  )
}

/**
 * Beside a name that was given the hot method; beside the hot method the moment, to the second; without one what comes
 * first all the same.
 */
function WhatDiffers({ profile }: { profile: ProfileSummary }) {
  const { hotMethod } = profile
  const isGiven = givenName(profile) !== null
  const method = isGiven ? hotMethodBesideName(profile) : null
  return (
    <>
      {method === null ? null : <Name text={method} whole={`Hot method: ${hotMethod!.name}`} mono />}
      {hotMethod === null || (isGiven && method === null) ? null : (
        <SelfShare top={describeTop(profile)!} isBesideMethod={isGiven} />
      )}
      {hotMethod === null ? <TopMethod profile={profile} isNeeded={!isGiven} /> : null}
      {isGiven || hotMethod === null ? null : (
        <span className="figures">
          <CapturedMoment of={profile} hasSeconds />
        </span>
      )}
    </>
  )
}

/** Where no method is ahead of the others the row says that none is hot, unless its name tells it apart. */
function TopMethod({ profile, isNeeded }: { profile: ProfileSummary; isNeeded: boolean }) {
  const top = describeTop(profile)
  if (top === null) return isNeeded ? <span title={whatIsHot}>no hot method</span> : null
  const { name, fullName, share, base, isClass } = top
  const whole = isClass
    ? `${fullName}: ${share} of ${base ?? 'all'}`
    : `${fullName} itself has ${share} of ${base ?? 'all'}. ${whatIsHot}`
  return (
    <span className="flex min-w-0 flex-wrap items-baseline gap-x-1">
      <span className="flex max-w-full min-w-0 items-baseline">
        <span className="shrink-0">top {isClass ? 'class' : 'method'}:&nbsp;</span>
        <Name text={name} whole={whole} mono />
      </span>
      <span className="figures">
        {share}
        {isClass && base === null ? null : <ShareBase base={base} selfClass="sr-only" />}
      </span>
    </span>
  )
}

const whatIsHot =
  'A hot method has at least 30% itself, and there are 100 samples or more; threads that idle do not count'

/** "Self" is left out beside the method, where a narrow column would cut that; else a comma leads on to the moment. */
function SelfShare({ top: { share, base }, isBesideMethod }: { top: TopText; isBesideMethod: boolean }) {
  return (
    <span className="figures shrink-0" title={`The hot method itself has ${share} of ${base ?? 'all'}`}>
      {share}
      {/* In columns of these windows the moment with its day would be on a line of its own. */}
      <ShareBase base={base} selfClass={isBesideMethod ? 'sr-only' : 'lg:max-[87.5rem]:sr-only'} />
      {isBesideMethod ? null : ','}
    </span>
  )
}

/** Says what a share is of: always where that is not all, since shares of two bases cannot be compared. */
function ShareBase({ base, selfClass }: { base: string | null; selfClass: string }) {
  return base === null ? <span className={selfClass}> self</span> : ` of ${base}`
}
