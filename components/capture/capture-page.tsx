'use client'
import { Circle, CircleCheck, CircleX } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { type Capture, captureSchema } from '../../lib/contract.ts'
import { callApi } from '../api/call-api.ts'
import { useLive } from '../live/use-live.tsx'
import { useNow } from '../live/use-now.tsx'
import { PageTitle } from '../shell/page.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Name } from '../ui/name.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { showProblem } from '../ui/toast.tsx'
import { formatCount, formatDuration } from '../units.ts'
import { CaptureEnd } from './capture-end.tsx'
import { ProfileButton } from './profile-button.tsx'
import { isUnderWay, type PhaseRow, phaseRows, recordedShare, secondsLeft, stateTexts } from './capture-phase.ts'

/** A capture on its way: what it does now, for how long still, what it has. Ends by showing the profile. */
export function CapturePage({ capture: sent }: { capture: Capture }) {
  const router = useRouter()
  const live = useLive((state) => state.captures.find((one) => one.id === sent.id))
  const target = useLive((state) => state.targets.find((one) => one.id === sent.request.targetId))
  const [cancelled, setCancelled] = useState<Capture | null>(null)
  const capture = newest(sent, live, cancelled)
  const now = useNow()
  const left = secondsLeft(capture, now)
  const underWay = isUnderWay(capture)
  const { containerName, service, image, mainClass } = capture.target

  useEffect(() => {
    if (capture.state === 'done' && capture.profileId) router.replace(`/profiles/${capture.profileId}`)
  }, [router, capture.state, capture.profileId])

  return (
    <>
      <PageTitle
        above={
          <>
            <Name text={mainClass} mono />
            {image ? <Name text={image} mono className="text-faint" /> : null}
          </>
        }
        actions={underWay ? <CancelButton capture={capture} onCancelled={setCancelled} /> : null}
      >
        <span className="flex min-w-0 gap-1.5">
          <span className="shrink-0">{underWay ? 'Profiling' : 'Capture of'}</span>
          <Name text={containerName ?? service} />
        </span>
      </PageTitle>

      {underWay ? (
        <section aria-label="Progress" className="mb-6">
          <div className="mb-2 flex flex-wrap items-center gap-x-8 gap-y-1" data-capture-state={capture.state}>
            <p role="status" className="flex items-center gap-2 text-base font-medium">
              <Spinner size={16} />
              {stateTexts[capture.state].now}
            </p>
            {left === null ? null : <Reading value={`${left} s`} what="left" />}
            <Reading value={formatCount(capture.samples)} what={capture.samples === 1 ? 'sample' : 'samples'} />
            {capture.lostSamples > 0 ? <Reading value={formatCount(capture.lostSamples)} what="lost" isBad /> : null}
          </div>
          <ProgressBar label="Recording" share={recordedShare(capture, now)} />
        </section>
      ) : (
        <CaptureEnd capture={capture} />
      )}

      <ol aria-label="Phases" className="border-t border-line">
        {phaseRows(capture, now).map((row) => (
          <Phase key={row.state} row={row} />
        ))}
      </ol>
      <p className="mt-3 text-faint">
        CPU by {capture.request.engine} at {capture.request.frequencyHz} Hz for {capture.request.seconds} s, host PID{' '}
        {capture.target.hostPid}.{underWay ? ' It goes on when you leave this page.' : ''}
      </p>
      {underWay ? null : (
        <div className="mt-6 flex flex-wrap gap-2">
          {target && capture.state !== 'done' ? <ProfileButton target={target} look="primary" /> : null}
          {target ? <ButtonLink href={`/targets/${target.id}`}>This JVM</ButtonLink> : null}
          <ButtonLink href="/">All JVMs</ButtonLink>
        </div>
      )}
    </>
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

const marks = {
  over: <CircleCheck size={16} aria-label="over" className="text-good" />,
  now: <Spinner size={16} />,
  ahead: <Circle size={16} aria-label="ahead" className="text-faint" />,
  broken: <CircleX size={16} aria-label="ended here" className="text-bad" />,
}

function Phase({ row }: { row: PhaseRow }) {
  const { title, about } = stateTexts[row.state]
  return (
    <li
      aria-current={row.is === 'now' ? 'step' : undefined}
      className="grid min-h-10 grid-cols-[1.25rem_8rem_minmax(0,1fr)_5.5rem] items-center gap-x-2 border-b border-line px-2 py-1.5 max-sm:grid-cols-[1.25rem_minmax(0,1fr)_5.5rem]"
    >
      {marks[row.is]}
      <span className={row.is === 'ahead' ? 'text-faint' : row.is === 'now' ? 'font-medium' : undefined}>{title}</span>
      <span className={`max-sm:hidden ${row.is === 'ahead' ? 'text-faint' : 'text-muted'}`}>{about}</span>
      <span className="figures text-right text-muted">{row.tookMs === null ? '' : formatDuration(row.tookMs)}</span>
    </li>
  )
}

function CancelButton({ capture, onCancelled }: { capture: Capture; onCancelled: (capture: Capture) => void }) {
  const [isAsking, setIsAsking] = useState(false)
  const cancel = () => {
    setIsAsking(true)
    callApi(`/api/captures/${capture.id}/cancel`, { method: 'POST', answer: captureSchema })
      .then(onCancelled)
      .catch(showProblem)
      .finally(() => setIsAsking(false))
  }
  return (
    <Button onClick={cancel} disabled={isAsking}>
      {isAsking ? <Spinner /> : null}
      Cancel
    </Button>
  )
}

/** Of what the page came with, what is live and what the API has answered, the one that got furthest. */
function newest(...captures: (Capture | null | undefined)[]): Capture {
  const known = captures.filter((one) => one != null)
  return known.reduce((best, one) => {
    const isFurther = one.phases.length > best.phases.length
    const isSame = one.phases.length === best.phases.length
    return isFurther || (isSame && (one.samples >= best.samples || one.profileId !== null)) ? one : best
  })
}
