'use client'
import { X, ZoomIn } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { findWhole } from '../../flame-graph/geometry/node-ranges.ts'
import { cutText } from '../../../lib/profile/names/cut-text.ts'
import { formatDuration, formatShare } from '../../../lib/profile/format/units.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Select } from '../../ui/select.tsx'
import { useWidth } from '../../ui/use-width.ts'
import { visibleText } from '../../../lib/profile/view/visible-text.ts'
import type { Span } from '../../../lib/profile/time/time-span.ts'
import { toggleChart } from '../view/view-changes.ts'
import { nameOfNode } from '../tree/describe-frame.ts'
import type { Viewer } from '../state/use-viewer.ts'
import { findNamedSpan, findNamedStretch } from '../time/named-span.ts'
import { TimeAxis } from '../time/time-canvas.tsx'

/** Where a zoom would change less, most names fit as it is. */
const enoughFactor = 1.2

/**
 * The strip over a flame chart: its thread, a way out, the times of the visible part, and, while most boxes are too
 * narrow for a name, how far to zoom in.
 */
export function ChartStrip({ viewer, span: [first, last] }: { viewer: Viewer; span: Span }) {
  const { model, graph, resolved, navigation, viewing } = viewer
  const axis = useRef<HTMLDivElement>(null)
  const widthPx = useWidth(axis)
  const shown = findWhole(model, resolved.zoomNode)
  const [bounds, setBounds] = useState<Span>([first, last])
  // Starts and widths of a flame chart are ms, from thread to thread: `startMs` more is the time in the recording.
  const startMs = first - (model.starts[shown] ?? 0)
  const { tree, widths } = model
  const namedMs = useMemo(
    () => (widths ? findNamedSpan({ end: tree.end, widths }, shown, widthPx) : Infinity),
    [tree, widths, shown, widthPx],
  )
  const factor = (bounds[1] - bounds[0]) / namedMs
  const zoomToNames = () => {
    if (!widths) return
    const visible: Span = [bounds[0] - startMs, bounds[1] - startMs]
    const boxes = { starts: model.starts, end: tree.end, widths }
    const [from, to] = findNamedStretch(boxes, shown, widthPx, namedMs, visible)
    graph.current?.zoomToRange({ from, to })
  }
  // After each render: the graph may be another one since.
  useEffect(() =>
    graph.current?.watch(({ from, to }) =>
      setBounds((before) =>
        before[0] === from + startMs && before[1] === to + startMs ? before : [from + startMs, to + startMs],
      ),
    ),
  )
  const textOf = (node: number) => {
    const share = model.tree.total[0]! > 0 ? model.tree.total[node]! / model.tree.total[0]! : 0
    return `${visibleText(cutText(nameOfNode(model, node), 100))} · ${formatShare(share)}`
  }
  return (
    <>
      <div className="flex shrink-0 items-center gap-3 px-3 py-1 max-sm:flex-wrap">
        <Select
          aria-label="Thread of the flame chart"
          className="w-72 max-w-full max-sm:w-[calc(100%-2.5rem)] [&_select]:h-7"
          value={shown}
          choices={model.chartThreads}
          textOf={textOf}
          onChange={navigation.zoomTo}
        />
        {/* In a wider window the button that led here is in sight, pressed. */}
        <IconButton
          label="Leave the flame chart"
          variant="secondary"
          size="small-icon"
          className="lg:hidden"
          onClick={() => viewing.change(toggleChart(viewing.view), 'push')}
          icon={X}
        />
        <p className="min-w-0 truncate text-xs text-muted max-sm:hidden">
          Time from left to right. Where nothing is drawn, the thread was not sampled.
        </p>
        {widthPx > 0 && factor > enoughFactor ? (
          <Button size="tiny" className="ml-auto" icon={ZoomIn} onClick={zoomToNames}>
            Zoom to {formatDuration(namedMs)}, where names fit
          </Button>
        ) : null}
      </div>
      <div ref={axis} className="shrink-0">
        <TimeAxis bounds={bounds} widthPx={widthPx} />
      </div>
    </>
  )
}
