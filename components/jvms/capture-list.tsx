'use client'
import Link from 'next/link'
import { captureStateLabels } from '../../lib/contract/capture-labels.ts'
import type { Capture } from '../../lib/contract/capture.ts'
import { useIsOwn } from '../access/use-may.tsx'
import { describePerson } from '../capture/capture-labels.ts'
import { getRecordedShare, getSecondsLeft } from '../capture/capture-phase.ts'
import { visibleText } from '../../lib/profile/view/visible-text.ts'
import { formatWeight } from '../../lib/profile/format/weight.ts'
import { useNow } from '../live/use-now.tsx'
import { Name } from '../ui/name.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'

/** Captures under way, each with how far it is. `outdated`: collectors that do not answer. */
export function CaptureList({ captures, outdated }: { captures: readonly Capture[]; outdated: ReadonlySet<string> }) {
  const now = useNow()
  const isOwn = useIsOwn()
  return (
    <ul className="border-t border-line">
      {captures.map((capture) => {
        const isAway = outdated.has(capture.collectorId)
        const left = isAway ? null : getSecondsLeft(capture, now)
        const isRecorder = !isAway && capture.request.mode === 'flight-recorder' && capture.state === 'recording'
        const { service, containerName, mainClass } = capture.target
        return (
          <li key={capture.id} className="border-b border-line">
            <Link
              href={`/captures/${capture.id}`}
              prefetch={false}
              className="grid min-h-10 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-2 py-2 hover:bg-surface md:grid-cols-[minmax(0,16rem)_10rem_minmax(0,1fr)_6rem_8rem]"
            >
              <span className="flex min-w-0 flex-col">
                <Name text={containerName ?? service} className="font-medium" />
                {isOwn(capture.requestedBy) ? null : (
                  <Name text={`begun by ${describePerson(capture.requestedBy)}`} className="text-sm text-muted" />
                )}
              </span>
              <span className="flex items-center gap-2 text-muted">
                {isAway ? 'Does not answer' : captureStateLabels[capture.state].now}
              </span>
              <span className="max-md:col-span-full">
                <ProgressBar
                  label={`Recording of ${visibleText(mainClass)}`}
                  share={capture.state === 'recording' && !isAway ? getRecordedShare(capture, now) : null}
                />
              </span>
              <span className="figures md:text-right">
                {left !== null ? `${left} s left` : isRecorder ? `last ${capture.request.seconds} s` : ''}
              </span>
              {/* Some engines count them at the end only. */}
              <span className="figures text-right text-muted">
                {capture.samples > 0 ? formatWeight(capture.samples, 'samples') : ''}
              </span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
