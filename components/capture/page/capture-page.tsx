'use client'
import { useRouter } from 'next/navigation'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Circle, CircleCheck, CircleX } from 'lucide-react'
import type { Capture } from '../../../lib/contract/capture.ts'
import { useLive } from '../../live/use-live.tsx'
import { useNow } from '../../live/use-now.tsx'
import { PageTitle } from '../../shell/page.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Name } from '../../ui/name.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { formatCount, formatDuration } from '../../../lib/profile/format/units.ts'
import { CaptureActions, CaptureEnd, CapturePlan } from './capture-outcome.tsx'
import {
  isUnderWay,
  type PhaseRow,
  listPhases,
  getRecordedShare,
  getSecondsLeft,
  stateLabels,
} from '../capture-phase.ts'
import { ProfileButton } from '../profile-button.tsx'

function PhaseList({ capture }: { capture: Capture }) {
  const now = useNow()
  return (
    <ol aria-label="Phases" className="border-t border-line">
      {listPhases(capture, now).map((row) => (
        <Phase key={row.state} row={row} />
      ))}
    </ol>
  )
}

const marks = {
  over: <CircleCheck size={16} aria-label="over" className="text-good" />,
  now: <Spinner size={16} />,
  ahead: <Circle size={16} aria-label="ahead" className="text-faint" />,
  broken: <CircleX size={16} aria-label="ended here" className="text-bad" />,
}

function Phase({ row }: { row: PhaseRow }) {
  const { title, about } = stateLabels[row.state]
  return (
    <li
      aria-current={row.status === 'now' ? 'step' : undefined}
      className="grid min-h-10 grid-cols-[1.25rem_8rem_minmax(0,1fr)_5.5rem] items-center gap-x-2 border-b border-line px-2 py-1.5 max-sm:grid-cols-[1.25rem_minmax(0,1fr)_5.5rem]"
    >
      {marks[row.status]}
      <span className={row.status === 'ahead' ? 'text-faint' : row.status === 'now' ? 'font-medium' : undefined}>
        {title}
      </span>
      <span className={`max-sm:hidden ${row.status === 'ahead' ? 'text-faint' : 'text-muted'}`}>{about}</span>
      <span className="figures text-right text-muted">{row.tookMs === null ? '' : formatDuration(row.tookMs)}</span>
    </li>
  )
}

// The viewer is large, and a capture has to be there at once.
const LiveView = lazy(async () => ({ default: (await import('../../live/view/live-view.tsx')).LiveView }))

/** A capture on its way: what it does now, for how long still, what it has so far. Ends by showing the profile. */
export function CapturePage({ capture: sent, query }: { capture: Capture; query: string }) {
  const router = useRouter()
  const live = useLive((state) => state.captures.find((one) => one.id === sent.id))
  const target = useLive((state) => state.targets.find((one) => one.id === sent.request.targetId))
  const successor = useLive((state) =>
    state.captures.find(
      (one) => one.id !== sent.id && one.request.targetId === sent.request.targetId && isUnderWay(one),
    ),
  )
  const [answered, setAnswered] = useState<Capture | null>(null)
  const capture = selectNewestCapture(sent, live, answered)
  const underWay = isUnderWay(capture)
  const { containerName, service, image, mainClass } = capture.target

  const profileId = capture.state === 'done' ? capture.profiles[0]?.profileId : undefined
  useEffect(() => {
    // The view of the live graph goes along: it is made of names, and they are the same in the profile.
    if (profileId) router.replace(`/profiles/${profileId}${location.search}`)
  }, [router, profileId])

  return (
    <>
      <PageTitle
        above={
          <>
            <Name text={mainClass} mono />
            {image ? <Name text={image} mono className="text-faint" /> : null}
          </>
        }
        actions={underWay ? <CaptureActions capture={capture} onAnswer={setAnswered} /> : null}
      >
        <span className="flex min-w-0 gap-1.5">
          <span className="shrink-0">{underWay ? 'Profiling' : 'Capture of'}</span>
          <Name text={containerName ?? service} />
        </span>
      </PageTitle>
      <CapturePlan capture={capture} />
      {underWay ? <Progress capture={capture} /> : <CaptureEnd capture={capture} />}
      {underWay ? (
        <Suspense>
          <LiveView capture={capture} query={query} />
        </Suspense>
      ) : null}
      <PhaseList capture={capture} />
      {underWay ? <p className="mt-3 text-faint">You can leave this page; recording continues.</p> : null}
      {!underWay && successor ? (
        <p className="mt-3">
          <ButtonLink href={`/captures/${successor.id}`}>
            {successor.request.mode === 'flight-recorder' ? 'The flight recorder goes on' : 'The capture under way'}
          </ButtonLink>
        </p>
      ) : null}
      {underWay ? null : (
        <div className="mt-6 flex flex-wrap gap-2">
          {target && capture.state !== 'done' ? <ProfileButton target={target} variant="primary" /> : null}
          {target ? <ButtonLink href={`/targets/${target.id}`}>This JVM</ButtonLink> : null}
          <ButtonLink href="/">All JVMs</ButtonLink>
        </div>
      )}
    </>
  )
}

function Progress({ capture }: { capture: Capture }) {
  const now = useNow()
  const left = getSecondsLeft(capture, now)
  const isKeeping = capture.request.mode === 'flight-recorder' && capture.state === 'recording'
  return (
    <section aria-label="Progress" className="mb-6">
      <div className="mb-2 flex flex-wrap items-center gap-x-8 gap-y-1" data-capture-state={capture.state}>
        <p role="status" className="flex items-center gap-2 text-base font-medium">
          <Spinner size={16} />
          {stateLabels[capture.state].now}
        </p>
        {left === null ? null : <Reading value={`${left} s`} what="left" />}
        {isKeeping ? (
          <p className="text-muted">keeps the last {capture.request.seconds} s until you save them</p>
        ) : null}
        {capture.samples > 0 ? (
          <Reading value={formatCount(capture.samples)} what={capture.samples === 1 ? 'sample' : 'samples'} />
        ) : null}
        {capture.lostSamples > 0 ? <Reading value={formatCount(capture.lostSamples)} what="lost" isBad /> : null}
      </div>
      <ProgressBar label="Recording" share={getRecordedShare(capture, now)} />
    </section>
  )
}

function Reading({ value, what, isBad = false }: { value: string; what: string; isBad?: boolean }) {
  return (
    <p className={isBad ? 'text-bad' : undefined}>
      <span className="font-mono text-base tabular-nums">{value}</span>{' '}
      <span className={isBad ? undefined : 'text-muted'}>{what}</span>
    </p>
  )
}

/** Of what the page came with, what is live and what the API has answered, the one that got furthest. */
function selectNewestCapture(...captures: (Capture | null | undefined)[]): Capture {
  const known = captures.filter((one) => one != null)
  return known.reduce((best, one) => {
    if (one.phases.length !== best.phases.length) return one.phases.length > best.phases.length ? one : best
    const isFurther = one.samples >= best.samples || one.live > best.live || one.profiles.length > 0
    return isFurther ? one : best
  })
}
