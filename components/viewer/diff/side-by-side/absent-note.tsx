import type { NamedTree } from '../../worker/named-tree.ts'
import { shownName } from '../../details/shown-name.ts'
import { stackOfNode } from '../../details/describe-frame.ts'
import { Name } from '../../../ui/name.tsx'
import type { SidePlace } from './side-paths.ts'

/** Over a graph that cannot show where the other one is zoomed to: what is missing, and what is shown instead. */
export function AbsentNote({
  place: { node, missing, absent },
  drawn,
  isRootBelow,
}: {
  place: SidePlace
  drawn: NamedTree
  isRootBelow: boolean
}) {
  if (missing === 0 || absent.length === 0) return null
  const shown = stackOfNode(drawn, node).at(-1)
  return (
    <div
      role="status"
      data-testid="absent"
      className={`floating absolute right-2 left-2 z-10 mx-auto max-w-md border-dashed! border-edge! px-2.5 py-1.5 text-sm ${isRootBelow ? 'top-2' : 'bottom-2'}`}
    >
      <p>
        <span className="font-medium">Absent here: </span>
        <Name text={shownName(absent[0]!)} mono wrap />
        {missing > 1 ? <span className="text-muted"> and {missing - 1} below it</span> : null}
      </p>
      <p className="text-muted">
        {shown === undefined ? (
          'Not even the start of its path is here: this is all.'
        ) : (
          <>
            Shown is the longest part of its path, to <Name text={shownName(shown)} mono wrap />
          </>
        )}
      </p>
    </div>
  )
}
