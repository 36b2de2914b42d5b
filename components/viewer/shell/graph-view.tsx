'use client'
import { useState } from 'react'
import type { ExportSource } from '../export/export-source.ts'
import type { Store } from '../../ui/store.ts'
import { usePane, usePaneCallers } from '../state/use-pane.ts'
import type { ProfileTreeState } from '../state/use-profile-tree.ts'
import type { ViewerInput } from '../state/use-viewer.ts'
import { PaneStage } from './pane-stage.tsx'
import { ViewerShell } from './viewer-shell.tsx'

/** One profile, in a shell of its own. */
export function GraphView({
  profile,
  exportSource,
  ...given
}: ViewerInput & {
  profile: ProfileTreeState
  /** Filled with what gives the picture on the screen. */
  exportSource: Store<() => ExportSource | null>
}) {
  const [hovered, setHovered] = useState(-1)
  const pane = usePaneCallers(usePane(given, profile))
  return (
    <ViewerShell panes={[pane]} exportSource={exportSource} hovered={hovered}>
      <PaneStage pane={pane} onHover={setHovered} />
    </ViewerShell>
  )
}
