'use client'
import { Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { captureStateLabels } from '../../../lib/contract/capture-labels.ts'
import type { Capture } from '../../../lib/contract/capture.ts'
import { eventLabels } from '../../../lib/contract/engines.ts'
import { formatCount } from '../../../lib/profile/format/units.ts'
import { useIsOwn } from '../../access/use-may.tsx'
import { useNow } from '../../live/use-now.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Name } from '../../ui/name.tsx'
import { Popover } from '../../ui/popover.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { describePerson, describePlanOf, describeRequest } from '../capture-labels.ts'
import { getRecordedShare, getSecondsLeft } from '../capture-phase.ts'
import { CaptureActions, CapturePlan } from './capture-outcome.tsx'
import { PhaseList } from './phase-list.tsx'

/**
 * The head of a capture, in one row, so that the graph gets the rest of the window: which JVM is profiled, what happens
 * now and how long it still takes; its phases and failed attempts are behind a button. `children` are the controls of
 * the graph. They are null until there is a graph; until then the page below says how the capture records. On a phone
 * the parts stand below each other.
 */
export function CaptureHeader({
  capture,
  status,
  graphSamples,
  isAway,
  onAnswer,
  children,
}: {
  capture: Capture
  /** Text of the live graph. Where it is not empty it takes the place of the text that says how the capture records. */
  status: string
  /** Number of samples in the graph below, which is some seconds older than the capture; null for no graph. */
  graphSamples: number | null
  /** Whether the collector does not answer: then it is not known whether the capture still records. */
  isAway: boolean
  /** Called with the capture that the server answers to a button of `CaptureActions`. */
  onAnswer: (capture: Capture) => void
  children: ReactNode
}) {
  const now = useNow()
  const isOwn = useIsOwn()
  const { request, plan, target, fallbacks, requestedBy } = capture
  const { containerName, service, image, mainClass } = target
  const failed = fallbacks.length
  // Live objects are known once it ends.
  const [liveEvent = request.events[0]!] = request.events.filter((event) => event !== 'live-heap')
  return (
    <header className="relative flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-0.5">
      <div className="flex min-w-0 flex-1 basis-80 items-center gap-x-4 max-sm:flex-wrap max-sm:gap-y-0.5">
        <h1 className="flex min-w-0 gap-1.5 text-base font-semibold max-sm:-order-1 max-sm:flex-1 max-sm:basis-3/4">
          <span className="shrink-0">Profiling</span>
          <Name text={containerName ?? service} />
        </h1>
        <Progress capture={capture} {...{ now, graphSamples, isAway }} />
        <p role="status" className="text-sm whitespace-nowrap text-muted empty:hidden">
          {status}
        </p>
        {/* The live graph is of the first event that is known while it records. This stands before what may be cut. */}
        {children && request.events.length > 1 ? (
          <p className="max-w-44 shrink-0 text-xs leading-3.5 text-muted max-sm:max-w-none">
            Live: <span className="text-ink">{eventLabels[liveEvent].title}</span>. The other{' '}
            {request.events.length === 2 ? 'event is' : `${request.events.length - 1} events are`} saved with it.
          </p>
        ) : null}
        {status === '' && children && request.events.length === 1 ? (
          <p className="min-w-0 shrink-9999 truncate text-sm text-muted max-sm:hidden">
            {[
              // First, since the end is cut off at 1280 pixels.
              ...(isOwn(requestedBy) ? [] : [`Begun by ${describePerson(requestedBy)}`]),
              ...(plan ? [describePlanOf(capture, plan)] : []),
              describeRequest(request),
            ].join(' · ')}
          </p>
        ) : null}
        <Popover
          title="About this capture"
          align="start"
          className="w-[38rem] max-w-[calc(100vw-1rem)]"
          trigger={
            <IconButton
              label={
                failed === 0
                  ? 'About this capture'
                  : `About this capture: ${failed} failed ${failed === 1 ? 'attempt' : 'attempts'}`
              }
              size="small-icon"
              className={`-ml-2 max-sm:-order-1 max-sm:ml-auto ${failed === 0 ? '' : 'text-warn'}`}
              icon={failed === 0 ? Info : TriangleAlert}
            />
          }
        >
          <p className="mb-2 flex flex-wrap gap-x-3 text-sm">
            <Name text={mainClass} mono />
            {image ? <Name text={image} mono className="text-muted" /> : null}
          </p>
          <CapturePlan capture={capture} />
          <PhaseList capture={capture} isAway={isAway} />
          <p className="mt-3 text-muted">You can leave this page; recording continues.</p>
        </Popover>
      </div>
      {/* On a phone the buttons fit one row, so only a button at work shows its icon. */}
      <div className="flex flex-wrap items-center gap-2 max-sm:gap-1.5 max-sm:[&_.lucide:not(.animate-turn)]:hidden max-sm:[&>button]:px-2">
        {children}
        <CaptureActions capture={capture} isAway={isAway} onAnswer={onAnswer} />
      </div>
      <div className="absolute inset-x-0 -bottom-px">
        {isAway ? null : <ProgressBar label="Recording" share={getRecordedShare(capture, now)} isLine />}
      </div>
    </header>
  )
}

function Progress({
  capture,
  now,
  graphSamples,
  isAway,
}: {
  capture: Capture
  now: number
  graphSamples: number | null
  isAway: boolean
}) {
  const { state, request, samples, lostSamples } = capture
  const left = isAway ? null : getSecondsLeft(capture, now)
  /** Whether it records into a ring: only the last seconds are kept, until a person saves them. */
  const isKeeping = request.mode === 'flight-recorder' && state === 'recording'
  return (
    <section
      aria-label="Progress"
      data-capture-state={state}
      className="flex shrink-0 items-center gap-x-4 whitespace-nowrap max-sm:shrink max-sm:flex-wrap"
    >
      <p role="status" className="flex items-center gap-2 font-medium">
        {isAway ? null : <Spinner size={16} />}
        {isAway ? 'As last seen' : captureStateLabels[state].now}
      </p>
      {left === null ? null : <Reading value={`${left} s`} what="left" />}
      {isKeeping && !isAway ? (
        <p className="text-muted">keeps the last {request.seconds} s until you save them</p>
      ) : null}
      {samples === 0 ? null : graphSamples !== null && graphSamples < samples ? (
        <Reading value={`${formatCount(graphSamples)} of ${formatCount(samples)}`} what="samples drawn" />
      ) : (
        <Reading value={formatCount(samples)} what={samples === 1 ? 'sample' : 'samples'} />
      )}
      {lostSamples > 0 ? <Reading value={formatCount(lostSamples)} what="lost" isBad /> : null}
    </section>
  )
}

function Reading({ value, what, isBad = false }: { value: string; what: string; isBad?: boolean }) {
  return (
    <p className={isBad ? 'text-bad' : undefined}>
      <span className="figures">{value}</span> <span className={isBad ? undefined : 'text-muted'}>{what}</span>
    </p>
  )
}
