import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { profileFromDiagram } from '../../testing/profiles/text-graph.ts'
import { anyProfile } from '../../testing/profiles/random-profile.ts'
import { buildTreeWithRows } from '../tree/call-tree.ts'
import { colourModes } from './colour-group.ts'
import { createNodeGroups, firstRules } from './node-groups.ts'
import { buildLegend, type LegendEntry } from './legend.ts'
import { computeNodePools } from './node-pools.ts'
import { computeNodeTiers } from './node-tiers.ts'
import { applyFilters } from '../filters/filters.ts'
import { createProfileBuilder } from '../model/profile-builder.ts'
import { emptyProvenance } from '../model/profile.ts'
import { listFrameNames, matchesLiteral } from '../search/search.ts'

const profile = profileFromDiagram(`
  http-1>com.acme.shop.Main.main http-2>com.acme.shop.Main.main gc-1>java.util.List.of
  read_[k]                       Parse::do_it_[v]               .
  1                              2                              5
`)

const lines = (entries: readonly LegendEntry[]) => entries.map(({ group, share }) => [group.label, share])

describe('legend', () => {
  test('names each colour that is drawn, with its share of self time', () => {
    expect(lines(buildLegend('kind', profile))).toEqual([
      ['Java', 0.625],
      ['JVM, C++', 0.25],
      ['kernel', 0.125],
    ])
    expect(lines(buildLegend('package', profile))).toEqual([
      ['java.util', 0.625],
      ['not Java', 0.375],
      ['com.acme.shop', 0],
    ])
  })

  test('leaves the share of samples without a frame to the root', () => {
    const filtered = applyFilters(profile, [{ type: 'only-packages', packages: ['com.acme.shop'] }])
    expect(lines(buildLegend('kind', filtered))).toEqual([['Java', 0.375]])
    expect(lines(buildLegend('cost', filtered)).map(([, share]) => share)).toEqual([0.375])
  })

  test('by package names the colours that take most of the graph, though their own share is small', () => {
    const rows = [
      'com.wide.A.run',
      'com.deep.B.run',
      ...Array.from({ length: 20 }, (_, index) => `com.p${index}.C.run`),
    ]
    const wide = profileFromDiagram(
      `${rows
        .slice(0, 2)
        .map((name) => Array(20).fill(name).join(' '))
        .join('\n')}\n${rows.slice(2).join(' ')}\n${'1 '.repeat(20)}`,
    )
    expect(lines(buildLegend('package', wide)).slice(-2)).toEqual([
      ['com.wide', 0],
      ['com.deep', 0],
    ])
  })

  test('by thread gives what the threads of each pool did', () => {
    expect(lines(buildLegend('thread', profile))).toEqual([
      ['gc-#', 0.625],
      ['http-#', 0.375],
    ])
  })

  test('by compile state goes by how the frame ran in which the samples end', () => {
    const compiled = profileFromDiagram(`
      a    a_[i] b_[i] a
      .    .     .     read_[k]
      1    2     3     4
    `)
    expect(lines(buildLegend('compile', compiled))).toEqual([
      ['inlined', 0.5],
      ['not Java', 0.4],
      ['Java, state not known', 0.1],
    ])
  })

  test('by cost goes from hot to cold', () => {
    expect(lines(buildLegend('cost', profile))).toEqual([
      ['10% and more', 1],
      ['nothing', 0],
    ])
    // Inverted, functions are the roots, and what stands above them is as hot or colder.
    expect(lines(buildLegend('cost', profile, { isInverted: true }))).toEqual([
      ['10% and more', 1],
      ['3 to 10%', 0],
      ['1 to 3%', 0],
      ['0.3 to 1%', 0],
      ['0.1 to 0.3%', 0],
      ['less', 0],
    ])
  })

  test('by rules keeps the order of the rules, and tells what none finds', () => {
    const rules = [
      { pattern: 'nothing', colour: 1 },
      { pattern: 'read', colour: 5 },
      { pattern: 'Main', colour: 0 },
    ]
    const names = listFrameNames(profile)
    const frameRules = firstRules(
      rules.map(({ pattern }) => matchesLiteral(names, pattern, true)),
      names.length,
    )
    expect(lines(buildLegend('rules', profile, { rules, frameRules }))).toEqual([
      ['read', 0.125],
      ['Main', 0],
      ['no rule', 0.875],
    ])
    expect(lines(buildLegend('rules', profile))).toEqual([['no rule', 1]])
  })

  test('leaves out what comes after the twelfth', () => {
    const builder = createProfileBuilder()
    for (let index = 0; index < 30; index++) {
      const stack = builder.stack(-1, builder.frame(`com.acme.p${index}.Main.main`, 'java'))
      builder.sample(stack, builder.thread('main'), NaN, 30 - index)
    }
    const entries = buildLegend('package', builder.finish('samples', emptyProvenance('test')))
    expect([entries.length, entries[0]!.group.label]).toEqual([12, 'com.acme.p0'])
  })

  test('law: every colour of a node is in the legend, and all shares together are those of samples with frames', () => {
    fc.assert(
      fc.property(anyProfile, fc.constantFrom(...colourModes), (random, mode) => {
        const { tree, nodeOfRow } = buildTreeWithRows(random)
        const rules = [{ pattern: 'a', colour: 0 }]
        const frameRules = firstRules([matchesLiteral(listFrameNames(random), 'a', false)], random.frames.length)
        const entries = buildLegend(mode, random, { rules, frameRules })
        const keyOf = ({ group }: Pick<LegendEntry, 'group'>) => `${group.palette} ${group.index} ${group.label}`
        const known = new Set(entries.map(keyOf))
        const { frames, strings } = random
        const groupOf = createNodeGroups({
          tree,
          frames,
          strings,
          mode,
          tiers: computeNodeTiers(random, tree, nodeOfRow),
          colours: { ...computeNodePools(random, tree, nodeOfRow), frameRules, packages: null },
          rules,
          isInverted: false,
        })
        expect(known.size).toBe(entries.length)
        if (entries.length < 12) {
          for (let node = 1; node < tree.length; node++) expect(known).toContain(keyOf({ group: groupOf(node) }))
        }
        const whole = entries.reduce((sum, { share }) => sum + share, 0)
        const { samples } = random
        const weightOf = (isCounted: (stack: number) => boolean) =>
          samples.weight.reduce((sum, weight, sample) => sum + (isCounted(samples.stack[sample]!) ? weight : 0), 0)
        const all = weightOf(() => true)
        // Threads are of all samples.
        const named = mode === 'thread' ? all : weightOf((stack) => stack >= 0)
        expect(whole).toBeCloseTo(all === 0 ? 0 : named / all, 9)
      }),
      { seed: 18, numRuns: 400 },
    )
  })
})
