import { formatShare } from '../../../lib/profile/format/units.ts'
import { Button } from '../../ui/button.tsx'
import { Name } from '../../ui/name.tsx'
import { shortName } from '../../../lib/profile/names/names.ts'
import type { Viewer } from '../state/use-viewer.ts'
import { nameOfNode, nameWhole } from '../tree/describe-frame.ts'
import { wholeGraph } from '../view/view-changes.ts'

/** Characters of the zoomed function's name; all of it is in the title. */
const chipNameChars = 40

/** Says that a table is of the zoomed frame alone, and leads to all. */
export function ZoomChip({ viewer: { model, resolved, viewing } }: { viewer: Viewer }) {
  const { zoomNode } = resolved
  if (zoomNode === 0) return null
  const { total } = model.tree
  const name = nameOfNode(model, zoomNode)
  return (
    <p
      data-testid="zoom-chip"
      className="flex h-7 max-w-full min-w-0 items-center gap-1.5 rounded-md border border-line bg-surface pl-2"
    >
      <span className="text-muted">Only</span>
      <Name text={shortName(name, chipNameChars) || name} whole={name} mono />
      <span className="figures shrink-0 text-muted">
        ({formatShare(total[zoomNode]! / total[0]!)} of {nameWhole(model)})
      </span>
      <Button size="small" variant="ghost" className="shrink-0" onClick={() => viewing.change(wholeGraph, 'push')}>
        Show all
      </Button>
    </p>
  )
}
