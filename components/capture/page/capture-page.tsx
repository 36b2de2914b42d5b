'use client'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import type { Capture } from '../../../lib/contract/capture.ts'
import { clusterCollectorId } from '../../../lib/contract/constants.ts'
import type { Target } from '../../../lib/contract/target.ts'
import { useMay } from '../../access/use-may.tsx'
import { selectNewestCapture } from '../../live/select-newest-capture.ts'
import { useLive, useReportCapture } from '../../live/use-live.tsx'
import { LiveView } from '../../live/view/live-view.tsx'
import { Page, PageTitle } from '../../shell/page.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Name } from '../../ui/name.tsx'
import { TextWithCode } from '../../ui/text-with-code.tsx'
import { Notice } from '../../viewer/shell/viewer-notices.tsx'
import { CaptureHeader } from './capture-header.tsx'
import { CaptureEnd, CapturePlan } from './capture-outcome.tsx'
import { isUnderWay } from '../capture-phase.ts'
import { PhaseList } from './phase-list.tsx'
import { ProfileButton } from '../profile-button.tsx'

/**
 * Follows a capture: its phase, the time left and the graph so far. When it is done, the page of its profile replaces
 * it. `query`: of the address that was asked for, without `?`, for the first view of the live graph.
 */
export function CapturePage({ capture: sent, query }: { capture: Capture; query: string }) {
  const router = useRouter()
  const live = useLive((state) => state.captures.find((one) => one.id === sent.id))
  const target = useLive((state) => state.targets.find((one) => one.id === sent.request.targetId))
  /** Why its collector does not answer; null where it does, undefined where the collector is not known. */
  const collectorProblem = useLive((state) => state.collectors.find(({ id }) => id === sent.collectorId)?.problem)
  // Another capture of the same JVM that is under way: a flight recorder that was saved goes on as a new capture.
  const successor = useLive((state) =>
    state.captures.find(
      (one) => one.id !== sent.id && one.request.targetId === sent.request.targetId && isUnderWay(one),
    ),
  )
  const onAnswer = useReportCapture()
  const capture = live ? selectNewestCapture(sent, live) : sent
  const underWay = isUnderWay(capture)
  const { containerName, service, image, mainClass } = capture.target

  const profileId = capture.state === 'done' ? capture.profiles[0]?.profileId : undefined
  useEffect(() => {
    // The address keeps the view of the live graph, which names frames by name: the profile has the same names.
    if (profileId) router.replace(`/profiles/${profileId}${location.search}`)
  }, [router, profileId])

  // The graph stays until its profile takes its place.
  if (underWay || (capture.state === 'done' && isUnderWay(sent))) {
    return (
      <LiveView
        capture={capture}
        query={query}
        header={(controls, status, graphSamples) => (
          <>
            <CaptureHeader
              capture={capture}
              status={status}
              graphSamples={graphSamples}
              isAway={Boolean(collectorProblem)}
              onAnswer={onAnswer}
            >
              {controls}
            </CaptureHeader>
            {collectorProblem ? (
              <Notice>
                <TextWithCode text={collectorProblem.title} /> If it was stopped, what it recorded is kept; if it was
                killed, nothing is. This page says which once it runs again.
              </Notice>
            ) : null}
          </>
        )}
      >
        <div className="mx-auto max-w-6xl px-4 pt-5 pb-16">
          <CapturePlan capture={capture} />
          <PhaseList capture={capture} isAway={Boolean(collectorProblem)} />
          <p className="mt-3 text-muted">
            {underWay && !collectorProblem
              ? 'The first snapshot appears after a few seconds of recording. You can leave this page; recording continues.'
              : ''}
          </p>
        </div>
      </LiveView>
    )
  }
  return (
    <Page wide>
      <PageTitle
        above={
          <>
            <Name text={mainClass} mono />
            {image ? <Name text={image} mono className="text-faint" /> : null}
          </>
        }
      >
        <span className="flex min-w-0 gap-1.5">
          <span className="shrink-0">Capture of</span>
          <Name text={containerName ?? service} />
        </span>
      </PageTitle>
      <CapturePlan capture={capture} />
      <CaptureEnd capture={capture} />
      <PhaseList capture={capture} />
      {successor ? (
        <p className="mt-3">
          <ButtonLink href={`/captures/${successor.id}`}>
            {successor.request.mode === 'flight-recorder' ? 'The flight recorder goes on' : 'The capture under way'}
          </ButtonLink>
        </p>
      ) : null}
      <div className="mt-6 flex flex-wrap gap-2">
        {capture.state === 'done' ? null : <ProfileAgain capture={capture} target={target} />}
        {target ? <ButtonLink href={`/targets/${target.id}`}>This JVM</ButtonLink> : null}
        <ButtonLink href="/">JVMs</ButtonLink>
      </div>
    </Page>
  )
}

/**
 * The same capture once more, while its JVM runs. Pods have no button here: they are captured from the page of JVMs.
 */
function ProfileAgain({ capture, target }: { capture: Capture; target: Target | undefined }) {
  const may = useMay()
  const isListKnown = useLive((state) => state.hasSnapshot)
  const { targetId: _, ...again } = capture.request
  if (target) return <ProfileButton target={target} variant="primary" again={again} />
  if (!isListKnown || !may('capture') || capture.collectorId === clusterCollectorId) return null
  return (
    <>
      <Button variant="primary" disabled aria-describedby="why-not-again">
        Profile again
      </Button>
      <p id="why-not-again" className="self-center text-muted">
        Its JVM is no longer listed: it has ended, or its host does not answer.
      </p>
    </>
  )
}
