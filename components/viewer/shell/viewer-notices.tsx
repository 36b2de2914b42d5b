import { type ReactNode, useState } from 'react'
import { Info, TriangleAlert, X } from 'lucide-react'
import type { Viewer } from '../state/use-viewer.ts'
import { classNames } from '../../ui/class-names.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { TextWithCode } from '../../ui/text-with-code.tsx'
import { formatCountOf } from '../../../lib/profile/format/units.ts'

/** Notices on parts that the graph lacks, or shows less of than was asked for. */
export function ViewerNotices({ viewer: { model, resolved, viewing, isBuilding } }: { viewer: Viewer }) {
  const [dismissedPath, setDismissedPath] = useState('')
  const { missing } = resolved
  const path = viewing.view.zoom.join()
  // Where widths are changes, two equal profiles have no width at all, so the totals of the sides decide.
  const { before, after } = model.sides ?? { before: model.tree, after: model.tree }
  const isEmpty = before.total[0] === 0 && after.total[0] === 0
  return (
    <>
      {/* While a tree is built, the path may be one of that tree. */}
      {missing > 0 && !isBuilding && dismissedPath !== path ? (
        <Notice onDismiss={() => setDismissedPath(path)}>
          The link points {formatCountOf(missing, 'frame')} deeper than this profile goes: this is the longest part of
          its path that is here.
        </Notice>
      ) : null}
      <NoticeList texts={model.warnings.map(({ text }) => text)} />
      {isEmpty ? <Notice>No sample matches these threads and filters.</Notice> : null}
    </>
  )
}

/**
 * Notices in one row, the most important first; the others are behind its button. Those of `always`, which change what
 * the graph means, are never behind it; on a phone the first two lines of these stand, and a press shows the rest.
 */
export function NoticeList({ always = [], texts }: { always?: readonly string[]; texts: readonly string[] }) {
  const [isOpen, setOpen] = useState(false)
  const shown = always.length > 0 ? always.join(' ') : texts[0]
  const others = always.length > 0 ? texts : texts.slice(1)
  if (shown === undefined) return null
  const more = others.length > 0
  const isAlways = always.length > 0
  // On a phone, where it might take five rows, it is cut: alone to one, of `always` to two.
  const isLong = shown.length > phoneChars * (isAlways ? 2 : 1)
  const cut = isAlways ? 'max-sm:line-clamp-2' : more ? 'truncate' : 'max-sm:truncate'
  return (
    <>
      <Notice>
        <div className="flex items-center gap-3">
          <span className={classNames('min-w-0', !isOpen && cut)}>
            <TextWithCode text={shown} />
          </span>
          {more || isLong ? (
            <Button
              size="tiny"
              className={more ? undefined : 'sm:hidden'}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? 'Less' : more ? formatCountOf(others.length, 'more note') : 'All of it'}
            </Button>
          ) : null}
        </div>
      </Notice>
      {isOpen
        ? others.map((text) => (
            <Notice key={text}>
              <TextWithCode text={text} />
            </Notice>
          ))
        : null}
    </>
  )
}

/** Characters that surely fit on a line of a phone. */
const phoneChars = 40

/** One line above the graph about parts that it shows or lacks. */
export function Notice({
  tone = 'warning',
  action,
  onDismiss,
  children,
}: {
  tone?: 'warning' | 'information'
  action?: { readonly text: string; readonly run: () => void }
  onDismiss?: () => void
  children: ReactNode
}) {
  return (
    <div
      role="status"
      className={`flex items-center gap-2 border-b border-line px-3 py-1 text-sm ${tone === 'warning' ? 'bg-warn-wash' : 'bg-surface'}`}
    >
      {tone === 'warning' ? (
        <TriangleAlert size={14} aria-hidden className="shrink-0 text-warn" />
      ) : (
        <Info size={14} aria-hidden className="shrink-0 text-muted" />
      )}
      <div className="min-w-0 flex-1">
        {children}
        {action ? (
          <Button size="small" className="ml-3" onClick={action.run}>
            {action.text}
          </Button>
        ) : null}
      </div>
      {onDismiss ? <IconButton label="Dismiss" size="small-icon" onClick={onDismiss} icon={X} /> : null}
    </div>
  )
}
