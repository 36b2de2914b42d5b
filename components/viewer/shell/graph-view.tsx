'use client'
import { useState } from 'react'
import type { PictureSource } from '../export/export-source.ts'
import type { Held } from '../state/ref.ts'
import { usePane, usePaneCallers } from '../state/use-pane.ts'
import type { ProfileTree } from '../state/use-profile-tree.ts'
import type { ViewerGiven } from '../state/use-viewer.ts'
import { PaneStage } from './pane-stage.tsx'
import { ViewerShell } from './viewer-shell.tsx'

/** One profile, in a shell of its own. */
export function GraphView({
  profile,
  picture,
  ...given
}: ViewerGiven & {
  profile: ProfileTree
  /** Filled with what gives the picture on the screen. */
  picture: Held<() => PictureSource | null>
}) {
  const [hovered, setHovered] = useState(-1)
  const pane = usePaneCallers(usePane(given, profile))
  return (
    <ViewerShell panes={[pane]} picture={picture} hovered={hovered}>
      <PaneStage pane={pane} onHover={setHovered} />
    </ViewerShell>
  )
}
