'use client'
import { CircleSlash, CornerDownRight, Save } from 'lucide-react'
import { useState } from 'react'
import type { Capture } from '../../../lib/contract/capture.ts'
import { clusterCollectorId } from '../../../lib/contract/constants.ts'
import { eventLabels } from '../../../lib/contract/engines.ts'
import { ProblemView } from '../../problem-view.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { describeEnder, describePerson, describePlanOf, describeRequest } from '../capture-labels.ts'
import { useIsOwn, useMay } from '../../access/use-may.tsx'
import { callApi } from '../../api/call-api.ts'
import { showProblem } from '../../ui/toast.tsx'
import { TextWithCode } from '../../ui/text-with-code.tsx'

/**
 * Ends a capture under way: keep what it has, or throw it away. Before the capture of another person is thrown away it
 * names that person and asks.
 */
export function CaptureActions({
  capture,
  isAway,
  onAnswer,
}: {
  capture: Capture
  /** Whether the collector of the capture does not answer. */
  isAway: boolean
  onAnswer: (capture: Capture) => void
}) {
  const [sending, setSending] = useState<'save' | 'cancel' | null>(null)
  const [isAsking, setAsking] = useState(false)
  const send = (action: 'save' | 'cancel') => {
    setSending(action)
    callApi(`/api/v1/captures/${capture.id}/${action}`, { method: 'POST', answer: 'capture' })
      .then(onAnswer)
      .catch(showProblem)
      .finally(() => {
        setSending(null)
        setAsking(false)
      })
  }
  const may = useMay()
  const isOwn = useIsOwn()(capture.requestedBy)
  if (!may('capture')) return null
  const { mode, seconds } = capture.request
  const isRecorder = mode === 'flight-recorder'
  const began = `${describePerson(capture.requestedBy, true)} began this ${isRecorder ? 'flight recorder' : 'capture'}.`
  const title = isAway ? 'The collector does not answer.' : isOwn ? undefined : began
  const offered = { disabled: sending !== null || isAway, title }
  /** Offers what keeps the samples, while there are some to keep. */
  const renderSave = (variant: 'primary' | 'secondary') =>
    capture.state === 'recording' ? (
      <Button variant={variant} onClick={() => send('save')} {...offered}>
        {sending === 'save' ? <Spinner /> : <Save size={14} aria-hidden />}
        {isRecorder ? `Save the last ${seconds} s` : 'Stop and keep'}
      </Button>
    ) : null
  return (
    <>
      {renderSave(isRecorder ? 'primary' : 'secondary')}
      <Button onClick={() => (isOwn ? send('cancel') : setAsking(true))} {...offered}>
        {sending === 'cancel' ? <Spinner /> : null}
        Cancel
      </Button>
      {isOwn ? null : (
        <Dialog
          open={isAsking}
          isBusy={sending !== null}
          onOpenChange={setAsking}
          title={`Cancel this ${isRecorder ? 'flight recorder' : 'capture'}?`}
          about={`${began} Its samples are thrown away.`}
        >
          <DialogActions>
            {renderSave('primary')}
            <Button variant="danger" onClick={() => send('cancel')} {...offered}>
              {isRecorder ? 'Cancel flight recorder' : 'Cancel capture'}
            </Button>
            <Button onClick={() => setAsking(false)} disabled={sending !== null}>
              Let it run
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  )
}

/** How a capture ended: its problem with the way out, what was kept all the same, or the way to its profile. */
export function CaptureEnd({ capture }: { capture: Capture }) {
  const isOwn = useIsOwn()
  const { state, problem, partial, profiles, notRemoved } = capture
  return (
    <div className="mb-6 flex flex-col gap-3">
      {problem ? <ProblemView problem={problem} /> : null}
      {state === 'cancelled' ? (
        <p className="flex items-center gap-2 text-base">
          <CircleSlash size={16} aria-hidden className="shrink-0 text-muted" />
          Cancelled{describeEnder(capture, isOwn)}.
          {notRemoved.length === 0 ? ' Nothing was left behind in the container or on the host.' : ''}
        </p>
      ) : null}
      {notRemoved.length > 0 ? (
        <div className="rounded-md border border-warn/40 bg-warn-wash px-4 py-2 break-words">
          <p id="may-be-left" className="font-medium text-warn">
            May be left:
          </p>
          <ul aria-labelledby="may-be-left" className="list-disc pl-5">
            {notRemoved.map((left, index) => (
              <li key={index}>{left}</li>
            ))}
          </ul>
        </div>
      ) : null}
      {partial ? (
        <p className="rounded-md border border-warn/40 bg-warn-wash px-4 py-2">
          <span className="font-medium text-warn">Partial: </span>
          <TextWithCode text={partial} />
        </p>
      ) : null}
      {state === 'done' ? (
        profiles.length > 0 ? (
          <p className="flex flex-wrap gap-2">
            {profiles.map(({ event, profileId }, index) => (
              <ButtonLink key={event} href={`/profiles/${profileId}`} variant={index === 0 ? 'primary' : 'secondary'}>
                {profiles.length === 1 ? 'Open the flame graph' : eventLabels[event].title}
              </ButtonLink>
            ))}
          </p>
        ) : (
          <p role="status" className="flex items-center gap-2 text-muted">
            <Spinner />
            Saving the profile
          </p>
        )
      ) : null}
    </div>
  )
}

/**
 * Says what records, from where and for whom, who stopped it early, and which ways were tried before, a line each. Of
 * the user's own captures it names no person.
 */
export function CapturePlan({ capture }: { capture: Capture }) {
  const isOwn = useIsOwn()
  const { request, plan, fallbacks, target, requestedBy, state } = capture
  const asked = [
    describeRequest(request),
    ...(request.scope === 'jvm' ? [] : [request.scope === 'container' ? 'all of its container' : 'the whole host']),
    ...(request.kernelFrames ? ['with kernel frames'] : []),
  ].join(', ')
  const ender = state === 'cancelled' ? '' : describeEnder(capture, isOwn) // CaptureEnd says who cancelled
  const people = [
    ...(isOwn(requestedBy) ? [] : [`Begun by ${describePerson(requestedBy)}.`]),
    ...(ender === '' ? [] : [`${request.mode === 'timed' ? 'Stopped' : 'Saved'}${ender}.`]),
  ]
  return (
    <div className="mb-4 flex flex-col gap-1" data-plan={plan ? `${plan.engine} ${plan.vantage}` : ''}>
      <p>
        {plan ? (
          <>
            <span className="font-medium">{describePlanOf(capture, plan)}</span>
            <span className="text-muted">&nbsp;· {asked}</span>
          </>
        ) : (
          <span className="text-muted">{asked}</span>
        )}
        {/* Of a pod it is 0 until its JVM is found, then a PID of its node or of the pod: of no listed host. */}
        {target.hostPid > 0 && capture.collectorId !== clusterCollectorId ? (
          <span className="text-faint">&nbsp;· host PID {target.hostPid}</span>
        ) : null}
      </p>
      {people.length > 0 ? <p className="break-words text-muted">{people.join(' ')}</p> : null}
      {fallbacks.length > 0 ? (
        <ul aria-label="Failed attempts" className="flex flex-col gap-1">
          {fallbacks.map(({ problem, ...way }, index) => {
            const next = fallbacks[index + 1] ?? plan
            return (
              <li key={index} className="flex items-start gap-1.5 text-warn" data-problem={problem.code}>
                <CornerDownRight size={14} aria-hidden className="mt-0.5 shrink-0" />
                <span className="min-w-0">
                  {describePlanOf(capture, way)} failed:{' '}
                  <span className="text-ink">
                    <TextWithCode text={problem.title} />
                  </span>
                  {next ? ` Fell back to ${describePlanOf(capture, next)}.` : ''}
                </span>
              </li>
            )
          })}
        </ul>
      ) : null}
    </div>
  )
}
