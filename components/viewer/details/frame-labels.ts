import type { ViewState } from '../../../lib/profile/view/view.ts'
import { boxLabel } from '../../../lib/profile/view/visible-text.ts'
import type { FrameNames } from '../worker/tree-messages.ts'

/** What to write on a frame's boxes; each worked out when it is first drawn. */
export function createLabels({ frames, strings }: FrameNames, names: ViewState['names']): (frame: number) => string {
  const labels = new Map<number, string>()
  return (frame) => {
    if (frame < 0) return 'all'
    let label = labels.get(frame)
    if (label === undefined) labels.set(frame, (label = boxLabel(strings[frames.name[frame]!]!, names)))
    return label
  }
}
