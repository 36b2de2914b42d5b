'use client'
import { memo } from 'react'
import type { Capture } from '../../lib/contract/capture.ts'
import type { Pod } from '../../lib/contract/pods.ts'
import { shortImage } from '../../lib/profile/names/short-names.ts'
import { Uptime } from '../live/use-now.tsx'
import { Badge } from '../ui/badge.tsx'
import { Name } from '../ui/name.tsx'
import { ProfilePodButton } from './profile-pod-button.tsx'

/** From 1024 px up; below that a row is two lines. */
export const podGrid =
  'lg:grid-cols-[minmax(12rem,2fr)_minmax(6rem,1fr)_minmax(8rem,1.4fr)_minmax(7rem,1fr)_6rem_7.25rem] lg:items-center lg:gap-x-3'

/** One container of a pod. */
export const PodRow = memo(function PodRow({
  pod,
  capture,
  isOutdated,
}: {
  pod: Pod
  /** Under way. */
  capture: Capture | undefined
  /** Whether the cluster of the pod does not answer. */
  isOutdated: boolean
}) {
  return (
    <div
      data-pod={pod.id}
      className={`relative grid min-h-10 gap-y-0.5 px-2 py-1.5 max-lg:grid-cols-2 max-lg:pr-32 ${podGrid}`}
    >
      <span role="cell" className="flex min-w-0 items-center gap-2 max-lg:col-span-2">
        <Name text={pod.name} />
        {isOutdated ? (
          <Badge tone="warn" title="Its cluster does not answer: this is what it last reported.">
            outdated
          </Badge>
        ) : pod.isReady ? null : (
          <Badge tone="warn">not ready</Badge>
        )}
        {pod.restarts > 0 ? <Badge title="Restarts of this container">{`↻ ${pod.restarts}`}</Badge> : null}
      </span>
      <span role="cell" className="min-w-0 text-muted">
        <Name text={pod.container} />
      </span>
      <span role="cell" className="min-w-0">
        <Name text={shortImage(pod.image)} whole={pod.image} mono className="text-muted" />
      </span>
      <span role="cell" className="min-w-0">
        <Name text={pod.node} />
      </span>
      <span role="cell" className="figures">
        <Uptime since={pod.startedAt} />
      </span>
      <span role="cell" className="flex justify-end max-lg:absolute max-lg:top-2 max-lg:right-2">
        <ProfilePodButton pod={pod} capture={capture} />
      </span>
    </div>
  )
})
