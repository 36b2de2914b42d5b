/** Items that are compared besides nodes: functions, their classes and their packages. */
import type { DeltaKind, MergedTree } from '../merged-tree/comparison.ts'
import { isJavaFrame, packageOfName } from '../../names/java-package.ts'
import type { CallTree } from '../../tree/tree-columns.ts'
import type { TestItems } from './items.ts'

/** Names at one depth of one level, and to which of them each frame belongs. */
export interface FrameGroups {
  readonly names: readonly string[]
  /** Group of each merged frame; -1 for a frame that has none, such as one of the kernel. */
  readonly groupOfFrame: Int32Array
}

/** Segments of a package that people know it by: a company's, and one product's or part's. */
const packageDepths = [2, 3] as const

/** Groups by packages of both depths. A shorter package is the same at either depth, and is in the first. */
export function groupByPackage({ frames, strings }: Pick<MergedTree, 'frames' | 'strings'>): readonly FrameGroups[] {
  return packageDepths.map((depth, at) =>
    groupFrames({ frames, strings }, (name) => {
      const segments = packageOfName(name).split('.')
      if (at > 0 && segments.length < depth) return ''
      return segments.slice(0, depth).join('.')
    }),
  )
}

/** Every frame of the tree, Java or not. */
export function groupByFunction({ tree, frames, strings }: MergedTree): readonly FrameGroups[] {
  const groupOfFrame = new Int32Array(frames.length).fill(-1)
  const names: string[] = []
  for (let node = 1; node < tree.length; node++) {
    const frame = tree.frame[node]!
    if (groupOfFrame[frame]! < 0) groupOfFrame[frame] = names.push(strings[frames.name[frame]!]!) - 1
  }
  return [{ names, groupOfFrame }]
}

export function groupByClass({ frames, strings }: Pick<MergedTree, 'frames' | 'strings'>): readonly FrameGroups[] {
  return [groupFrames({ frames, strings }, (name) => name.slice(0, Math.max(0, name.lastIndexOf('.'))))]
}

/** `nameOf` gives the group of a Java method's name, empty for none. */
function groupFrames(
  { frames, strings }: Pick<MergedTree, 'frames' | 'strings'>,
  nameOf: (name: string) => string,
): FrameGroups {
  const rows = new Map<string, number>()
  const groupOfFrame = new Int32Array(frames.length).fill(-1)
  for (let frame = 0; frame < frames.length; frame++) {
    if (!isJavaFrame({ frames, strings }, frame)) continue
    const name = nameOf(strings[frames.name[frame]!]!)
    if (name === '') continue
    const group = rows.get(name) ?? rows.size
    rows.set(name, group)
    groupOfFrame[frame] = group
  }
  return { names: [...rows.keys()], groupOfFrame }
}

/** Groups of frames as items to test. */
export interface GroupItems extends FrameGroups {
  readonly items: Readonly<Record<DeltaKind, TestItems>>
}

/** A stack that passes through a group twice counts once in its total. */
export function createItems(tree: CallTree, groups: FrameGroups): GroupItems {
  const { names, groupOfFrame } = groups
  const { length } = names
  return {
    ...groups,
    items: {
      self: { length, tree, delta: 'self', itemOfNode: everyNode(tree, groupOfFrame) },
      total: { length, tree, delta: 'total', itemOfNode: outermostNodes(tree, groupOfFrame, length) },
    },
  }
}

function everyNode({ length, frame }: CallTree, groupOfFrame: Int32Array): Int32Array {
  const items = new Int32Array(length).fill(-1)
  for (let node = 1; node < length; node++) items[node] = groupOfFrame[frame[node]!]!
  return items
}

/** Gives the group of the outermost nodes alone: a node under one of its own group is in the total of that one. */
function outermostNodes({ length, frame, end }: CallTree, groupOfFrame: Int32Array, groups: number): Int32Array {
  const items = new Int32Array(length).fill(-1)
  // For each group the end of its last outermost node: from there on a node is below none of its own.
  const free = new Int32Array(groups)
  for (let node = 1; node < length; node++) {
    const group = groupOfFrame[frame[node]!]!
    if (group < 0 || node < free[group]!) continue
    free[group] = end[node]!
    items[node] = group
  }
  return items
}
