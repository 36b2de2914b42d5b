import type { CallTree } from './call-tree.ts'
import { sortCalleesByWeight } from './tree-rows.ts'
import { formatShare } from '../format/units.ts'

export interface TreeTextOptions {
  /** The node to begin with; shares are of its total. */
  readonly from?: number
  /** Nodes with a smaller share, 0 to 1, are left out. */
  readonly minShare?: number
  /** Of nodes, without the heading and the last line; further ones are left out. */
  readonly maxLines?: number
}

/** The share (0 to 1) of a node under which a tree as text leaves it out, where a caller does not say otherwise. */
const leastTextShare = 0.005
/** Lines of nodes that a tree as text has at most, where a caller does not say otherwise. */
const mostTextLines = 400

/** Characters of a column of shares in a tree as text. */
const columnWidth = 8

/**
 * A tree to paste into a ticket: total and self as shares, the heaviest callees first. A stack is indented only where
 * it branches, so that a hundred frames of a server stay visible.
 *
 *       total    self
 *        100%      0%  main
 *       62.5%      0%  ├─ a
 *       62.5%   62.5%  │  c
 *       37.5%   37.5%  └─ b
 *
 * Keeps: the last line says how much is left out.
 */
export function writeTreeText(
  tree: CallTree,
  nameOf: (frame: number) => string,
  { from = 0, minShare = leastTextShare, maxLines = mostTextLines }: TreeTextOptions = {},
): string {
  const whole = tree.total[from]!
  const share = (weight: number) => (whole > 0 ? weight / whole : 0)
  const lines = [`${'total'.padStart(columnWidth)}${'self'.padStart(columnWidth)}`]
  let isCut = false
  let isSmallLeftOut = false
  // `branch` stands before the name of the node itself, `indent` before those of its callees. The next one is the last.
  const waiting = [{ node: from, branch: '', indent: '' }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (lines.length > maxLines) {
      isCut = true
      break
    }
    const { node, branch, indent } = next
    const name = node === 0 ? 'all' : onOneLine(nameOf(tree.frame[node]!))
    const shares = [tree.total[node]!, tree.self[node]!].map((weight) =>
      formatShare(share(weight)).padStart(columnWidth),
    )
    lines.push(`${shares.join('')}  ${branch}${name}`)

    const callees = sortCalleesByWeight(tree, node)
    const firstSmall = callees.findIndex((callee) => share(tree.total[callee]!) < minShare)
    const shown = firstSmall < 0 ? callees : callees.subarray(0, firstSmall)
    isSmallLeftOut ||= shown.length < callees.length
    if (shown.length === 1) waiting.push({ node: shown[0]!, branch: indent, indent })
    else {
      for (let index = shown.length - 1; index >= 0; index--) {
        const isLast = index === shown.length - 1
        const [corner, below] = isLast ? ['└─ ', '   '] : ['├─ ', '│  ']
        waiting.push({ node: shown[index]!, branch: indent + corner, indent: indent + below })
      }
    }
  }
  if (isCut) lines.push(`The first ${maxLines} lines; the rest is left out.`)
  else if (isSmallLeftOut) lines.push(`What has less than ${formatShare(minShare)} is left out.`)
  return lines.join('\n')
}

/** The same for a place that reads Markdown, under a title. */
export function writeTreeMarkdown(title: string, text: string): string {
  const ticks = text.match(/`{3,}/g)?.reduce((longest, run) => Math.max(longest, run.length), 0) ?? 0
  const fence = '`'.repeat(Math.max(3, ticks + 1))
  return `**${onOneLine(title).replace(/[\\`*_[\]<>#]/g, '\\$&')}**\n\n${fence}text\n${text}\n${fence}\n`
}

/** A name may hold anything; a line break in it would pass for another frame. */
function onOneLine(name: string): string {
  return name.replace(/[\p{Cc}\u2028\u2029]/gu, '\ufffd')
}
