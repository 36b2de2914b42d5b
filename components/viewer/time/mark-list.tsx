'use client'
import type { Mark } from '../../../lib/profile/model/profile.ts'
import { markKinds, type MarkKind, markText } from '../../flame-graph/scene/mark-colours.ts'
import { Button } from '../../ui/button.tsx'
import { Name } from '../../ui/name.tsx'
import { Popover } from '../../ui/popover.tsx'
import { formatCount, formatDuration } from '../../../lib/profile/format/units.ts'
import type { TimeRange } from './heat-map-geometry.ts'
import { formatTimeOffset } from '../../../lib/profile/format/time-offset.ts'

const markLabels: Record<MarkKind, string> = { gc: 'GC', safepoint: 'Safepoint', throttled: 'Throttled' }

/** Limit of the marks in the list: more are seen in the chart, not read. */
const maxListedMarks = 300

/**
 * The meaning of each colour over the heat map, and its sum within `range`; under it all marks, each a way to its time.
 */
export function MarkList({
  marks,
  range,
  onRange,
}: {
  marks: readonly Mark[]
  /** null for the whole recording. */
  range: TimeRange | null
  onRange: (range: TimeRange) => void
}) {
  const kinds = markKinds.filter((kind) => marks.some((mark) => mark.kind === kind))
  if (kinds.length === 0) return null
  return (
    <Popover
      title="Pauses in this recording"
      align="end"
      className="flex max-h-[60vh] w-96 max-w-[calc(100vw-1rem)] flex-col gap-2"
      trigger={
        <Button
          variant="ghost"
          size="small"
          title="Pauses: list them"
          className="-mx-1.5 gap-3 px-1.5 text-xs max-sm:order-last max-sm:basis-full max-sm:justify-start"
        >
          {kinds.map((kind) => (
            <span key={kind} className="flex items-center gap-1.5">
              <MarkSquare kind={kind} />
              {summarize(
                marks.filter((mark) => mark.kind === kind),
                kind,
                range,
              )}
            </span>
          ))}
        </Button>
      }
    >
      <ul className="min-h-0 overflow-y-auto">
        {marks.slice(0, maxListedMarks).map((mark, index) => (
          <li key={index}>
            <button
              data-leads
              type="button"
              className="flex min-h-8 w-full items-center gap-2 rounded-md px-1.5 text-left hover:bg-surface"
              onClick={() => onRange([mark.fromMs, Math.max(mark.toMs, mark.fromMs + 1)])}
            >
              <MarkSquare kind={mark.kind} />
              <span className="figures w-20 shrink-0">{formatTimeOffset(mark.fromMs, 10)}</span>
              <Name text={mark.text} className="flex-1" />
              <span className="figures shrink-0 text-muted">{formatDuration(mark.toMs - mark.fromMs)}</span>
            </button>
          </li>
        ))}
      </ul>
      {marks.length > maxListedMarks ? (
        <p className="text-xs text-muted">and {formatCount(marks.length - maxListedMarks)} more in the chart</p>
      ) : null}
      <p className="text-xs text-muted">Choose one to see only the samples of its time.</p>
    </Popover>
  )
}

/** `GC 79, 80 ms`; `GC 11 of 79, 12 ms` in a part of the recording. */
function summarize(marks: readonly Mark[], kind: MarkKind, range: TimeRange | null): string {
  const [from, to] = range ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  const within = marks.filter(({ fromMs, toMs }) => fromMs < to && toMs >= from)
  const ms = within.reduce((sum, { fromMs, toMs }) => sum + Math.min(toMs, to) - Math.max(fromMs, from), 0)
  const of = within.length === marks.length ? '' : ` of ${formatCount(marks.length)}`
  return `${markLabels[kind]} ${formatCount(within.length)}${of}, ${formatDuration(ms)}`
}

function MarkSquare({ kind }: { kind: MarkKind }) {
  return <span aria-hidden className={`size-2.5 shrink-0 rounded-[2px] bg-current ${markText[kind]}`} />
}
