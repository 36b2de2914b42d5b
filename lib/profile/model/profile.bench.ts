/** Prints the CPU time of operations on a large profile. Run: `node lib/profile/model/profile.bench.ts` */
import { largeProfile } from '../../testing/profiles/random-profile.ts'
import { buildCallTree, buildTreeWithRows, type CallTree, type Weights } from '../tree/call-tree.ts'
import { sortForDrawing } from '../tree/drawing-order.ts'
import { decodeProfile, encodeProfile } from '../encoding/encode.ts'
import { applyFilters } from '../filters/filters.ts'
import { buildFunctionTable } from '../tree/function-table.ts'
import { findNodeAt, layoutStarts } from '../layout/layout.ts'
import type { Profile } from './profile.ts'
import { computeNodeTiers } from '../colour/node-tiers.ts'
import { matchSearches } from '../search/search-matches.ts'
import { computeSearchShares } from '../search/search-shares.ts'
import { listFrameNames, matchesLiteral } from '../search/search.ts'
import { visibleBoxes } from '../layout/visible-boxes.ts'
import type { Viewport } from '../layout/layout.ts'

const runs = 7

/** The best of some runs in ms, which depends least on other programs. */
function measure(work: () => unknown): number {
  const times: number[] = []
  for (let run = 0; run < runs; run++) {
    const start = performance.now()
    work()
    times.push(performance.now() - start)
  }
  return Math.min(...times)
}

function viewOf(tree: CallTree, starts: Weights, node: number): Viewport {
  return {
    from: starts[node]!,
    to: starts[node]! + tree.total[node]!,
    widthPx: 1900,
    firstRow: 0,
    lastRow: 60,
    minWidthPx: 0.5,
  }
}

/** The node halfway down the path of the widest callees, as a typical zoom. */
function nodeOnWidestPath({ end, total }: CallTree): number {
  const path = [0]
  for (;;) {
    let widest = -1
    const node = path.at(-1)!
    for (let callee = node + 1; callee < end[node]!; callee = end[callee]!) {
      if (widest < 0 || total[callee]! > total[widest]!) widest = callee
    }
    if (widest < 0) return path[path.length >> 1]!
    path.push(widest)
  }
}

function bench(title: string, asRead: Profile): void {
  const profile = sortForDrawing(asRead) // as it is stored
  const bytes = encodeProfile(profile)
  const { tree, nodeOfRow } = buildTreeWithRows(profile)
  const starts = layoutStarts(tree)
  const names = listFrameNames(profile)
  const frameMatches = matchesLiteral(names, 'component77', false)
  const matches = matchSearches(tree, frameMatches, 1)
  const whole = viewOf(tree, starts, 0)
  const zoomNode = nodeOnWidestPath(tree)
  const zoomed = viewOf(tree, starts, zoomNode)
  const tiers = computeNodeTiers(profile, tree, nodeOfRow)
  const treeBytes = [
    tree.frame,
    tree.parent,
    tree.end,
    tree.depth,
    tree.self,
    tree.total,
    starts,
    ...(tiers ? [tiers] : []),
  ].reduce((sum, { byteLength }) => sum + byteLength, 0)
  const rows: [string, number, string][] = [
    ['encode', measure(() => encodeProfile(profile)), 'ms'],
    ['decode', measure(() => decodeProfile(bytes)), 'ms'],
    ['build the tree', measure(() => buildCallTree(withNewFrames(profile))), 'ms'],
    ['... of stacks in no order', measure(() => buildCallTree(asRead)), 'ms'],
    ['... the heaviest first', measure(() => buildCallTree(profile, { sort: 'weight' })), 'ms'],
    ['put into drawing order', measure(() => sortForDrawing(asRead)), 'ms'],
    ['lay it out', measure(() => layoutStarts(tree)), 'ms'],
    ['one frame, all', measure(() => visibleBoxes({ tree, starts }, whole, 0)), 'ms'],
    ['one frame, all, searched', measure(() => visibleBoxes({ tree, starts }, whole, 0, matches.bySearch)), 'ms'],
    ['one frame, zoomed', measure(() => visibleBoxes({ tree, starts }, zoomed, zoomNode)), 'ms'],
    ['one hit', measure(() => findNodeAt({ tree, starts }, whole, 0, 1234, 20)), 'ms'],
    ['search: test names', measure(() => matchesLiteral(names, 'component77', false)), 'ms'],
    ['search: find nodes', measure(() => matchSearches(tree, frameMatches, 1)), 'ms'],
    ['search: shares', measure(() => computeSearchShares(tree, frameMatches, 1, 0)), 'ms'],
    ['function table', measure(() => buildFunctionTable(tree, profile.frames.length)), 'ms'],
    ['invert', measure(() => applyFilters(profile, [{ type: 'invert' }])), 'ms'],
    ['split by thread', measure(() => applyFilters(profile, [{ type: 'by-thread' }])), 'ms'],
    ['stored', bytes.length / tree.length, 'bytes per node'],
    ['laid out', treeBytes / tree.length, 'bytes per node'],
    ['boxes drawn', visibleBoxes({ tree, starts }, whole, 0).length, ''],
  ]
  console.log(`\n${title}: ${tree.length} nodes, ${names.length} names, depth ${tree.maxDepth}`)
  for (const [what, value, unit] of rows) console.log(`  ${what.padEnd(26)}${value.toFixed(2).padStart(10)} ${unit}`)
}

/** The ranks of frames are cached; a profile that was just opened has none. */
function withNewFrames(profile: Profile): Profile {
  return { ...profile, frames: { ...profile.frames } }
}

bench('a large service', largeProfile(1_000_000, 20_000))
bench('very many names', largeProfile(1_000_000, 200_000))
