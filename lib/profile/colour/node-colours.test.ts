import { describe, expect, test } from 'vitest'
import { profileFromDiagram } from '../../testing/profiles/text-graph.ts'
import { contrast } from '../../testing/profiles/colour-contrast.ts'
import { buildTreeWithRows } from '../tree/call-tree.ts'
import { colourModes, kindGroups, notJava, type ColourGroup, type ColourMode } from './colour-group.ts'
import { frameColour, groupColour, textColour } from './colour.ts'
import { applyFilters } from '../filters/filters.ts'
import { type ColourFacts, createNodeGroups, firstRules, noRule } from './node-groups.ts'
import { createNodeColours } from './node-colours.ts'
import { computeNodePools } from './node-pools.ts'
import { computeNodeTiers } from './node-tiers.ts'
import type { Profile } from '../model/profile.ts'
import { listFrameNames, matchesLiteral } from '../search/search.ts'

const profile = profileFromDiagram(`
  http-1>com.acme.shop.Main.main http-2>com.acme.shop.Main.main gc-1>GCTask::run_[v]
  com.acme.shop.Cart.total_[i]   java.util.List.of              .
  read_[k]                       .                              .
  1                              30                             969
`)
// Nodes: 0 all, 1 GCTask::run, 2 Main.main, 3 Cart.total, 4 read, 5 List.of.

function factsOf(mode: ColourMode, of: Profile = profile, more: Partial<ColourFacts> = {}): ColourFacts {
  const { tree, nodeOfRow } = buildTreeWithRows(of)
  const rules = [
    { pattern: 'Main', colour: 2 },
    { pattern: 'com.acme', colour: 0 },
  ]
  const frameRules = firstRules(
    rules.map(({ pattern }) => matchesLiteral(listFrameNames(of), pattern, true)),
    of.frames.length,
  )
  const colours = { ...computeNodePools(of, tree, nodeOfRow), frameRules, packages: null }
  return {
    tree,
    frames: of.frames,
    strings: of.strings,
    mode,
    tiers: computeNodeTiers(of, tree, nodeOfRow),
    colours,
    rules,
    isInverted: false,
    ...more,
  }
}

const labelsOf = (facts: ColourFacts) => [1, 2, 3, 4, 5].map((node) => createNodeGroups(facts)(node).label)

describe('the group of a node', () => {
  test.each<[ColourMode, string[]]>([
    ['kind', ['JVM, C++', 'Java', 'Java', 'kernel', 'Java']],
    ['package', ['not Java', 'com.acme.shop', 'com.acme.shop', 'not Java', 'java.util']],
    ['thread', ['gc-#', 'http-#', 'http-#', 'http-#', 'http-#']],
    ['compile', ['not Java', 'Java, state not known', 'inlined', 'not Java', 'Java, state not known']],
    ['cost', ['10% and more', 'nothing', 'nothing', '0.1 to 0.3%', '3 to 10%']],
    ['rules', ['no rule', 'Main', 'com.acme', 'no rule', 'no rule']],
  ])('by %s', (mode, labels) => {
    expect(labelsOf(factsOf(mode))).toEqual(labels)
  })

  test('is one object for all nodes of the group', () => {
    for (const mode of colourModes) {
      const groupOf = createNodeGroups(factsOf(mode))
      const byLabel = new Map<string, ColourGroup>()
      for (let node = 1; node < 6; node++) {
        const group = groupOf(node)
        expect(byLabel.get(group.label) ?? group).toBe(group)
        byLabel.set(group.label, group)
      }
    }
  })

  test('goes by what is there while the worker has not answered', () => {
    expect(labelsOf(factsOf('thread', profile, { colours: null }))).toEqual(labelsOf(factsOf('kind')))
    expect(new Set(labelsOf(factsOf('rules', profile, { colours: null })))).toEqual(new Set([noRule.label]))
    expect(new Set(labelsOf(factsOf('compile', profile, { tiers: null })))).toEqual(
      new Set([notJava.label, 'Java, state not known']),
    )
  })

  test('by cost goes by the whole weight in an inverted tree, where own weight stands at the wrong end', () => {
    const inverted = applyFilters(profile, [{ type: 'invert' }])
    const facts = factsOf('cost', inverted, { isInverted: true })
    const groupOf = createNodeGroups(facts)
    for (let node = 1; node < facts.tree.frame.length; node++) {
      const share = facts.tree.total[node]! / facts.tree.total[0]!
      expect(groupOf(node).label).toBe(share >= 0.1 ? '10% and more' : share >= 0.03 ? '3 to 10%' : '0.1 to 0.3%')
    }
  })

  test('a rule that was taken away since the worker answered colours nothing', () => {
    expect(labelsOf(factsOf('rules', profile, { rules: [] }))).toEqual(Array<string>(5).fill('no rule'))
  })
})

describe('createNodeColours', () => {
  test.each(['light', 'dark'] as const)('gives readable colours in every mode of the %s theme', (theme) => {
    for (const mode of colourModes) {
      const colourOf = createNodeColours({ ...factsOf(mode), theme })
      for (let node = 0; node < 6; node++) {
        expect(contrast(colourOf(node), textColour(theme))).toBeGreaterThanOrEqual(4.5)
        expect(colourOf(node)).toBe(colourOf(node))
      }
      expect(colourOf(0)).toBe(groupColour(kindGroups.unknown, theme))
    }
  })

  test('gives the colours of frames in the modes that need no more', () => {
    for (const mode of ['kind', 'package'] as const) {
      const facts = factsOf(mode)
      const colourOf = createNodeColours({ ...facts, theme: 'light' })
      const nameOf = (node: number) => profile.strings[profile.frames.name[facts.tree.frame[node]!]!]!
      expect(colourOf(3)).toBe(frameColour(mode, 'java', nameOf(3), 'light'))
      expect(colourOf(4)).toBe(frameColour(mode, 'kernel', nameOf(4), 'light'))
    }
  })
})

test('the first rule that finds a frame is its rule, and one that could not run finds none', () => {
  const matches = [Uint8Array.of(0, 1, 0, 1), null, Uint8Array.of(1, 1, 0, 0)]
  expect([...firstRules(matches, 4)]).toEqual([3, 1, 0, 1])
  expect([...firstRules([], 2)]).toEqual([0, 0])
})
