'use client'
import { useMemo } from 'react'
import { simpleName } from '../../lib/profile/names.ts'
import { type ViewState } from '../../lib/profile/view.ts'
import { visibleText } from '../ui/visible-text.ts'
import { shownName } from './frame-words.ts'
import { type FrameNames } from './tree-messages.ts'

/** Longer than any box is wide; a name can be 10 MB. */
const maxLabelLength = 400

/** What to write on a frame's boxes; each worked out when it is first drawn. */
export function useNames({ frames, strings }: FrameNames, names: ViewState['names']): (frame: number) => string {
  return useMemo(() => {
    const labels: string[] = []
    const wordsOf = (name: string) => shownName(names === 'simple' ? simpleName(name) : name)
    return (frame: number) => {
      if (frame < 0) return 'all'
      return (labels[frame] ??= visibleText(wordsOf(strings[frames.name[frame]!]!), maxLabelLength))
    }
  }, [frames, strings, names])
}
