'use client'
import { useRef } from 'react'
import type { NewShare } from '../../lib/contract/shares.ts'
import { formatCountOf } from '../../lib/profile/format/units.ts'
import { useTypedAnswer } from '../api/use-typed-answer.ts'
import { Name } from '../ui/name.tsx'
import { Spinner } from '../ui/spinner.tsx'
import type { SharedProfiles } from './preview-redaction.ts'

/** After the last key in the field of kept packages, names are masked anew: a debounce. */
const keptTypingMs = 250

/** The dialog may be higher than a small window, so it scrolls to the table as soon as that is there. */
const scrollToTable = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

/** How names will read behind the link, before it is made. `ids`: of the profile, and of its baseline if it has one. */
export function RedactionPreview({
  ids,
  redaction,
}: {
  ids: readonly string[]
  redaction: NonNullable<NewShare['redaction']>
}) {
  const loading = useRef<Promise<SharedProfiles> | null>(null)
  const masked = useTypedAnswer(
    JSON.stringify(redaction),
    async () => {
      const { loadSharedProfiles, previewRedaction } = await import('./preview-redaction.ts')
      loading.current ??= loadSharedProfiles(ids)
      return previewRedaction(await loading.current, redaction)
    },
    keptTypingMs,
  )
  if (masked?.error) return <p className="text-xs text-warn">How names will read cannot be shown now.</p>
  if (!masked?.answer)
    return (
      <p role="status" className="flex items-center gap-2 text-xs text-muted">
        <Spinner /> Masking names
      </p>
    )
  const { service, methods, hidden } = masked.answer
  const rows = [...(service ? [service] : []), ...methods]
  return (
    <section
      ref={scrollToTable}
      aria-label="How names will read"
      data-testid="redaction-preview"
      className="scroll-mb-17 text-xs"
    >
      <table className="w-full table-fixed">
        <thead>
          <tr className="text-left text-muted">
            <th className="font-normal">Here</th>
            <th className="font-normal">Behind the link</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, shown }) => (
            <tr key={name}>
              <td className="max-w-0 pr-3">
                <span className="flex">
                  <Name text={name} mono />
                </span>
              </td>
              <td className="max-w-0">
                <span className="flex">
                  <Name text={shown} mono />
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {redaction.keepPackages === null ? null : (
        <p className="mt-1 text-muted">
          {hidden === 0
            ? 'No method or function has a name to hide.'
            : `${formatCountOf(hidden, 'name')} of methods and functions hidden. The numbers go by total weight, 1 for the heaviest.`}
        </p>
      )}
    </section>
  )
}
