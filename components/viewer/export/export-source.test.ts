import { afterEach, expect, it, vi } from 'vitest'
import type { Viewer } from '../state/use-viewer.ts'
import { createExportSource } from './export-source.ts'

afterEach(() => vi.unstubAllGlobals())

it('an image has the size of the graph that it shows, also where another one is the first of the page', () => {
  vi.stubGlobal('document', { querySelector: () => ({ clientWidth: 900, clientHeight: 500 }) })
  const scene = {}
  const graph = { current: { scene: () => scene, size: () => ({ widthPx: 800, heightPx: 300 }) } }
  const pane = { graph, colours: { legend: [] }, theme: 'light', texts: { line: () => '' } } as unknown as Viewer
  expect(createExportSource(pane)).toMatchObject({ widthPx: 800, heightPx: 300 })
})

it('there is no image where no graph is drawn', () => {
  vi.stubGlobal('document', { querySelector: () => ({ clientWidth: 900, clientHeight: 500 }) })
  expect(createExportSource({ graph: { current: null }, colours: { legend: [] } } as unknown as Viewer)).toBeNull()
})
