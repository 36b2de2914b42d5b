import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyService } from '../../testing/profiles/arbitrary-service.ts'
import { anyKeepingFilter, anyRemovingFilter } from '../../testing/profiles/arbitrary-view.ts'
import { anyProfile } from '../../testing/profiles/random-profile.ts'
import { buildCallTree } from '../tree/call-tree.ts'
import { sortForDrawing } from '../tree/drawing-order.ts'
import { findBadColumn } from '../encoding/encode.ts'
import { applyFilters, applyFiltersInSteps, type Filter } from './filters.ts'
import { totalWeight } from '../model/stack-weights.ts'
import { matchSearchTerm } from './keep-samples.ts'
import { withoutLine } from './strip-lines.ts'
import type { Profile } from '../model/profile.ts'
import { defaultView, listViewFilters } from '../view/view.ts'

const later = (names: readonly string[], term: Parameters<typeof matchSearchTerm>[1]) =>
  Promise.resolve(matchSearchTerm(names, term))

/** A regular expression that is none is a Problem, and elsewhere tested. */
const isSoundSearch = (filter: Filter) => filter.type !== 'keep' || !/^\/.+\/$/s.test(filter.search.text)
const removing = anyRemovingFilter.filter(isSoundSearch)

const anyShape = fc.oneof(anyProfile, anyService)

const expectSound = (profile: Profile) => {
  expect(findBadColumn(profile)).toBeNull()
  const tree = buildCallTree(profile)
  expect(tree.total[0]).toBe(totalWeight(profile))
}

describe('applyFilters', () => {
  test('law: filters that promise to keep all weight do, others only lose some, and the result is always sound', () => {
    fc.assert(
      fc.property(
        anyShape,
        fc.array(anyKeepingFilter, { maxLength: 4 }),
        fc.array(removing, { maxLength: 3 }),
        (profile, kept, removed) => {
          const same = applyFilters(profile, kept)
          expect(totalWeight(same)).toBe(totalWeight(profile))
          expectSound(same)
          const less = applyFilters(same, removed)
          expect(totalWeight(less)).toBeLessThanOrEqual(totalWeight(profile))
          expectSound(less)
        },
      ),
      { seed: 7, numRuns: 500 },
    )
  })

  test('law: in steps it is the same profile, and what each filter took and what is left are all there was', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyShape,
        fc.array(fc.oneof(anyKeepingFilter, removing), { maxLength: 5 }),
        async (profile, filters) => {
          const { profile: left, removed } = await applyFiltersInSteps(profile, filters, later)
          expect(left).toEqual(applyFilters(profile, filters))
          expect(removed.length).toBe(filters.length)
          expect(removed.reduce((sum, weight) => sum + weight, 0) + totalWeight(left)).toBe(totalWeight(profile))
          removed.forEach((weight, at) => {
            expect(weight).toBe(
              totalWeight(applyFilters(profile, filters.slice(0, at))) -
                totalWeight(applyFilters(profile, filters.slice(0, at + 1))),
            )
          })
        },
      ),
      { seed: 17, numRuns: 200 },
    )
  })

  test('law: neighbours in the list, though done in one go, do what they do one after the other', () => {
    fc.assert(
      fc.property(anyShape, fc.array(fc.oneof(anyKeepingFilter, removing), { maxLength: 5 }), (profile, filters) => {
        const oneByOne = filters.reduce((before, filter) => applyFilters(before, [filter]), profile)
        expect(buildCallTree(applyFilters(profile, filters))).toEqual(buildCallTree(oneByOne))
      }),
      { seed: 20, numRuns: 500 },
    )
  })

  test('law: inverted twice is the tree it was', () => {
    fc.assert(
      fc.property(anyShape, (profile) => {
        const twice = applyFilters(profile, [{ type: 'invert' }, { type: 'invert' }])
        expect(buildCallTree(twice)).toEqual(buildCallTree(profile))
      }),
      { seed: 8, numRuns: 300 },
    )
  })

  test('law: done twice is done once', () => {
    const idempotent = fc
      .oneof(anyKeepingFilter, removing)
      .filter(({ type }) => !['invert', 'by-thread', 'focus-path'].includes(type))
    fc.assert(
      fc.property(anyShape, idempotent, (profile, filter) => {
        const once = applyFilters(profile, [filter])
        expect(pathsOf(applyFilters(once, [filter]))).toEqual(pathsOf(once))
      }),
      { seed: 18, numRuns: 500 },
    )
  })

  test('law: a list whose steps are all off is the profile itself', () => {
    fc.assert(
      fc.property(anyShape, fc.array(fc.oneof(anyKeepingFilter, removing)), (profile, filters) => {
        const off = filters.map((filter) => ({ ...filter, off: true as const }))
        expect(applyFilters(profile, listViewFilters({ ...defaultView, base: 'open', filters: off }))).toBe(profile)
      }),
      { seed: 23, numRuns: 100 },
    )
  })

  test('law: the order of samples, their times and their threads stay', () => {
    fc.assert(
      fc.property(anyShape, anyKeepingFilter, (profile, filter) => {
        const { samples, threads } = applyFilters(profile, [filter])
        expect([samples.time, samples.weight, samples.thread]).toEqual([
          profile.samples.time,
          profile.samples.weight,
          profile.samples.thread,
        ])
        expect(threads).toBe(profile.threads)
      }),
      { seed: 19, numRuns: 200 },
    )
  })
})

/** What is drawn, as paths of names with their weights. */
function pathsOf(profile: Profile): string[] {
  const tree = buildCallTree(profile)
  const paths: string[] = []
  for (let node = 0; node < tree.length; node++) {
    const frame = tree.frame[node]!
    const name = node === 0 ? 'all' : `${profile.frames.kind[frame]!} ${profile.strings[profile.frames.name[frame]!]!}`
    paths.push(`${node === 0 ? '' : paths[tree.parent[node]!]!.split('\t')[0]!}\n${name}\t${tree.total[node]!}`)
  }
  return paths
}

/** Sample i ended at line i + 1 of its leaf; one without a stack at no known line. */
function withLines(profile: Profile): Profile {
  const { stacks, samples } = profile
  const sampled = Array.from(samples.stack.keys()).filter((sample) => samples.stack[sample]! >= 0)
  const ofSample = new Int32Array(samples.length).fill(-1)
  sampled.forEach((sample, row) => (ofSample[sample] = row))
  const frame = Uint32Array.from(sampled, (sample) => stacks.frame[samples.stack[sample]!]!)
  return {
    ...profile,
    lines: { length: sampled.length, frame, line: Uint32Array.from(sampled, (i) => i + 1), ofSample },
  }
}

test('law: a sample that is left has the line and the frame that it had', () => {
  const step = fc.oneof(anyKeepingFilter, removing)
  fc.assert(
    fc.property(anyShape.map(withLines), fc.array(step, { maxLength: 3 }), (profile, filters) => {
      // Stripping lines makes one frame of several, which differ in nothing else.
      const rawName = ({ strings, frames, lines }: Profile, row: number) =>
        withoutLine(strings[frames.raw[lines!.frame[row]!]!]!)
      const left = sortForDrawing(applyFilters(profile, filters))
      expect(left.lines!.ofSample).toHaveLength(left.samples.length)
      left.lines!.ofSample.forEach((row, sample) => {
        if (row < 0) return
        const before = left.lines!.line[row]! - 1
        expect(left.samples.weight[sample]).toBe(profile.samples.weight[before])
        expect(rawName(left, row)).toBe(rawName(profile, profile.lines!.ofSample[before]!))
      })
    }),
    { seed: 23, numRuns: 300 },
  )
})
