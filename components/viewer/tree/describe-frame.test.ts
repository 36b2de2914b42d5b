import { describe, expect, it } from 'vitest'
import { buildCallTree } from '../../../lib/profile/tree/call-tree.ts'
import { layoutStarts } from '../../../lib/profile/layout/layout.ts'
import { createProfileBuilder } from '../../../lib/profile/model/profile-builder.ts'
import { emptyProvenance, type Profile } from '../../../lib/profile/model/profile.ts'
import { profileFromDiagram } from '../../../lib/testing/profiles/text-graph.ts'
import {
  describeNode,
  findHeaviestNode,
  formatFrameLine,
  formatFrameLabel,
  listStackNames,
  nameWhole,
} from './describe-frame.ts'

function drawExample() {
  const builder = createProfileBuilder()
  const main = builder.stack(-1, builder.frame('Main.main', 'java'))
  const get = builder.stack(main, builder.frame('HashMap.get', 'java', { raw: 'java.lang.Object HashMap.get(Object)' }))
  const nameless = builder.stack(main, builder.frame('', 'unknown'))
  const thread = builder.thread('main')
  for (const [stack, weight] of [
    [main, 1],
    [get, 3],
    [nameless, 4],
  ] as const) {
    builder.sample(stack, thread, NaN, weight)
  }
  const { frames, strings, ...profile } = builder.finish('samples', emptyProvenance('test'))
  const tree = buildCallTree({ frames, strings, ...profile })
  return { tree, starts: layoutStarts(tree), frames, strings, warnings: [] }
}

describe('a frame in words', () => {
  const model = drawExample()
  const nodeOf = (name: string) =>
    Array.from(model.tree.frame, (frame) => model.strings[model.frames.name[frame] ?? -1]).indexOf(name)

  it('tells its shares of the view, of all and of its caller', () => {
    const main = nodeOf('Main.main')
    expect(describeNode(model, nodeOf('HashMap.get'), main)).toEqual({
      name: 'HashMap.get',
      raw: 'java.lang.Object HashMap.get(Object)',
      module: '',
      kind: 'java',
      self: 3,
      total: 3,
      ofView: 3 / 8,
      ofAll: 3 / 8,
      whole: 'all',
      ofParent: 3 / 8,
      children: 0,
      ran: null,
    })
    expect(describeNode(model, main, main)).toMatchObject({ raw: '', self: 1, total: 8, ofParent: 1, children: 2 })
  })

  it('has no share of the view beside the zoomed frame, and all of it below', () => {
    const get = nodeOf('HashMap.get')
    const ofView = (node: number) => describeNode(model, node, get).ofView
    expect([0, nodeOf('Main.main'), get, nodeOf('')].map(ofView)).toEqual([1, 1, 1, 0])
  })

  it('is spoken with percentages and children', () => {
    expect(formatFrameLabel(describeNode(model, nodeOf('HashMap.get'), 0))).toBe(
      'HashMap.get, 37.5 percent of view, 37.5 percent of all, no children',
    )
    expect(formatFrameLabel(describeNode(model, 0, 0))).toBe('all, 100 percent of view, 100 percent of all, 1 child')
  })

  it('has a line of text with units', () => {
    expect(formatFrameLine(describeNode(model, nodeOf('HashMap.get'), 0), 'samples')).toBe(
      'HashMap.get · Java · total 3 samples · self 3 samples · 37.5% of view · 37.5% of all',
    )
  })

  it('says that its share is not of all where filters took samples away', () => {
    const filtered = { ...model, removed: [0, 8] }
    expect(formatFrameLabel(describeNode(filtered, 0, 0))).toContain('100 percent of what filters keep')
    expect(formatFrameLine(describeNode(filtered, 0, 0), 'samples')).toMatch(/100% of what filters keep$/)
    expect(describeNode({ ...model, removed: [0] }, 0, 0).whole).toBe('all')
    // A comparison, of whose earlier side alone they did.
    expect([true, false].map((isCut) => nameWhole({ removed: [0], sides: { isCut } }))).toEqual([
      'what filters keep',
      'all',
    ])
  })

  it('says so when it has no name', () => {
    expect(describeNode(model, nodeOf(''), 0).name).toBe('(empty name)')
  })

  it('knows the way from the root to it', () => {
    expect(listStackNames(model, nodeOf('HashMap.get'))).toEqual(['Main.main', 'HashMap.get'])
    expect(listStackNames(model, 0)).toEqual([])
  })
})

it('finds where a Java method weighs most by itself', () => {
  const named = (profile: Profile) => ({ ...profile, tree: buildCallTree(profile) })
  const model = named(
    profileFromDiagram(`
      A.main  A.main  B.run   hot_[n]
      hot     B.run   hot     .
      .       hot     .       .
      1       5       2       9
    `),
  )
  expect(listStackNames(model, findHeaviestNode(model, 'hot'))).toEqual(['A.main', 'B.run', 'hot'])
  expect(findHeaviestNode(model, 'A.main')).toBe(-1)
})
