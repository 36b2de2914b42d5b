import { groupColour } from '../../../lib/profile/colour/colour.ts'
import type { ExportGraph, ExportOptions } from '../../flame-graph/export/export-scene.ts'
import { formatShare } from '../../../lib/profile/format/units.ts'
import type { Viewer } from '../state/use-viewer.ts'

/** The visible graphs to be saved as an image, at least one. */
export type ExportSource = Pick<ExportOptions, 'columns'>

/** Css colours and their meanings, where they are not those of a viewer. */
export type ExportLegend = ExportGraph['legend']

/**
 * Gives the visible graphs now, as they stand beside or below each other; null when none is drawn. `labels` tell the
 * viewers apart.
 */
export function createExportSource(
  viewers: readonly Viewer[],
  { labels = [], legend }: { labels?: readonly string[]; legend?: ExportLegend } = {},
): ExportSource | null {
  const panes = viewers
    .map((viewer, index) => listGraphs(viewer, labels[index] ?? '', legend ?? createLegend(viewer)))
    .filter((graphs) => graphs.length > 0)
  if (panes.length === 0) return null
  const besidePx = panes.reduce((sum, [first]) => sum + first!.widthPx, 0)
  return { columns: besidePx > innerWidth ? [panes.flat()] : panes }
}

/** The graph of a viewer, or callers and callees of a function; the legend stands below the last of them. */
function listGraphs({ graph, halves, texts }: Viewer, paneLabel: string, legend: ExportLegend): ExportGraph[] {
  const { callers, callees } = halves.get()
  const parts = [{ label: '', graph: graph.current, titleOf: texts.line }, callers, callees]
  const graphs = parts.flatMap((part): ExportGraph[] => {
    const scene = part?.graph?.scene()
    if (!part?.graph || !scene) return []
    const label = [paneLabel, part.label].filter((text) => text !== '').join(': ')
    return [{ scene, ...part.graph.size(), label, legend: [], titleOf: part.titleOf }]
  })
  return graphs.map((one, index) => (index === graphs.length - 1 ? { ...one, legend } : one))
}

function createLegend({ colours, theme }: Viewer): ExportLegend {
  return colours.legend.map(({ group, share }) => ({
    colour: groupColour(group, theme),
    text: `${group.label} ${formatShare(share)}`,
  }))
}
