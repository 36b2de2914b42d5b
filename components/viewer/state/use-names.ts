'use client'
import { useMemo } from 'react'
import type { ViewState } from '../../../lib/profile/view.ts'
import { createLabels } from '../details/frame-labels.ts'
import type { FrameNames } from '../worker/tree-messages.ts'

/** What to write on a frame's boxes. */
export function useNames({ frames, strings }: FrameNames, names: ViewState['names']): (frame: number) => string {
  return useMemo(() => createLabels({ frames, strings }, names), [frames, strings, names])
}
