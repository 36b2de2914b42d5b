import { getFrameTitle } from '../../../lib/profile/names/base-frames.ts'
import { kindOfFrame, nameOfFrame, type FrameKind, frameKinds, type Unit } from '../../../lib/profile/model/profile.ts'
import { getVisibleWeight, type VisibleWeights } from '../../../lib/profile/search/search-shares.ts'
import { getShownName, visibleText } from '../../../lib/profile/view/visible-text.ts'
import type { CallTree, FlameLayout } from '../../../lib/profile/tree/call-tree.ts'
import { isInSubtree } from '../../../lib/profile/tree/tree-rows.ts'
import { type HotLine, listHotLines } from '../../../lib/profile/tree/hot-lines.ts'
import { formatDuration, formatShare } from '../../../lib/profile/format/units.ts'
import { formatTimeOffset } from '../../../lib/profile/format/time-offset.ts'
import type { NamedTree } from '../worker/tree-messages.ts'
import { formatWeight } from '../../../lib/profile/format/weight.ts'

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
  /** The name that the engine wrote; empty when that is the same. */
  readonly raw: string
  readonly module: string
  /** null for node 0, the root. */
  readonly kind: FrameKind | null
  readonly self: number
  readonly total: number
  readonly ofView: number
  readonly ofAll: number
  /** What `ofAll` is of; see nameWhole. */
  readonly whole: string
  readonly ofParent: number
  readonly children: number
  /** When a box of a flame chart ran, in ms since the recording began; null elsewhere. */
  readonly ran: { readonly fromMs: number; readonly ms: number } | null
}

/** What the weight of the root is, as in `12% of all`; not `all` where filters took samples away. */
export function nameWhole({
  removed = [],
  sides,
}: Pick<NamedTree, 'removed'> & { readonly sides?: { readonly isCut: boolean } }): 'all' | 'what filters keep' {
  return sides?.isCut || removed.some((weight) => weight > 0) ? 'what filters keep' : 'all'
}

/** `range` is the part of the zoomed node that a gesture left on the screen: then that is the view. */
export function describeNode(
  model: NamedTree & Partial<FlameLayout>,
  node: number,
  zoomNode: number,
  range: VisibleWeights | null = null,
): FrameDescription {
  const { tree, frames, strings } = model
  const frame = tree.frame[node]!
  const total = tree.total[node]!
  const parent = tree.parent[node]!
  const share = (whole: number) => (whole === 0 ? 0 : total / whole)
  const name = frame < 0 ? 'all' : getShownName(getFrameTitle({ frames, strings }, frame))
  const raw = frame < 0 ? '' : strings[frames.raw[frame]!]!
  return {
    name,
    raw: raw === name ? '' : raw,
    module: frame < 0 ? '' : strings[frames.module[frame]!]!,
    kind: frame < 0 ? null : kindOfFrame(model, frame),
    self: tree.self[node]!,
    total,
    ofView: range ? getVisibleShare(range, node) : getShareOfZoomed(tree, node, zoomNode),
    ofAll: share(tree.total[0]!),
    whole: nameWhole(model),
    ofParent: parent < 0 ? 1 : share(tree.total[parent]!),
    children: countChildren(tree, node),
    ran: findWhenItRan(model, node),
  }
}

/** Gives the share of the zoomed node that is `node`: 1 for one of its callers, 0 for one that is not in sight. */
function getShareOfZoomed(tree: CallTree, node: number, zoomNode: number): number {
  if (isInSubtree(tree, zoomNode, node)) return 1
  const { total } = tree
  return isInSubtree(tree, node, zoomNode) && total[zoomNode]! > 0 ? total[node]! / total[zoomNode]! : 0
}

function findWhenItRan({ tree, starts, widths, chartSpan }: NamedTree & Partial<FlameLayout>, node: number) {
  if (!starts || !widths || !chartSpan || tree.depth[node]! < 2) return null
  let thread = node
  while (tree.depth[thread]! > 1) thread = tree.parent[thread]!
  return { fromMs: starts[node]! - starts[thread]! + chartSpan[0], ms: widths[node]! }
}

/** Gives the label for a screen reader: "HashMap.get, 12 percent of view, 4 percent of all, 3 children". */
export function formatFrameLabel(description: FrameDescription): string {
  const percent = (share: number) => formatShare(share).replace('%', ' percent')
  const children =
    description.children === 0
      ? 'no children'
      : description.children === 1
        ? '1 child'
        : `${description.children} children`
  const ran = description.ran ? `, ${formatRan(description.ran)}` : ''
  return `${visibleText(description.name)}, ${percent(description.ofView)} of view, ${percent(description.ofAll)} of ${description.whole}, ${children}${ran}`
}

/**
 * Describes a node on one line of text: "HashMap.get · Java · total 120 samples · self 3 samples · 12% of view · 4% of
 * all".
 */
export function formatFrameLine(description: FrameDescription, unit: Unit): string {
  return [
    visibleText(description.name),
    description.kind && kindLabels[description.kind],
    `total ${formatWeight(description.total, unit)}`,
    `self ${formatWeight(description.self, unit)}`,
    `${formatShare(description.ofView)} of view`,
    `${formatShare(description.ofAll)} of ${description.whole}`,
    description.ran && formatRan(description.ran),
  ]
    .filter((part) => part !== null)
    .join(' · ')
}

/** `at 2.345 s for 30 ms`. */
export function formatRan({ fromMs, ms }: NonNullable<FrameDescription['ran']>): string {
  return `at ${formatTimeOffset(fromMs, 1)} for ${formatDuration(ms)}`
}

/** Describes a node for a screen reader and on one line of text. */
export interface NodeTexts {
  readonly spoken: (node: number) => string
  readonly line: (node: number) => string
}

/** Numbers of one profile for a node. */
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

function getVisibleShare(range: VisibleWeights, node: number): number {
  const { from, to } = range
  return to > from ? Math.max(0, getVisibleWeight(range, node)) / (to - from) : 0
}

function countChildren({ end }: NamedTree['tree'], node: number): number {
  let children = 0
  for (let child = node + 1; child < end[node]!; child = end[child]!) children++
  return children
}

/** Canonical name of a node's frame; empty for the root, which is no function. */
export function nameOfNode(model: NamedTree, node: number): string {
  const frame = model.tree.frame[node]!
  return frame < 0 ? '' : nameOfFrame(model, frame)
}

/** Finds where a Java method has most of its self weight; -1 where it has none. */
export function findHeaviestNode({ tree, frames, strings }: NamedTree, name: string): number {
  let heaviest = -1
  for (let node = 1; node < tree.length; node++) {
    const frame = tree.frame[node]!
    if (!(tree.self[node]! > (heaviest < 0 ? 0 : tree.self[heaviest]!)) || frameKinds[frames.kind[frame]!] !== 'java')
      continue
    if (strings[frames.name[frame]!] === name) heaviest = node
  }
  return heaviest
}

/** The details of a method show at most this many of its source lines. */
const mostHotLines = 3

/**
 * Lists the lines where the samples of this node's Java method ended, of all its nodes in the tree; empty when no
 * engine said.
 */
export function listLinesOfNode({ tree, lineWeights }: NamedTree, node: number): HotLine[] {
  return lineWeights && node > 0 ? listHotLines(lineWeights, tree.frame[node]!, mostHotLines) : []
}

/** Names from the root to this node. */
export function listStackNames({ tree, frames, strings }: NamedTree, node: number): string[] {
  const names: string[] = []
  for (let caller = node; caller > 0; caller = tree.parent[caller]!)
    names.push(getFrameTitle({ frames, strings }, tree.frame[caller]!))
  return names.reverse()
}
