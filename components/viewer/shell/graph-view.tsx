'use client'
import type { ExportSource } from '../export/export-source.ts'
import type { ValueStore } from '../../ui/store.ts'
import { useCallers } from '../state/use-callers.ts'
import { useViewer, type ViewerInput } from '../state/use-viewer.ts'
import { PaneStage } from './pane-stage.tsx'
import { ViewerShell } from './viewer-shell.tsx'

export interface GraphViewProps extends Pick<
  ViewerInput,
  'profile' | 'summary' | 'viewing' | 'notes' | 'nodeToReveal'
> {
  /** Gets the function that gives the image of the visible graph. */
  readonly exportSource?: ValueStore<() => ExportSource | null>
}

/** One profile, in a shell of its own. */
export function GraphView({ exportSource, ...input }: GraphViewProps) {
  const viewer = useCallers(useViewer(input))
  return (
    <ViewerShell panes={[viewer]} exportSource={exportSource}>
      <PaneStage viewer={viewer} />
    </ViewerShell>
  )
}
