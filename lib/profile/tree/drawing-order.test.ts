import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { profileFromDiagram } from '../../testing/profiles/text-graph.ts'
import { anyProfile, largeProfile } from '../../testing/profiles/random-profile.ts'
import { buildCallTree } from './call-tree.ts'
import { sortForDrawing } from './drawing-order.ts'
import { decodeProfile, encodeProfile } from '../encoding/encode.ts'
import { applyFilters } from '../filters/filters.ts'
import { rankFrames } from './frame-order.ts'
import { compileTiers, type Profile } from '../model/profile.ts'
import { markSampled, readOrderedOutline } from './tree-outline.ts'
import { sortIntoTree } from './sort-into-tree.ts'

/** Each row of the stack table as text, root first. */
function writeStacks({ strings, frames, stacks }: Profile): string[] {
  const texts: string[] = []
  for (let row = 0; row < stacks.length; row++) {
    const frame = stacks.frame[row]!
    const own = `${strings[frames.name[frame]!]} ${frames.kind[frame]} ${compileTiers[stacks.tier[row]!]}`
    texts.push(stacks.parent[row]! < 0 ? own : `${texts[stacks.parent[row]!]} | ${own}`)
  }
  return texts
}

/** Each sample as text, in order. */
function writeSamples(profile: Profile): string[] {
  const stacks = writeStacks(profile)
  const { stack, thread, time, weight } = profile.samples
  return Array.from(stack, (row, sample) => `${stacks[row]}: ${thread[sample]} ${time[sample]} ${weight[sample]}`)
}

/** A tree with the name and kind of its frames, so that trees whose frames are numbered differently can be compared. */
function namedTree(profile: Profile) {
  const { frame, ...tree } = buildCallTree(profile)
  const { name, kind } = profile.frames
  return { ...tree, frame: Array.from(frame, (row) => (row < 0 ? '' : `${profile.strings[name[row]!]} ${kind[row]}`)) }
}

function outlines(profile: Profile) {
  const { stacks, samples } = profile
  const isSampled = markSampled(stacks, samples)
  const ranks = rankFrames(profile)
  return { fast: readOrderedOutline(stacks, isSampled, ranks), slow: sortIntoTree(stacks, isSampled, ranks), isSampled }
}

describe('sortForDrawing', () => {
  test('sorts frames by name, and stacks depth first', () => {
    const profile = sortForDrawing(
      profileFromDiagram(`
        main main main_[i] main
        b    a    c        b
        .    .    .        a
      `),
    )
    expect(writeStacks(profile)).toEqual([
      'main 0 unknown',
      'main 0 inlined',
      'main 0 unknown | a 0 unknown',
      'main 0 unknown | b 0 unknown',
      'main 0 unknown | b 0 unknown | a 0 unknown',
      'main 0 inlined | c 0 unknown',
    ])
  })

  test('law: keeps the content, and is idempotent', () => {
    fc.assert(
      fc.property(anyProfile, (profile) => {
        const ordered = sortForDrawing(profile)
        expect(writeSamples(ordered)).toEqual(writeSamples(profile))
        expect(writeStacks(ordered).toSorted()).toEqual(writeStacks(profile).toSorted())
        expect(namedTree(ordered)).toEqual(namedTree(profile))
        expect(sortForDrawing(ordered)).toBe(ordered)
        expect(encodeProfile(decodeProfile(encodeProfile(ordered)))).toEqual(encodeProfile(ordered))
      }),
      { seed: 4, numRuns: 300 },
    )
  })

  test('law: does not depend on the order of the stacks', () => {
    fc.assert(
      fc.property(anyProfile, fc.nat(), (profile, seed) => {
        const ordered = sortForDrawing(profile)
        expect(writeStacks(sortForDrawing(withRowsShuffled(profile, seed)))).toEqual(writeStacks(ordered))
      }),
      { seed: 5, numRuns: 300 },
    )
  })
})

/** The same stacks in another order, parents still first. */
function withRowsShuffled(profile: Profile, seed: number): Profile {
  const { stacks, samples } = profile
  const newRow: number[] = []
  const rows: number[] = []
  const waiting = Array.from({ length: stacks.length }, (_, row) => row)
  for (let turn = seed; waiting.length > 0; turn++) {
    const ready = waiting.filter((row) => stacks.parent[row]! < 0 || newRow[stacks.parent[row]!] !== undefined)
    const row = ready[(turn * 7) % ready.length]!
    waiting.splice(waiting.indexOf(row), 1)
    newRow[row] = rows.push(row) - 1
  }
  return {
    ...profile,
    stacks: {
      length: stacks.length,
      parent: Int32Array.from(rows, (row) => newRow[stacks.parent[row]!] ?? -1),
      frame: Uint32Array.from(rows, (row) => stacks.frame[row]!),
      tier: Uint8Array.from(rows, (row) => stacks.tier[row]!),
    },
    samples: { ...samples, stack: samples.stack.map((row) => newRow[row] ?? -1) },
  }
}

describe('readOrderedOutline', () => {
  test('law: reads every profile in drawing order, and gives the tree that sorting gives', () => {
    fc.assert(
      fc.property(anyProfile, (profile) => {
        const { fast, slow } = outlines(sortForDrawing(profile))
        expect(fast).toEqual(slow)
      }),
      { seed: 6, numRuns: 300 },
    )
  })

  test('law: for a profile in any order gives the tree that sorting gives, or none', () => {
    const seen = { tree: 0, none: 0 }
    fc.assert(
      fc.property(anyProfile, (profile) => {
        const { fast, slow } = outlines(profile)
        seen[fast ? 'tree' : 'none']++
        if (fast) expect(fast).toEqual(slow)
      }),
      { seed: 7, numRuns: 300 },
    )
    expect(Math.min(seen.tree, seen.none)).toBeGreaterThan(20)
  })

  test('does not continue a path that another row has left', () => {
    const profile = profileFromDiagram(`
      a c a
      b . b
      x . y
    `)
    expect(outlines(profile).fast).toBe(null)
    expect(Array.from(buildCallTree(profile).depth)).toEqual([0, 1, 2, 3, 3, 1])
  })

  test('reads a profile with a part of the samples after filters', () => {
    const ordered = sortForDrawing(largeProfile(20_000, 500))
    const { fast, slow } = outlines(applyFilters(ordered, [{ type: 'time', fromMs: 5000, toMs: 9000 }]))
    expect(fast).toEqual(slow)
    expect(fast!.length).toBeLessThan(ordered.stacks.length)
  })

  test('reads a stack deeper than its initial buffer', () => {
    const frames = Array.from({ length: 5000 }, (_, index) => `f${index % 3}`)
    const { fast, slow } = outlines(sortForDrawing(profileFromDiagram(frames.join('\n'))))
    expect(fast).toEqual(slow)
    expect(fast!.depth[5000]).toBe(5000)
  })
})
