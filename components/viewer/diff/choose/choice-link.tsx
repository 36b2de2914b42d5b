import Link from 'next/link'
import type { ReactNode } from 'react'
import type { ProfileSummary } from '../../../../lib/contract/profile.ts'
import { givenName, isNamedByEvent, simpleHotMethod } from '../../../../lib/contract/profile-title.ts'
import { getEventLabel, getEngineLabel } from '../../../../lib/contract/engines.ts'
import { shortImage } from '../../../../lib/profile/names/short-names.ts'
import { CapturedMoment } from '../../../live/use-now.tsx'
import { Name } from '../../../ui/name.tsx'

/** Some choices under a heading. */
export function Choices({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="px-2 pb-0.5 text-xs text-muted">{title}</h3>
      <ul>{children}</ul>
    </section>
  )
}

/** One thing to compare with: a link, so that it can be opened in another tab too. */
export function ChoiceLink({
  href,
  onChosen,
  icon,
  title,
  about,
}: {
  href: string
  onChosen: () => void
  icon?: ReactNode
  title: string
  about?: ReactNode
}) {
  return (
    <li>
      <Link
        href={href}
        prefetch={false}
        data-choice
        onClick={onChosen}
        className="flex min-h-8 min-w-0 items-center gap-2 rounded-md px-2 py-1 text-sm hover:bg-surface focus-visible:bg-surface focus-visible:-outline-offset-2"
      >
        {icon}
        <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
          <Name text={title} className="shrink-0 max-w-full" />
          {about === undefined ? null : <span className="flex min-w-0 gap-x-1.5 text-xs text-muted">{about}</span>}
        </span>
      </Link>
    </li>
  )
}

/** Facts that tell one profile from another: `CPU · perf · shop:1.4 · 15:40 UTC`. */
export function AboutProfile({
  profile,
  isNamed = false,
}: {
  profile: ProfileSummary
  /** The link shows its name, where that is not the title: as one among those of its service. */
  isNamed?: boolean
}) {
  const { event, engine, image } = profile
  const name = isNamed ? (givenName(profile) ?? simpleHotMethod(profile)) : null
  return (
    <>
      {name === null ? null : <Name text={name} className="max-w-56 text-ink" />}
      {/* The title, its headline, may say it. */}
      {!isNamed && isNamedByEvent(profile) ? null : <span className="shrink-0">{getEventLabel(event)}</span>}
      <span className="shrink-0">{getEngineLabel(engine)}</span>
      {image ? <Name text={shortImage(image)} whole={image} mono /> : null}
      <span className="shrink-0">
        <CapturedMoment of={profile} />
      </span>
    </>
  )
}
