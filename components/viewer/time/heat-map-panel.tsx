'use client'
import { ChevronDown } from 'lucide-react'
import { memo, type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import {
  cellSizes,
  getHeatMapEnd,
  getRecordedEnd,
  type HeatMap,
  mapToPoint,
} from '../../../lib/profile/time/heat-map.ts'
import type { Mark, Unit } from '../../../lib/profile/model/profile.ts'
import { markKinds } from '../../flame-graph/scene/mark-colours.ts'
import { readStoredText, writeStored } from '../../ui/browser-storage.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Select } from '../../ui/select.tsx'
import { visibleText } from '../../../lib/profile/view/visible-text.ts'
import { formatWeight } from '../../../lib/profile/format/weight.ts'
import { getCellRange, type TimeRange } from './heat-map-geometry.ts'
import { MarkList } from './mark-list.tsx'
import { formatDuration } from '../../../lib/profile/format/units.ts'
import { formatTimeRange } from '../../../lib/profile/format/time-offset.ts'
import { TimeAxis, TimeCanvas } from './time-canvas.tsx'
import { layOutTime } from './time-layout.ts'
import { TimeRangeSlider, useRangePick } from './time-range.tsx'
import type { ProfileFacts } from '../worker/tree-messages.ts'
import { useWidth } from '../../ui/use-width.ts'

/** Marks, such as pauses, that the text of a cell of the heat map names. */
const mostNamedMarks = 3

const storageKey = 'hearth.heat-map'
const noMarks: readonly Mark[] = []

/**
 * Whether this person had the heat map open last, on this browser; at first where there is room for it. In a window
 * lower than 600 px, or narrower than 640, it is closed at first, also where it was open last.
 */
function readHeatMapOpen(): boolean {
  const storedText = readStoredText(storageKey)
  if (storedText === null) return matchMedia('(min-width: 640px) and (min-height: 800px)').matches
  return storedText === 'open' && matchMedia('(min-width: 640px) and (min-height: 600px)').matches
}

/**
 * Samples over time: a line, marks of events such as pauses, and a heat map with seconds as columns. Drag over the line
 * or the heat map, click twice, or move the two thumbs, and the view shows that time only.
 */
export const HeatMapPanel = memo(function HeatMapPanel({
  facts: { timeSpan, unit, provenance },
  heatMap,
  cellMs,
  onCellMs,
  range,
  onRange,
  label = 'Samples over time',
  marksBeside = noMarks,
  draft = null,
  onDraft,
  isRangeNamed = false,
  controls,
}: {
  facts: Pick<ProfileFacts, 'timeSpan' | 'unit' | 'provenance'>
  /** null until the first one is counted. */
  heatMap: HeatMap | null
  cellMs: number
  onCellMs: (cellMs: number) => void
  /** In ms since the recording began, the end not included; null for all of it. */
  range: TimeRange | null
  onRange: (range: TimeRange | null) => void
  /** Its accessible name; a page with two of these panels gives each its own. */
  label?: string
  /**
   * Marks of the recording in the other pane: both panels have a lane for each kind of mark that either has, so that
   * the heat maps begin at one height.
   */
  marksBeside?: readonly Mark[]
  /** A range that is being chosen elsewhere, and shown here meanwhile. */
  draft?: TimeRange | null
  /** The range that is being chosen here; null when none is. */
  onDraft?: (draft: TimeRange | null) => void
  /** Whether the header beside the folded panel says the range, so that the panel has no text of it. */
  isRangeNamed?: boolean
  /** Further buttons, after the sizes of cells; in a window narrower than 1024 px they stand elsewhere. */
  controls?: ReactNode
}) {
  const frame = useRef<HTMLDivElement>(null)
  const widthPx = useWidth(frame)
  const [isOpen, setOpen] = useState(readHeatMapOpen)
  const [slid, setSlid] = useSliderDraft(range)
  const { marks } = provenance
  const kinds = useMemo(
    () => markKinds.filter((kind) => [...marks, ...marksBeside].some((mark) => mark.kind === kind)),
    [marks, marksBeside],
  )
  const rows = heatMap?.rows ?? Math.max(1, Math.round(1000 / cellMs))
  const [fromMs, endMs] =
    heatMap && timeSpan ? [heatMap.fromMs, getRecordedEnd(heatMap, timeSpan)] : (timeSpan ?? [0, 0])
  const stretch = heatMap ? (getHeatMapEnd(heatMap) - fromMs) / (endMs - fromMs) : 1
  const layout = useMemo(
    () => layOutTime(widthPx, kinds, rows, isOpen, stretch),
    [widthPx, kinds, rows, isOpen, stretch],
  )
  const isAll = ([from, to]: TimeRange) => heatMap && from <= fromMs && to >= endMs
  const choose = (next: TimeRange) => onRange(isAll(next) ? null : next)
  // Cells that the pointer reads: those that are narrower than a pixel are merged.
  const pointed = useMemo(() => heatMap && mapToPoint(heatMap, Math.max(1, widthPx)), [heatMap, widthPx])
  const pick = useRangePick(pointed, choose)
  const own = pick.draft ?? slid
  useRangeListener(own, onDraft)
  const chosen = own ?? draft
  const shown = chosen ?? range
  if (!timeSpan) return null
  const { durationMs, mergedFrom } = provenance
  // The duration that the page's header shows; the chart ends with a whole cell. A merged profile has no one duration.
  const wholeMs = durationMs !== null && mergedFrom === null ? durationMs : timeSpan[1] - timeSpan[0]
  const bounds: TimeRange = [fromMs, endMs]
  const cellText = pick.isHalfDone
    ? ' · click where it ends, Escape to cancel'
    : pointed && pick.hovered >= 0 && !pick.draft
      ? ` · ${describeCell(pointed, pick.hovered, unit, marks)}`
      : ''

  return (
    <section
      aria-label={label}
      className={classNames(
        '@container min-w-0 flex-1 px-3',
        isOpen ? 'basis-full' : 'flex flex-wrap items-center gap-x-3',
        isOpen ? '' : isRangeNamed ? 'grow-99 basis-44' : 'basis-68',
      )}
    >
      <div className={isOpen ? 'flex min-h-7 flex-wrap items-center gap-x-3' : 'contents'}>
        <IconButton
          label={isOpen ? 'Hide heat map' : 'Show heat map'}
          size="small-icon"
          aria-expanded={isOpen}
          className="-mx-1.5"
          onClick={() => {
            setOpen(!isOpen)
            writeStored(storageKey, isOpen ? 'folded' : 'open')
          }}
        >
          <ChevronDown size={14} aria-hidden className={isOpen ? undefined : '-rotate-90'} />
        </IconButton>
        <p
          className={classNames(
            'figures',
            isOpen ? 'flex min-w-fit flex-1 items-baseline whitespace-nowrap' : 'truncate sm:w-16 @xl:w-44',
            !isOpen && isRangeNamed && 'hidden',
          )}
        >
          {/* While it is being chosen, its digits are as many from cell to cell. */}
          {shown
            ? formatTimeRange(shown, chosen ? (pointed?.cellMs ?? cellMs) : undefined)
            : `all ${formatDuration(wholeMs)}`}
          {/* The legend keeps its room under the text of a cell: the row must not change with the pointer. */}
          <span className={classNames('font-sans text-xs text-muted', isOpen && 'relative flex-auto')}>
            {isOpen ? <ShadeLegend isHidden={cellText !== ''} /> : null}
            <span className={isOpen ? 'absolute inset-x-0 truncate pl-1' : undefined}>{cellText}</span>
          </span>
        </p>
        {/* In a narrow window the folded row has room for the line alone; the rest comes with the heat map. */}
        <div
          className={
            isOpen ? 'contents' : classNames('order-2 flex min-h-7 items-center gap-x-3', !range && 'max-lg:hidden')
          }
        >
          <span className={isOpen ? 'contents' : 'hidden @xl:contents'}>
            <MarkList marks={marks} range={shown} onRange={choose} />
          </span>
          {isOpen ? (
            <span className="flex items-center gap-1.5 text-xs text-muted max-sm:hidden">
              A cell is
              <Select
                aria-label="Cell of the heat map"
                className="[&_select]:h-6 [&_select]:py-0 [&_select]:text-xs [&>svg]:top-1.5"
                value={cellMs}
                choices={cellSizes}
                textOf={(size) => (size === 1000 ? '1 s' : `${size} ms`)}
                onChange={onCellMs}
              />
            </span>
          ) : null}
          <span className="contents max-lg:hidden">{controls}</span>
          <Button size="small" className="h-6!" disabled={range === null} onClick={() => onRange(null)}>
            All
          </Button>
        </div>
      </div>
      <div
        ref={frame}
        className={classNames(
          'relative',
          !isOpen && 'order-1 flex-1',
          !isOpen && (isRangeNamed ? 'min-w-16' : 'min-w-24'),
        )}
        style={{ minHeight: layout.heightPx }}
      >
        {heatMap && pointed ? (
          <TimeCanvas
            map={heatMap}
            pointed={pointed}
            layout={layout}
            span={timeSpan}
            range={shown}
            marks={marks}
            {...pick}
          />
        ) : null}
        <TimeRangeSlider
          bounds={bounds}
          cellMs={heatMap?.cellMs ?? cellMs}
          range={shown ?? bounds}
          heightPx={layout.line.height}
          isPicking={pick.isUnderWay}
          onDraft={(next) => setSlid(isAll(next) ? null : next)}
          onRange={choose}
        />
      </div>
      {isOpen ? <TimeAxis bounds={bounds} widthPx={widthPx} /> : null}
    </section>
  )
})

/** Shows the meanings of the shades of a cell: the colours are those of `paintTime`. */
const ShadeLegend = ({ isHidden }: { isHidden: boolean }) => (
  <span
    className={classNames('ml-3', isHidden && 'invisible')}
    title="Shade of a cell of the heat map: how much of the profile it has"
  >
    less
    <span
      aria-hidden
      className="mx-1.5 inline-block h-2 w-10 rounded-[2px] forced-color-adjust-none bg-linear-to-r from-spark/16 to-spark align-baseline"
    />
    more
  </span>
)

/** Reports each new range; ranges with the same ends are one. */
function useRangeListener(range: TimeRange | null, onDraft?: (draft: TimeRange | null) => void): void {
  const tell = useEffectEvent((draft: TimeRange | null) => onDraft?.(draft))
  const [from, to] = range ?? []
  useEffect(() => tell(from === undefined || to === undefined ? null : [from, to]), [from, to])
}

/**
 * The range while a thumb is dragged. Cleared when `range` changes, not when the drag ends: Radix reports the drag once
 * more after its end.
 */
function useSliderDraft(range: TimeRange | null) {
  const [slid, setSlid] = useState<TimeRange | null>(null)
  const [before, setBefore] = useState(String(range))
  if (before !== String(range)) {
    setBefore(String(range))
    setSlid(null)
  }
  return [slid, setSlid] as const
}

/** `2.45 to 2.50 s: 4 samples, G1 young collection`. */
function describeCell(map: HeatMap, cell: number, unit: Unit, marks: readonly Mark[]): string {
  const [from, to] = getCellRange(map, cell, cell)
  const here = marks.filter(({ fromMs, toMs }) => fromMs < to && toMs >= from).slice(0, mostNamedMarks)
  const what = [formatWeight(map.cells[cell] ?? 0, unit), ...here.map(({ text }) => visibleText(text))]
  return `${formatTimeRange([from, to], map.cellMs)}: ${what.join(', ')}`
}
