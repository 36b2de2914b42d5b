import { describe, expect, test } from 'vitest'
import { buildCallTree } from './call-tree.ts'
import { applyFilters } from '../filters/filters.ts'
import { totalWeight } from '../model/stack-weights.ts'
import { invertProfile } from './invert.ts'
import { createProfileBuilder } from '../model/profile-builder.ts'
import { emptyProvenance } from '../model/profile.ts'

describe('invertProfile', () => {
  test('invert cuts all stacks at one distance from the leaf where there would be too many rows, and says so', () => {
    const builder = createProfileBuilder()
    for (let stack = 0; stack < 100; stack++) {
      let row = -1
      for (let depth = 0; depth < 50; depth++) row = builder.stack(row, builder.frame(`f${stack}-${depth}`, 'java'))
      builder.sample(row, builder.thread(''), NaN, 1)
    }
    const inverted = invertProfile(builder.finish('samples', emptyProvenance('test')), 1000)
    expect(totalWeight(inverted)).toBe(100)
    expect(inverted.stacks.length).toBe(1000)
    expect(buildCallTree(inverted).maxDepth).toBe(10)
    expect(inverted.provenance.warnings).toMatchObject([{ code: 'inverted-cut', count: 100 }])
  })

  test.each([
    { of: 'one common leaf', leaf: () => 'leaf', rows: 1, depth: 1, shown: 'only the leaf of each stack' },
    { of: 'leaves that differ', leaf: (at: number) => `leaf${at}`, rows: 100, depth: 1, shown: 'only the leaf' },
    {
      of: 'one common leaf whose two callers are common, too',
      leaf: () => 'leaf',
      caller: (at: number) => `caller${at % 2}`,
      rows: 3,
      depth: 2,
      shown: 'the 2 frames nearest to each leaf',
    },
  ])('counts rows, not stacks: of $of it shows the levels that fit, and at least the leaves', (stacks) => {
    const builder = createProfileBuilder()
    for (let at = 0; at < 100; at++) {
      let row = builder.stack(-1, builder.frame(`root${at}`, 'java'))
      row = builder.stack(row, builder.frame(stacks.caller?.(at) ?? `caller${at}`, 'java'))
      row = builder.stack(row, builder.frame(stacks.leaf(at), 'java'))
      builder.sample(row, builder.thread(''), NaN, 1)
    }
    const inverted = invertProfile(builder.finish('samples', emptyProvenance('test')), 99)
    expect(totalWeight(inverted)).toBe(100)
    expect(inverted.stacks.length).toBe(stacks.rows)
    expect(buildCallTree(inverted).maxDepth).toBe(stacks.depth)
    expect(inverted.provenance.warnings).toMatchObject([{ code: 'inverted-cut', count: 100 }])
    expect(inverted.provenance.warnings[0]!.text).toContain(`shows ${stacks.shown}`)
  })

  test('inverts in reasonable time what recurses 200,000 deep and was sampled at every depth', () => {
    const builder = createProfileBuilder()
    const thread = builder.thread('')
    let stack = -1
    for (let depth = 0; depth < 200_000; depth++) {
      stack = builder.stack(stack, builder.frame('f', 'java'))
      builder.sample(stack, thread, NaN, 1)
    }
    const inverted = invertProfile(builder.finish('samples', emptyProvenance('test')))
    expect(totalWeight(inverted)).toBe(200_000)
    expect(inverted.provenance.warnings).toMatchObject([{ code: 'inverted-cut' }])
  }, 60_000)

  test('inverts and splits a stack of 200,000 frames', () => {
    const builder = createProfileBuilder()
    let stack = -1
    for (let depth = 0; depth < 200_000; depth++) stack = builder.stack(stack, builder.frame(`f${depth % 7}`, 'java'))
    builder.sample(stack, builder.thread('deep'), NaN, 3)
    const profile = applyFilters(builder.finish('samples', emptyProvenance('test')), [
      { type: 'invert' },
      { type: 'by-thread' },
    ])
    expect(buildCallTree(profile).maxDepth).toBe(200_001)
  })
})
