import { groupColour } from '../../../lib/profile/colour/colour.ts'
import type { Scene } from '../../flame-graph/scene/scene.ts'
import { formatShare } from '../../../lib/profile/format/units.ts'
import type { Viewer } from '../state/use-viewer.ts'

/** A graph to be saved as an image. */
export interface ExportSource {
  readonly scene: Scene
  readonly widthPx: number
  readonly heightPx: number
  /** Css colours and their meanings. */
  readonly legend: readonly { readonly colour: string; readonly text: string }[]
  /** One line of text about a node. */
  readonly titleOf: (node: number) => string
}

/** Gives the visible part now; null when no graph is drawn. */
export function createExportSource({ graph: { current }, colours, theme, texts }: Viewer): ExportSource | null {
  const scene = current?.scene()
  if (!current || !scene) return null
  return {
    scene,
    ...current.size(),
    legend: colours.legend.map(({ group, share }) => ({
      colour: groupColour(group, theme),
      text: `${group.label} ${formatShare(share)}`,
    })),
    titleOf: texts.line,
  }
}
