import { collapsedTitle } from '../../../lib/profile/filters/merge-runs.ts'
import type { Filter } from '../../../lib/profile/filters/filters.ts'
import { isBaseBox, isBaseFrame } from '../../../lib/profile/names/base-frames.ts'
import { packOfFrame } from '../../../lib/profile/filters/fold-framework.ts'
import { packageOfName } from '../../../lib/profile/names/java-package.ts'
import { kindOfFrame, nameOfFrame, type FrameKind } from '../../../lib/profile/model/profile.ts'
import type { NamedTree } from '../worker/tree-messages.ts'

/** A frame under the pointer, with the facts of which filters can be made. */
export interface PointedFrame {
  readonly node: number
  /** Canonical name; empty for node 0. */
  readonly name: string
  /** null for node 0. */
  readonly kind: FrameKind | null
  /** Package of a Java frame; empty for others. */
  readonly package: string
  /** Library of a native frame; empty when not known. */
  readonly module: string
  /** Id of the framework that it belongs to, or whose box it is; null for none. */
  readonly framework: string | null
  /** The box of a folded base, or a frame of one that is open. */
  readonly base: 'box' | 'frame' | null
}

export function describePointedFrame(model: NamedTree, node: number): PointedFrame {
  const { tree, frames, strings } = model
  const frame = tree.frame[node]!
  if (frame < 0) return { node, name: '', kind: null, package: '', module: '', framework: null, base: null }
  const name = nameOfFrame(model, frame)
  const kind = kindOfFrame(model, frame)
  return {
    node,
    name,
    kind,
    package: kind === 'java' || kind === 'unknown' ? packageOfName(name) : '',
    module: kind === 'java' ? '' : strings[frames.module[frame]!]!,
    framework: packOfFrame(model, frame),
    base: isBaseBox(model, frame) ? 'box' : isInOpenBase(model, node) ? 'frame' : null,
  }
}

function isInOpenBase(model: NamedTree, node: number): boolean {
  const { frame, parent } = model.tree
  const isThread = (at: number) => kindOfFrame(model, frame[at]!) === 'thread'
  let at = node
  while (at > 0 && isBaseFrame(model, frame[at]!)) at = parent[at]!
  return node > 0 && at !== node && (at === 0 || isThread(at))
}

/** Filters that are one function's. A thread at the root is no function, nor is a box of several. */
export type FunctionFilter = 'focus' | 'show-from' | 'hide' | 'drop'

export function createFunctionFilter(type: FunctionFilter, { name, kind, base }: PointedFrame): Filter | null {
  return kind === null || kind === 'thread' || base === 'box' ? null : { type, name }
}

export function createPackageFilter({ package: name }: PointedFrame): Filter | null {
  return name === '' ? null : { type: 'collapse-package', name }
}

export function createModuleFilter({ module: name }: PointedFrame): Filter | null {
  return name === '' ? null : { type: 'collapse-module', name }
}

/** Finds which filter of the list made this box; -1 for a frame that is none. */
export function findBoxFilter({ name, kind }: PointedFrame, filters: readonly Filter[]): number {
  if (kind !== 'folded') return -1
  return filters.findIndex(
    (filter) =>
      (filter.type === 'collapse-package' || filter.type === 'collapse-module') && collapsedTitle(filter.name) === name,
  )
}
