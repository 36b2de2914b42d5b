import { type FrameKind, frameKinds, type Unit } from '../../../lib/profile/model/profile.ts'
import type { VisibleWeights } from '../../../lib/profile/search/search-shares.ts'
import { getShownName, visibleText } from '../../../lib/profile/view/visible-text.ts'
import { formatShare } from '../../format/units.ts'
import type { NamedTree } from '../worker/tree-messages.ts'
import { formatWeight } from '../../format/weight.ts'

/** Kinds of frames as people call them. */
export const kindLabels: Record<FrameKind, string> = {
  java: 'Java',
  vm: 'JVM',
  native: 'native',
  kernel: 'kernel',
  unknown: 'unknown',
  thread: 'thread',
  folded: 'folded',
}

/** Everything the page says about one node, as words and numbers. */
export interface FrameDescription {
  readonly name: string
  /** As the engine wrote it; empty when that is the same. */
  readonly raw: string
  readonly module: string
  /** null for node 0, which stands for all. */
  readonly kind: FrameKind | null
  readonly self: number
  readonly total: number
  readonly ofView: number
  readonly ofAll: number
  readonly ofParent: number
  readonly children: number
}

/** `range` is the part of the zoomed node that a gesture left on the screen: then that is the view. */
export function describeNode(
  { tree, frames, strings }: NamedTree,
  node: number,
  zoomNode: number,
  range: VisibleWeights | null = null,
): FrameDescription {
  const frame = tree.frame[node]!
  const total = tree.total[node]!
  const parent = tree.parent[node]!
  const share = (whole: number) => (whole === 0 ? 0 : total / whole)
  const name = frame < 0 ? 'all' : getShownName(strings[frames.name[frame]!]!)
  const raw = frame < 0 ? '' : strings[frames.raw[frame]!]!
  return {
    name,
    raw: raw === name ? '' : raw,
    module: frame < 0 ? '' : strings[frames.module[frame]!]!,
    kind: frame < 0 ? null : frameKinds[frames.kind[frame]!]!,
    self: tree.self[node]!,
    total,
    ofView: range ? getVisibleShare(tree, node, range) : Math.min(1, share(tree.total[zoomNode]!)),
    ofAll: share(tree.total[0]!),
    ofParent: parent < 0 ? 1 : share(tree.total[parent]!),
    children: countChildren(tree, node),
  }
}

/** For a screen reader: "HashMap.get, 12 percent of view, 4 percent of total, 3 children". */
export function formatFrameLabel(description: FrameDescription): string {
  const percent = (share: number) => formatShare(share).replace(' %', ' percent')
  const children =
    description.children === 0
      ? 'no children'
      : description.children === 1
        ? '1 child'
        : `${description.children} children`
  return `${visibleText(description.name, 300)}, ${percent(description.ofView)} of view, ${percent(description.ofAll)} of total, ${children}`
}

/** On one line of text: "HashMap.get · java · total 120 samples · self 3 samples · 12 % of view · 4 % of all". */
export function formatFrameLine(description: FrameDescription, unit: Unit): string {
  return [
    visibleText(description.name, 300),
    description.kind,
    `total ${formatWeight(description.total, unit)}`,
    `self ${formatWeight(description.self, unit)}`,
    `${formatShare(description.ofView)} of view`,
    `${formatShare(description.ofAll)} of all`,
  ]
    .filter((part) => part !== null)
    .join(' · ')
}

/** What is said of a node, to a screen reader and on one line of text. */
export interface NodeTexts {
  readonly spoken: (node: number) => string
  readonly line: (node: number) => string
}

/** What one profile says of its nodes. */
export function createNodeTexts(
  model: NamedTree,
  { zoomNode, range }: { readonly zoomNode: number; readonly range: VisibleWeights | null },
  unit: Unit,
): NodeTexts {
  return {
    spoken: (node) => formatFrameLabel(describeNode(model, node, zoomNode, range)),
    line: (node) => formatFrameLine(describeNode(model, node, zoomNode, range), unit),
  }
}

function getVisibleShare({ total }: NamedTree['tree'], node: number, { starts, from, to }: VisibleWeights): number {
  const shown = Math.min(starts[node]! + total[node]!, to) - Math.max(starts[node]!, from)
  return to > from ? Math.max(0, shown) / (to - from) : 0
}

function countChildren({ end }: NamedTree['tree'], node: number): number {
  let children = 0
  for (let child = node + 1; child < end[node]!; child = end[child]!) children++
  return children
}

/** Canonical name of a node's frame; empty for the root, which is no function. */
export function nameOfNode({ tree, frames, strings }: NamedTree, node: number): string {
  const frame = tree.frame[node]!
  return frame < 0 ? '' : strings[frames.name[frame]!]!
}

/** Names from the root to this node. */
export function listStackNames({ tree, frames, strings }: NamedTree, node: number): string[] {
  const names: string[] = []
  for (let caller = node; caller > 0; caller = tree.parent[caller]!)
    names.push(strings[frames.name[tree.frame[caller]!]!]!)
  return names.reverse()
}
