import { describe, expect, it } from 'vitest'
import { boxFlags } from './boxes.ts'
import { buildCallTree } from '../tree/call-tree.ts'
import { layoutStarts } from './layout.ts'
import { createProfileBuilder } from '../model/profile-builder.ts'
import { emptyProvenance, type Profile } from '../model/profile.ts'
import { pictureOfTree, treeOfPicture, type TreePicture } from './tree-picture.ts'
import { visibleBoxes } from './visible-boxes.ts'
import { profileFromDiagram } from '../../testing/profiles/text-graph.ts'
import { createRandom, largeProfile } from '../../testing/profiles/random-profile.ts'

const travelled = (picture: TreePicture) => JSON.parse(JSON.stringify(picture)) as TreePicture

function boxesOf(profile: Profile, isPicture: boolean, widthPx = 1200) {
  const tree = buildCallTree(profile)
  const whole = { tree, starts: layoutStarts(tree), frames: profile.frames, strings: profile.strings }
  const drawn = isPicture ? treeOfPicture(travelled(pictureOfTree(profile, tree, whole.starts, null))) : whole
  const viewport = { from: 0, to: tree.total[0]!, widthPx, firstRow: 0, lastRow: 60, minWidthPx: 1 }
  const boxes = visibleBoxes(drawn.tree, drawn.starts, viewport, 0)
  return Array.from({ length: boxes.length }, (_, box) => {
    const frame = drawn.tree.frame[boxes.node[box]!]!
    const isMerged = (boxes.flags[box]! & boxFlags.merged) !== 0
    return {
      row: boxes.row[box]!,
      x0: boxes.x0[box]!,
      x1: boxes.x1[box]!,
      name: isMerged ? '' : frame < 0 ? 'all' : drawn.strings[drawn.frames.name[frame]!]!,
    }
  })
}

describe('the picture of a tree', () => {
  it('draws the boxes of the tree', () => {
    const profile = profileFromDiagram('main  main  idle\na     b\n2     1     3')
    expect(boxesOf(profile, true)).toEqual(boxesOf(profile, false))
  })

  it('draws every box with a name that the whole tree draws, and little else, of 50,000 nodes', () => {
    const profile = largeProfile(50_000, 3000)
    const named = (isPicture: boolean) => boxesOf(profile, isPicture).filter(({ name }) => name !== '')
    expect(named(true)).toEqual(named(false))
  })

  it('stays small where a million neighbours are too narrow to be seen', () => {
    const builder = createProfileBuilder()
    const thread = builder.thread('main', 1)
    const random = createRandom(7)
    for (let index = 0; index < 100_000; index++) {
      builder.sample(builder.stack(-1, builder.frame(`a${index}`, 'java')), thread, NaN, 1 + random())
    }
    const profile = builder.finish('samples', emptyProvenance('test'))
    const tree = buildCallTree(profile)
    const picture = pictureOfTree(profile, tree, layoutStarts(tree), null)
    expect(picture.frame.length).toBe(2)
    expect(picture.total[1]).toBeCloseTo(tree.total[0]!)
  })

  it('comes back as the tree it was made of, where everything is wide enough', () => {
    const profile = profileFromDiagram(
      'main  main  main  idle\na     a     b     idle\nc     d           x\n3     1     2     4',
    )
    const tree = buildCallTree(profile)
    const starts = layoutStarts(tree)
    const again = treeOfPicture(travelled(pictureOfTree(profile, tree, starts, null)))
    for (const column of ['parent', 'end', 'depth', 'self', 'total'] as const) {
      expect([column, ...again.tree[column]]).toEqual([column, ...tree[column]])
    }
    expect([...again.starts]).toEqual([...starts])
    expect(again.tree.maxDepth).toBe(tree.maxDepth)
  })

  it('keeps starts in order where weights are no integers', () => {
    const builder = createProfileBuilder()
    const thread = builder.thread('main', 1)
    const random = createRandom(11)
    for (let index = 0; index < 3000; index++) {
      let stack = -1
      for (let level = 0; level < 12; level++) {
        stack = builder.stack(stack, builder.frame(`m${Math.floor(random() * 2)}`, 'java'))
      }
      builder.sample(stack, thread, NaN, random() / 3)
    }
    const profile = builder.finish('samples', emptyProvenance('test'))
    const tree = buildCallTree(profile)
    const { starts } = treeOfPicture(travelled(pictureOfTree(profile, tree, layoutStarts(tree), null)))
    expect([...starts]).toEqual([...starts].sort((one, other) => one - other))
  })

  it('keeps how boxes ran', () => {
    const profile = profileFromDiagram('main\na\n2')
    const tree = buildCallTree(profile)
    const tiers = Uint8Array.from({ length: 4 * tree.length }, (_, index) => index)
    const picture = pictureOfTree(profile, tree, layoutStarts(tree), tiers)
    expect(treeOfPicture(picture).tiers).toEqual(tiers)
  })
})
