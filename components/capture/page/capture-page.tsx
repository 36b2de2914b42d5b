'use client'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import type { Capture } from '../../../lib/contract/capture.ts'
import { useLive } from '../../live/use-live.tsx'
import { LiveView } from '../../live/view/live-view.tsx'
import { Page, PageTitle } from '../../shell/page.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Name } from '../../ui/name.tsx'
import { TextWithCode } from '../../ui/text-with-code.tsx'
import { Notice } from '../../viewer/shell/viewer-notices.tsx'
import { CaptureHeader } from './capture-header.tsx'
import { CaptureEnd, CapturePlan } from './capture-outcome.tsx'
import { isUnderWay } from '../capture-phase.ts'
import { PhaseList } from './phase-list.tsx'
import { ProfileButton } from '../profile-button.tsx'

/** A capture on its way: what it does now, for how long still, what it has so far. Ends by showing the profile. */
export function CapturePage({ capture: sent, query }: { capture: Capture; query: string }) {
  const router = useRouter()
  const live = useLive((state) => state.captures.find((one) => one.id === sent.id))
  const target = useLive((state) => state.targets.find((one) => one.id === sent.request.targetId))
  /** Why its collector does not answer. */
  const away = useLive((state) => state.collectors.find(({ id }) => id === sent.collectorId)?.problem)
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

  // The graph stays until its profile takes its place.
  if (underWay || (capture.state === 'done' && isUnderWay(sent))) {
    return (
      <LiveView
        capture={capture}
        query={query}
        header={(controls, status) => (
          <>
            <CaptureHeader capture={capture} status={status} isAway={Boolean(away)} onAnswer={setAnswered}>
              {controls}
            </CaptureHeader>
            {away ? (
              <Notice>
                <TextWithCode text={away.title} /> If it was stopped, what it recorded is kept; if it was killed,
                nothing is. This page says which once it runs again.
              </Notice>
            ) : null}
          </>
        )}
      >
        <div className="mx-auto max-w-6xl px-4 pt-5 pb-16">
          <CapturePlan capture={capture} />
          <PhaseList capture={capture} isAway={Boolean(away)} />
          <p className="mt-3 text-muted">
            {underWay && !away
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
        {target && capture.state !== 'done' ? <ProfileButton target={target} variant="primary" /> : null}
        {target ? <ButtonLink href={`/targets/${target.id}`}>This JVM</ButtonLink> : null}
        <ButtonLink href="/">JVMs</ButtonLink>
      </div>
    </Page>
  )
}

/** Of what the page came with, what is live and what the API has answered, the one that got furthest. */
function selectNewestCapture(...captures: (Capture | null | undefined)[]): Capture {
  const versions = captures.filter((one) => one != null)
  return versions.reduce((best, one) => {
    if (one.phases.length !== best.phases.length) return one.phases.length > best.phases.length ? one : best
    const isFurther = one.samples >= best.samples || one.live > best.live || one.profiles.length > 0
    return isFurther ? one : best
  })
}
