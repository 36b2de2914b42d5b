import { describe, expect, test } from 'vitest'
import type { FilterStep } from '../../../lib/profile/filters/filters.ts'
import { defaultView } from '../../../lib/profile/view/view.ts'
import { sampleSummary } from '../../../lib/testing/samples.ts'
import { nameViewedSides, omitWeight, titleViewedSides } from './side-names.ts'

const summary = sampleSummary({ service: 'shop' })
const early = { type: 'time', fromMs: 0, toMs: 15_000 } as const
const late = { type: 'time', fromMs: 15_000, toMs: 30_000 } as const
const web = { type: 'threads', threads: ['web'] } as const
const namesOf = (before: readonly FilterStep[] | null, after: readonly FilterStep[], other = summary) =>
  nameViewedSides(summary, other, {
    filters: after,
    comparison: { ...defaultView.comparison, baselineFilters: before },
  })

const titleOf = (before: readonly FilterStep[] | null, after: readonly FilterStep[]) =>
  titleViewedSides(summary, summary, {
    filters: after,
    comparison: { ...defaultView.comparison, baselineFilters: before },
  })

test('a window of two parts of one profile is titled by these', () => {
  expect(titleOf([early], [late])).toBe('shop: 15 to 30 s against 0 to 15 s')
  expect(titleOf(null, [late])).toBe('shop against itself')
})

describe('the names of two sides of one profile', () => {
  test('are the time or threads of each', () => {
    expect(namesOf([early], [late])).toMatchObject({ common: 'shop', before: '0 to 15 s', after: '15 to 30 s' })
    expect(namesOf([early, web], [late])).toMatchObject({ before: '0 to 15 s, thread web', after: '15 to 30 s' })
  })

  test('are "all" where only the other one has any', () => {
    expect(namesOf([], [web, { type: 'hide-idle' }])).toMatchObject({ before: 'all', after: 'thread web' })
    expect(namesOf([web], [{ ...late, off: true }])).toMatchObject({ before: 'thread web', after: 'all' })
  })

  test('are those of the profile where both show the same part', () => {
    expect(namesOf(null, [late])).toMatchObject({ common: null, before: 'shop', after: 'the same profile' })
    expect(namesOf([late, { type: 'hide-idle' }], [late])).toMatchObject({ after: 'the same profile' })
  })

  test('are those of the profiles where there are two', () => {
    const other = { ...summary, id: 'f'.repeat(32), name: 'till' }
    expect(namesOf([early], [late], other)).toMatchObject({ before: 'shop', after: 'till' })
  })
})

test('a name does not say the weight that stands beside it', () => {
  expect(omitWeight('142 samples, 1 h 5 min later', '142 samples')).toBe('1 h 5 min later')
  expect(omitWeight('138 samples', '138 samples')).toBe('')
  expect(omitWeight('shop, 1,138 samples', '138 samples')).toBe('shop, 1,138 samples')
})
