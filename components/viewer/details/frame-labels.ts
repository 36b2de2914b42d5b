import { simpleName } from '../../../lib/profile/names/names.ts'
import type { ViewState } from '../../../lib/profile/view/view.ts'
import { visibleText } from '../../ui/visible-text.ts'
import type { FrameNames } from '../worker/tree-messages.ts'

/** Longer than any box is wide; a name can be 10 MB. */
const maxLabelLength = 400

/** What to write on a frame's boxes; each worked out when it is first drawn. */
export function createLabels({ frames, strings }: FrameNames, names: ViewState['names']): (frame: number) => string {
  const labels = new Map<number, string>()
  const wordsOf = (name: string) => shownName(names === 'simple' ? simpleName(name) : name)
  return (frame) => {
    if (frame < 0) return 'all'
    let label = labels.get(frame)
    if (label === undefined) {
      label = visibleText(wordsOf(strings[frames.name[frame]!]!), maxLabelLength)
      labels.set(frame, label)
    }
    return label
  }
}

/** A folded file may hold frames without a name; nothing would show nothing. */
export function shownName(name: string): string {
  return name === '' ? '(empty name)' : name
}
