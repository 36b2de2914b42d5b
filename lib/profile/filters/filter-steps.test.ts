import { describe, expect, test } from 'vitest'
import { profileFromDiagram } from '../../testing/profiles/text-graph.ts'
import { applyFiltersInSteps, type Filter } from './filters.ts'
import { totalWeight } from '../model/stack-weights.ts'
import { matchSearchTerm } from './keep-samples.ts'

const web = profileFromDiagram(`
  http-1>main http-2>main http-1>main gc>Mark_[v]
  a           a           b           .
  c           .           c           .
  2           1           5           3
`)

describe('applyFiltersInSteps', () => {
  test('tells what each filter took away, and runs searches elsewhere', async () => {
    const asked: unknown[] = []
    const { profile, removed } = await applyFiltersInSteps(
      web,
      [
        { type: 'threads', threads: ['http-1', 'http-2'] },
        { type: 'hide', name: 'main' },
        { type: 'keep', search: { text: 'b', caseSensitive: true } },
      ],
      (names, search) => {
        asked.push(search)
        return Promise.resolve(matchSearchTerm(names, search))
      },
    )
    expect(removed).toEqual([3, 0, 3])
    expect(totalWeight(profile)).toBe(5)
    expect(asked).toEqual([{ text: 'b', caseSensitive: true }])
  })

  test('does not do again what it did for the list before, as long as that begins alike', async () => {
    const steps = async (...filters: Filter[]) =>
      (await applyFiltersInSteps(web, filters, (names) => Promise.resolve(new Uint8Array(names.length)))).profile
    const hidden = await steps({ type: 'hide', name: 'main' })
    expect(await steps({ type: 'hide', name: 'main' }, { type: 'hide', name: 'nobody' })).toBe(hidden)
    const both = await steps({ type: 'hide', name: 'main' }, { type: 'drop', name: 'b' })
    expect(await steps({ type: 'hide', name: 'main' })).toBe(hidden)
    expect(await steps({ type: 'hide', name: 'main' }, { type: 'drop', name: 'b' })).toBe(both)
    expect(await steps({ type: 'hide', name: 'a' })).not.toEqual(hidden)
    expect(await steps({ type: 'hide', name: 'main' })).toBe(hidden)
    await steps({ type: 'hide', name: 'b' })
    await steps({ type: 'hide', name: 'c' })
    expect(await steps({ type: 'hide', name: 'main' })).toEqual(hidden)
  })
})
