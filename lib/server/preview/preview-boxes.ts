/** A graph as boxes on a small picture: the root below, callees above it, as flamegraph.pl draws. */
import { colourGroup } from '../../profile/colour/colour-group.ts'
import { shadedColour, shadeOfName } from '../../profile/colour/colour.ts'
import { buildCallTree, type CallTree } from '../../profile/tree/call-tree.ts'
import { layoutStarts } from '../../profile/layout/layout.ts'
import { shortName } from '../../profile/names/names.ts'
import { frameKinds, type Profile } from '../../profile/model/profile.ts'
import { buildMergedTree } from '../../profile/compare/merged-tree/merged-tree.ts'

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
}

export interface PixelSize {
  readonly width: number
  readonly height: number
}

const tallestRow = 34
const lowestRow = 10
/** Below these a label could not be read. */
const leastLabelled = { height: 17, width: 60 }
const charWidth = 8.4
const maxLabels = 90
const rootColour = '#c9ccd1'

/** The whole of a profile, coloured by kind as in the viewer. */
export function profileBoxes(profile: Profile, size: PixelSize): PreviewBox[] {
  const { frames, strings } = profile
  const tree = buildCallTree(profile)
  const nameOf = (node: number) => strings[frames.name[tree.frame[node]!]!]!
  const colourOf = (node: number) => {
    const name = nameOf(node)
    const kind = frameKinds[frames.kind[tree.frame[node]!]!]!
    return hexOf(shadedColour(colourGroup('kind', kind, name), shadeOfName(name), 'light'))
  }
  return boxesOf(tree, size, { nameOf, colourOf })
}

/** Both sides in one tree, as wide as they are together; red where there is more of it now, blue where there is less. */
export function comparisonBoxes(before: Profile, after: Profile, size: PixelSize): PreviewBox[] {
  const merged = buildMergedTree(before, after, { width: 'union', scale: 'share', requests: null, sort: 'name' })
  const { tree, frames, strings, scaleBefore, scaleAfter } = merged
  const deltaOf = (node: number) => merged.after.total[node]! * scaleAfter - merged.before.total[node]! * scaleBefore
  return boxesOf(tree, size, {
    nameOf: (node) => strings[frames.name[tree.frame[node]!]!]!,
    colourOf: (node) => deltaColour(deltaOf(node)),
  })
}

interface BoxStyle {
  readonly nameOf: (node: number) => string
  readonly colourOf: (node: number) => string
}

function boxesOf(tree: CallTree, { width, height }: PixelSize, { nameOf, colourOf }: BoxStyle): PreviewBox[] {
  const starts = layoutStarts(tree)
  const scale = tree.total[0]! > 0 ? width / tree.total[0]! : 0
  const rowHeight = Math.max(lowestRow, Math.min(tallestRow, Math.floor(height / (tree.maxDepth + 1))))
  const boxes: PreviewBox[] = []
  let labels = 0
  for (let node = 0; node < tree.length && scale > 0;) {
    const x = Math.round(starts[node]! * scale)
    const boxWidth = Math.round((starts[node]! + tree.total[node]!) * scale) - x
    const y = height - (tree.depth[node]! + 1) * rowHeight
    // Nothing that stands on a box can be seen where the box itself cannot.
    if (boxWidth < 1 || y < 0) {
      node = tree.end[node]!
      continue
    }
    const fitsLabel = rowHeight >= leastLabelled.height && boxWidth >= leastLabelled.width && labels < maxLabels
    const chars = Math.floor((boxWidth - 8) / charWidth)
    const label = !fitsLabel ? '' : node === 0 ? 'all' : shortName(nameOf(node), chars)
    if (label !== '') labels++
    boxes.push({
      ...{ x, y, width: boxWidth, height: rowHeight, label },
      colour: node === 0 ? rootColour : colourOf(node),
    })
    node++
  }
  return boxes
}

/** Ten points of share are as strong as it gets: a larger change is seen by its width. */
function deltaColour(delta: number): string {
  const strength = Math.min(1, Math.abs(delta) / 0.1) ** 0.5
  const grey = [228, 230, 233]
  const end = delta > 0 ? [222, 74, 54] : [62, 116, 210]
  return hex(
    grey.map((from, channel) => Math.round(from + (end[channel]! - from) * (Math.abs(delta) < 5e-4 ? 0 : strength))),
  )
}

/** `rgb(1, 2, 3)` and `#010203`. */
function hexOf(css: string): string {
  return css.startsWith('#') ? css : hex((css.match(/\d+/g) ?? []).map(Number))
}

function hex(channels: readonly number[]): string {
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
