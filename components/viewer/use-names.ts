'use client'
import { useMemo } from 'react'
import { type ColourMode } from '../../lib/profile/colour-group.ts'
import { frameColour, type Theme } from '../../lib/profile/colour.ts'
import { frameKinds } from '../../lib/profile/profile.ts'
import { visibleText } from '../ui/visible-text.ts'
import { shownName } from './frame-words.ts'
import { type FrameNames } from './tree-messages.ts'

/** Longer than any box is wide; a name can be 10 MB. */
const maxLabelLength = 400

/** What to write on a frame's boxes and how to fill them; each worked out when it is first drawn. */
export function useNames(
  { frames, strings }: FrameNames,
  mode: ColourMode,
  theme: Theme,
): { labelOf: (frame: number) => string; colourOf: (frame: number) => string } {
  const labelOf = useMemo(() => {
    const labels: string[] = []
    return (frame: number) => {
      if (frame < 0) return 'all'
      return (labels[frame] ??= visibleText(shownName(strings[frames.name[frame]!]!), maxLabelLength))
    }
  }, [frames, strings])
  const colourOf = useMemo(() => {
    const colours: string[] = []
    return (frame: number) =>
      (colours[frame] ??= frameColour(mode, frameKinds[frames.kind[frame]!]!, strings[frames.name[frame]!]!, theme))
  }, [frames, strings, mode, theme])
  return { labelOf, colourOf }
}
