'use client'
import { CirclePause } from 'lucide-react'
import Link from 'next/link'
import { captureStateLabels } from '../../lib/contract/capture-labels.ts'
import type { Target } from '../../lib/contract/target.ts'
import { WhoMay } from '../access/who-may.tsx'
import { isUnderWay } from '../capture/capture-phase.ts'
import { ProfileButton } from '../capture/profile-button.tsx'
import { jvmName } from '../jvms/select-targets.ts'
import { type SentProfiles, useLive, useProfiles } from '../live/use-live.tsx'
import { groupByCapture } from '../profiles/capture-rows.ts'
import { ProfileList } from '../profiles/profile-list.tsx'
import { createServiceHref } from '../links/service-href.ts'
import { PageTitle } from '../shell/page.tsx'
import { Badge } from '../ui/badge.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Name } from '../ui/name.tsx'
import { Section } from '../ui/section.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { BlocksOfSubjects } from './blocked-engines.tsx'
import { DoctorSection } from './doctor-section.tsx'
import { TargetFacts } from './target-facts.tsx'
import { CommandLineSection } from './command-line-section.tsx'

/** One JVM: what it is, what can be done with it, what was seen of its service before. */
export function TargetPage({ target: sent, sentProfiles }: { target: Target; sentProfiles: SentProfiles }) {
  const live = useLive((state) => state.targets.find((one) => one.id === sent.id))
  const isGone = useLive((state) => state.hasSnapshot && state.targets.every((one) => one.id !== sent.id))
  const capture = useLive((state) =>
    state.captures.findLast((one) => one.request.targetId === sent.id && isUnderWay(one)),
  )
  const target = live ?? sent
  const { container } = target
  const history = groupByCapture(useProfiles(sentProfiles).filter((profile) => profile.service === target.service))

  return (
    <>
      <PageTitle
        above={
          <>
            <Link href="/" className="rounded-md hover:underline">
              JVMs
            </Link>
            <span aria-hidden>/</span>
            {container ? <Name text={target.jvm.mainClass} mono /> : <span>on the host</span>}
          </>
        }
        actions={
          isGone ? null : capture ? (
            <ButtonLink href={`/captures/${capture.id}`} className="border-ember/60">
              <Spinner />
              {captureStateLabels[capture.state].now}
            </ButtonLink>
          ) : (
            <ProfileButton target={target} variant="primary" />
          )
        }
      >
        <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <Name text={jvmName(target)} />
          {target.state === 'running' || isGone ? null : (
            <Badge tone="warn">
              <CirclePause size={12} aria-hidden />
              {target.state}
            </Badge>
          )}
        </span>
      </PageTitle>
      {isGone ? (
        <p role="status" className="mb-5 rounded-md border border-warn/40 bg-warn-wash px-4 py-2.5">
          This JVM has ended. This is its last known state. If its container restarted, the new one is{' '}
          <Link href="/" className="underline">
            in the list
          </Link>
          .
        </p>
      ) : null}
      {isGone ? null : <WhoMay scope="capture" verb="profile this JVM" className="mb-5" />}
      <div className="flex flex-col gap-8">
        <TargetFacts target={target} />
        <BlocksOfSubjects
          subjects={container ? [container.imageDigest, container.image] : [`host:${target.jvm.mainClass}`]}
        />
        <DoctorSection target={target} isGone={isGone} />
        <CommandLineSection key={target.id} target={target} />
        <Section
          id="history"
          title="Latest profiles of this service"
          actions={
            history.length > 0 ? (
              <ButtonLink href={createServiceHref(target.service)} variant="ghost" size="small" prefetch={false}>
                Its deploys and all profiles
              </ButtonLink>
            ) : null
          }
        >
          {history.length === 0 ? (
            <p className="text-muted">
              None yet. They stay together here across restarts and image versions of{' '}
              <Name text={target.service} className="font-medium" />.
            </p>
          ) : (
            <ProfileList rows={history} />
          )}
        </Section>
      </div>
    </>
  )
}
