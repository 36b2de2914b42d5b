import { expect, it } from 'vitest'
import { profileFromDiagram } from '../../../lib/testing/profiles/text-graph.ts'
import { applyFilters } from '../../../lib/profile/filters/filters.ts'
import { buildFlameChart } from '../../../lib/profile/tree/time-ordered-tree.ts'
import type { Mark } from '../../../lib/profile/model/profile.ts'
import type { Span } from '../../../lib/profile/time/time-span.ts'
import type { GraphViewport } from '../scene/viewport.ts'
import { createScene, recordDrawing } from '../testing/scene.ts'

const mark = (kind: Mark['kind'], fromMs: number, toMs: number): Mark => ({ kind, fromMs, toMs, text: kind })
const span: Span = [1000, 1100]
const profile = applyFilters(profileFromDiagram('one>a two>b\n1 1'), [{ type: 'by-thread' }])
const { tree, time } = buildFlameChart(profile, span)

/** The bands over the thread of this index: `kind from-to`, one pixel for each ms. */
function bandsOver(thread: 0 | 1, marks: readonly Mark[], viewport: Partial<GraphViewport> = {}): string[] {
  const zoomNode = 1 + 2 * thread
  const scene = createScene(profile, { ...time!, tree, zoomNode, chart: { span, marks } })
  const { fills } = recordDrawing(scene, { viewport: { widthPx: 100, ...viewport } })
  const bands = fills.filter(({ colour }) => ['gc', 'safepoint', 'throttled'].includes(colour))
  return bands.map(({ colour, x, width }) => `${colour} ${x}-${x + width}`)
}

it('marks are bands over each thread, where they are in time', () => {
  const marks = [mark('gc', 1010, 1020), mark('throttled', 1050, 1090)]
  expect(bandsOver(0, marks)).toEqual(['gc 10-20', 'throttled 50-90'])
  expect(bandsOver(1, marks)).toEqual(['gc 10-20', 'throttled 50-90'])
})

it('a band can be seen however short it is, is painted once, and ends with the graph', () => {
  const short = [mark('safepoint', 1010, 1010.01), mark('safepoint', 1010.2, 1010.3), mark('safepoint', 1099, 2000)]
  expect(bandsOver(0, short)).toEqual(['safepoint 10-11', 'safepoint 99-100'])
  expect(bandsOver(0, [mark('gc', 0, 900), mark('gc', 1200, 1300)])).toEqual([])
})
