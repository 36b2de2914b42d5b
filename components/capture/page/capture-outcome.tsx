'use client'
import { CircleSlash } from 'lucide-react'
import type { Capture } from '../../../lib/contract.ts'
import { ProblemView } from '../../problem-view.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Name } from '../../ui/name.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { eventTexts } from '../capture-labels.ts'

/** How a capture ended: its problem with the way out, what was kept all the same, or the way to its profile. */
export function CaptureEnd({ capture: { state, problem, partial, profiles } }: { capture: Capture }) {
  return (
    <div className="mb-6 flex flex-col gap-3">
      {problem ? <ProblemView problem={problem} /> : null}
      {state === 'cancelled' ? (
        <p className="flex items-center gap-2 text-base">
          <CircleSlash size={16} aria-hidden className="text-muted" />
          Cancelled. Nothing was left behind in the container or on the host.
        </p>
      ) : null}
      {partial ? (
        <p className="rounded-md border border-warn/40 bg-warn-wash px-4 py-2">
          <span className="font-medium text-warn">Partial: </span>
          <Name text={partial} wrap />
        </p>
      ) : null}
      {state === 'done' ? (
        profiles.length > 0 ? (
          <p className="flex flex-wrap gap-2">
            {profiles.map(({ event, profileId }, index) => (
              <ButtonLink key={event} href={`/profiles/${profileId}`} look={index === 0 ? 'primary' : 'secondary'}>
                {profiles.length === 1 ? 'Open the flame graph' : eventTexts[event].title}
              </ButtonLink>
            ))}
          </p>
        ) : (
          <p role="status" className="flex items-center gap-2 text-muted">
            <Spinner />
            Putting the profile into the store
          </p>
        )
      ) : null}
    </div>
  )
}
