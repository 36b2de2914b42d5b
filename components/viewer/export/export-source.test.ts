import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Viewer } from '../state/use-viewer.ts'
import { createExportSource } from './export-source.ts'

beforeEach(() => {
  vi.stubGlobal('document', { querySelector: () => ({ clientWidth: 900, clientHeight: 500 }) })
  vi.stubGlobal('innerWidth', 1000)
})
afterEach(() => vi.unstubAllGlobals())

const line = () => ''
const graphOf = (widthPx: number) => ({ scene: () => ({}), size: () => ({ widthPx, heightPx: 300 }) })
const paneOf = (graph: unknown, halves = {}) =>
  ({
    ...{ graph: { current: graph }, halves: { get: () => halves } },
    ...{ colours: { legend: [] }, theme: 'light', texts: { line } },
  }) as unknown as Viewer

it('an image has the size of the graph that it shows, also where another one is the first of the page', () => {
  expect(createExportSource([paneOf(graphOf(800))])).toMatchObject({ columns: [[{ widthPx: 800, heightPx: 300 }]] })
})

it('there is no image where no graph is drawn', () => {
  expect(createExportSource([paneOf(null)])).toBeNull()
})

it('an image of two panes has both graphs, beside each other or below as they stand in the window', () => {
  const labels = ['Before', 'After']
  const columnsOf = (widthPx: number) =>
    createExportSource([paneOf(graphOf(widthPx)), paneOf(graphOf(widthPx))], { labels })!.columns
  expect(columnsOf(500)).toMatchObject([[{ label: 'Before' }], [{ label: 'After' }]])
  expect(columnsOf(1000)).toMatchObject([[{ label: 'Before' }, { label: 'After' }]])
})

it('an image of callers and callees has both, and one legend', () => {
  const half = (label: string) => ({ label, graph: graphOf(900), titleOf: line })
  const legend = [{ colour: 'red', text: 'Java' }]
  const pane = paneOf(null, { callees: half('Callees of f'), callers: half('Callers of f') })
  expect(createExportSource([pane], { legend })!.columns).toMatchObject([
    [
      { label: 'Callers of f', legend: [] },
      { label: 'Callees of f', legend },
    ],
  ])
})
