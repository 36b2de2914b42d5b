import { describe, expect, it } from 'vitest'
import { profileFromPicture } from '../../lib/testing/picture.ts'
import { createNameMatcher } from './name-search.ts'
import type { TreeOrder, UnionWishes } from './tree-messages.ts'
import { functionsOfMade, verdictsOfMade } from './judge-made.ts'
import { createUnionMaker, packUnion } from './union-maker.ts'

const before = profileFromPicture(`
  main  main  main
  a     b     c
  60    30    10
`)
const after = profileFromPicture(`
  main  main  main
  a     b     d
  60    120   20
`)
const match = createNameMatcher({ match: () => Promise.reject(new Error('no patterns here')) })
const order = (wishes: Partial<UnionWishes> = {}, more: Partial<TreeOrder> = {}): TreeOrder => ({
  filters: [],
  sort: 'name',
  ...more,
  comparison: { width: 'after', scale: 'share', requests: null, baselineFilters: [], ...wishes },
})

describe('unions one after the other', () => {
  it('have both sides at each node, and names that stay the same objects while only widths change', async () => {
    const make = createUnionMaker({ before, after }, match)
    const first = await make(order())
    const second = await make(order({ width: 'union' }))
    const { frames, strings } = first.union
    expect(Array.from(frames.name, (name) => strings[name]).toSorted()).toEqual(['a', 'b', 'c', 'd', 'main'])
    expect([first.union.before.total[0], first.union.after.total[0]]).toEqual([100, 200])
    expect(first.union.tree.total[0]).toBe(200)
    expect(second.union.tree.total[0]).toBeCloseTo(2)
    expect(packUnion(second, first).names).toBe(null)
    expect(packUnion(second).sides?.scaleAfter).toBe(1 / 200)
  })

  it('filter each side by its own', async () => {
    const make = createUnionMaker({ before, after }, match)
    const filters = [{ type: 'focus', name: 'a' }] as const
    const one = await make(order({ baselineFilters: filters }, { filters: [] }))
    expect([one.union.before.total[0], one.union.after.total[0]]).toEqual([60, 200])
    const other = await make(order({ baselineFilters: [] }, { filters }))
    expect([other.union.before.total[0], other.union.after.total[0]]).toEqual([100, 60])
    expect(other.removed).toEqual([140])
  })

  it('say what they could not do', async () => {
    const { notes, union } = await createUnionMaker({ before, after }, match)(order({ scale: 'request' }))
    expect(notes).toEqual(['Say how many requests each of the two served meanwhile.'])
    expect(union.scale).toBe('share')
  })

  it('find in an inverted union what they find upright', async () => {
    const run = (slow: number) =>
      profileFromPicture(`
        main  main
        fast  slow
        read  spin
        ${1000 - slow} ${slow}
      `)
    const make = createUnionMaker({ before: run(300), after: run(500) }, match)
    const significant = (made: Awaited<ReturnType<typeof make>>) => {
      const { frame, q } = functionsOfMade(made, 'total')
      const { frames, strings } = made.union
      return Array.from(
        frame.filter((_, row) => q[row]! <= 0.05),
        (one) => strings[frames.name[one]!],
      )
    }
    const upright = await make(order())
    expect(significant(upright).toSorted()).toEqual(['fast', 'read', 'slow', 'spin'])
    const inverted = await make(order({ baselineFilters: [{ type: 'invert' }] }, { filters: [{ type: 'invert' }] }))
    expect(significant(inverted).toSorted()).toEqual(['fast', 'read', 'slow', 'spin'])
    const { q } = verdictsOfMade(inverted, 'total')
    const surest = functionsOfMade(inverted, 'total').widest[0]!
    expect(q[surest]).toBeLessThan(0.05)
  })
})
