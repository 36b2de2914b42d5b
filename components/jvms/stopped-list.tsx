'use client'
import Link from 'next/link'
import { useState } from 'react'
import type { StoppedTarget } from '../../lib/contract/target.ts'
import { shortImage, shortMainClass } from '../../lib/profile/names/short-names.ts'
import { Ago } from '../live/use-now.tsx'
import { Name } from '../ui/name.tsx'
import { ShowAll } from '../ui/show-all.tsx'

/** JVMs come and go by the dozen in experiments and roll-outs; the latest profiles stand below. */
const fewStopped = 5

/**
 * JVMs that ended in the last hour, each with the way to the profiles of its service; the newest few until all are
 * asked for.
 */
export function StoppedList({ stopped }: { stopped: readonly StoppedTarget[] }) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? stopped : stopped.slice(0, fewStopped)
  return (
    <>
      <ul className="border-t border-line">
        {shown.map(({ id, service, containerName, image, mainClass, stoppedAt }) => (
          <li
            key={id}
            data-stopped={id}
            className="grid min-h-10 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-b border-line px-2 py-2 md:grid-cols-[minmax(0,16rem)_minmax(0,1fr)_minmax(0,1fr)_7rem_6rem]"
          >
            <Name
              text={containerName ?? 'on the host'}
              className={containerName === null ? 'text-muted' : 'font-medium'}
            />
            <Name text={shortMainClass(mainClass)} whole={mainClass} mono className="max-md:order-1" />
            <span className="flex min-w-0 max-md:hidden">
              {image === null ? null : <Name text={shortImage(image)} whole={image} mono className="text-muted" />}
            </span>
            <span className="figures text-right text-muted">
              <Ago at={stoppedAt} />
            </span>
            <Link
              href={`/profiles?service=${encodeURIComponent(service)}`}
              prefetch={false}
              aria-label={`Profiles of ${service}`}
              className="finger-high rounded-md text-right underline-offset-2 hover:underline max-md:order-2"
            >
              Profiles
            </Link>
          </li>
        ))}
      </ul>
      {stopped.length > fewStopped ? (
        <ShowAll isWhole={isWhole} count={stopped.length} onToggle={() => setWhole(!isWhole)} className="mt-2" />
      ) : null}
    </>
  )
}
