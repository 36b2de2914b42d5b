/** A graph as boxes of a small image: the root below, callees above it, as flamegraph.pl draws. */
import { colourGroup } from '../../profile/colour/colour-group.ts'
import { searchColour, shadedColour, shadeOfName } from '../../profile/colour/colour.ts'
import { matchSearchTerm } from '../../profile/filters/keep-samples.ts'
import { buildCallTree, type CallTree } from '../../profile/tree/call-tree.ts'
import { findNodeByPath } from '../../profile/tree/path-keys.ts'
import { layoutStarts } from '../../profile/layout/layout.ts'
import { getFrameTitle } from '../../profile/names/base-frames.ts'
import { shortName } from '../../profile/names/names.ts'
import { kindOfFrame, type Profile } from '../../profile/model/profile.ts'
import { findHotMethod } from '../../profile/quality/findings.ts'
import type { ComparedFunctions, GroupDelta } from '../../profile/compare/compare-functions.ts'
import { chooseOpeningWidth, defaultComparison, isAlmostGone } from '../../profile/compare/merged-tree/comparison.ts'
import { rescaleMergedTree } from '../../profile/compare/merged-tree/rescale-merged-tree.ts'
import { createDeltaColours } from '../../profile/colour/delta-colours.ts'
import type { PreviewView } from './preview-view.ts'

export interface PreviewBox {
  /** Whole pixels; a box is at least one wide. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** `#rrggbb`. */
  readonly colour: string
  /** Empty where there is no room for one. */
  readonly label: string
  /** A search of the view found it. */
  readonly isMatch: boolean
}

export interface PreviewGraph {
  readonly boxes: readonly PreviewBox[]
  /** Rows towards the root that have no room. */
  readonly rowsBelow: number
}

export interface PixelSize {
  readonly width: number
  readonly height: number
}

/** The tallest row of boxes in the image of a link, in pixels. */
const tallestRow = 34
/** The lowest row of these boxes, in pixels. A label in a lower one could not be read, so some rows are not shown. */
const lowestRow = 22
/** The width in pixels of the narrowest box with a label in the image of a link. */
const leastLabelled = 44
/** The width of a character in the image of a link, in pixels. */
const previewCharPx = 8.8
/** Labels of boxes in the image of a link; further boxes have none. */
const maxLabels = 150
const rootColour = '#c9ccd1'

/** Gives the boxes of a profile, coloured by kind as in the viewer; of a deep one, those near its hot method. */
export function profileBoxes(profile: Profile, size: PixelSize, view: PreviewView): PreviewGraph {
  const { frames, strings } = profile
  const tree = buildCallTree(profile)
  const nameOf = (node: number) => getFrameTitle(profile, tree.frame[node]!)
  return boxesOf(tree, size, {
    zoomNode: findNodeByPath(profile, tree, view.zoom).node,
    soughtName: findHotMethod(profile)?.name ?? null,
    nameOf,
    colourOf: (node) => {
      const kind = kindOfFrame(profile, tree.frame[node]!)
      return hexOf(shadedColour(colourGroup('kind', kind, nameOf(node)), shadeOfName(nameOf(node)), 'light'))
    },
    searchOf: searchesOf(frames, strings, tree, view),
  })
}

/**
 * Gives the boxes of both sides in one tree, with the widths and colours that their page opens with. `named`: the
 * change that the image names, whose rows must be visible.
 */
export function comparisonBoxes(
  { merged: tested, significance }: Pick<ComparedFunctions, 'merged' | 'significance'>,
  size: PixelSize,
  view: PreviewView,
  named: GroupDelta | null,
): PreviewGraph {
  const isGone = named?.isSignificant === true && isAlmostGone({ before: named.totalBefore, after: named.totalAfter })
  const width = chooseOpeningWidth(defaultComparison, isGone)
  const { scale, requests, delta, fade } = defaultComparison
  const merged = rescaleMergedTree(tested, { width, scale, requests, sort: 'name' })
  const { tree, frames, strings } = merged
  return boxesOf(tree, size, {
    zoomNode: findNodeByPath(merged, tree, view.zoom).node,
    soughtName: named?.name ?? null,
    nameOf: (node) => getFrameTitle(merged, tree.frame[node]!),
    colourOf: createDeltaColours(merged, { delta, fade, significance: significance.nodes(delta), theme: 'light' }),
    searchOf: searchesOf(frames, strings, tree, view),
  })
}

interface BoxStyle {
  readonly zoomNode: number
  readonly soughtName: string | null
  readonly nameOf: (node: number) => string
  readonly colourOf: (node: number) => string
  /** The first search that found the node, -1 for none. */
  readonly searchOf: (node: number) => number
}

function boxesOf(tree: CallTree, { width, height }: PixelSize, style: BoxStyle): PreviewGraph {
  const { zoomNode, nameOf, colourOf, searchOf } = style
  const starts = layoutStarts(tree)
  const scale = tree.total[zoomNode]! > 0 ? width / tree.total[zoomNode]! : 0
  const edgeOf = (position: number) => Math.round((position - starts[zoomNode]!) * scale)
  const { rowHeight, firstDepth, lastDepth } = chooseRows(tree, height, scale, style)
  const boxes: PreviewBox[] = []
  let labels = 0
  for (let node = zoomNode; node < tree.end[zoomNode]! && scale > 0;) {
    const x = edgeOf(starts[node]!)
    const boxWidth = edgeOf(starts[node]! + tree.total[node]!) - x
    const depth = tree.depth[node]!
    // Nothing that stands on a box can be seen where the box itself cannot. `end` is the first node after its subtree.
    if (boxWidth < 1 || depth > lastDepth) {
      node = tree.end[node]!
      continue
    }
    if (depth >= firstDepth) {
      const chars = Math.floor((boxWidth - 8) / previewCharPx)
      const hasSpace = boxWidth >= leastLabelled && labels < maxLabels
      const label = !hasSpace ? '' : node === 0 ? 'all' : shortName(nameOf(node), chars)
      if (label !== '') labels++
      const search = node === 0 ? -1 : searchOf(node)
      const colour = node === 0 ? rootColour : search < 0 ? colourOf(node) : searchColour(search)
      const y = height - (depth - firstDepth + 1) * rowHeight
      boxes.push({ x, y, width: boxWidth, height: rowHeight, colour, label, isMatch: search >= 0 })
    }
    node++
  }
  return { boxes, rowsBelow: firstDepth - tree.depth[zoomNode]! }
}

/**
 * Chooses rows that can be read: all of them, else those up to two callees after the heaviest box that a search found,
 * else after the heaviest of `soughtName`, else after the heaviest leaf.
 */
function chooseRows(
  tree: CallTree,
  height: number,
  scale: number,
  { zoomNode, soughtName, nameOf, searchOf }: BoxStyle,
) {
  const rootDepth = tree.depth[zoomNode]!
  let deepest = rootDepth
  let heaviest = { depth: rootDepth, self: -1 }
  let named = { depth: rootDepth, total: -1 }
  let searched = { depth: rootDepth, total: -1 }
  for (let node = zoomNode; node < tree.end[zoomNode]!;) {
    if (tree.total[node]! * scale < 1) {
      node = tree.end[node]!
      continue
    }
    const depth = tree.depth[node]!
    deepest = Math.max(deepest, depth)
    if (tree.self[node]! > heaviest.self) heaviest = { depth, self: tree.self[node]! }
    const total = tree.total[node]!
    if (soughtName !== null && node > 0 && total > named.total && nameOf(node) === soughtName) named = { depth, total }
    if (node > 0 && total > searched.total && searchOf(node) >= 0) searched = { depth, total }
    node++
  }
  const rows = deepest - rootDepth + 1
  const rowHeight = Math.max(lowestRow, Math.min(tallestRow, Math.floor(height / rows)))
  const visibleRows = Math.min(rows, Math.floor(height / rowHeight))
  const wanted = ([searched, named].find(({ total }) => total >= 0) ?? heaviest).depth + 2
  const lastDepth = Math.min(deepest, Math.max(wanted, rootDepth + visibleRows - 1))
  return { rowHeight, firstDepth: lastDepth - visibleRows + 1, lastDepth }
}

function searchesOf(
  frames: Profile['frames'],
  strings: Profile['strings'],
  tree: CallTree,
  { searches }: PreviewView,
): BoxStyle['searchOf'] {
  if (searches.length === 0) return () => -1
  const names = Array.from(frames.name, (name) => strings[name]!)
  // For each search a byte a frame, 1 where its name matches.
  const matches = searches.map((term) => matchSearchTerm(names, term))
  return (node) => matches.findIndex((isMatch) => isMatch[tree.frame[node]!] === 1)
}

/** `rgb(1, 2, 3)` and `#010203`. */
function hexOf(css: string): string {
  return css.startsWith('#') ? css : hex((css.match(/\d+/g) ?? []).map(Number))
}

function hex(channels: readonly number[]): string {
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
