import { expect, test } from 'vitest'
import { getSelfTimeBand, selfTimeGroups } from './node-groups.ts'

test('a share of own weight has the heat of the band that it reaches', () => {
  const bands = [1, 0.1, 0.0999, 0.03, 0.01, 0.003, 0.001, 0.0009, 1e-12, 0].map(
    (share) => selfTimeGroups[getSelfTimeBand(share)]!.label,
  )
  expect(bands).toEqual([
    '10% and more',
    '10% and more',
    '3 to 10%',
    '3 to 10%',
    '1 to 3%',
    '0.3 to 1%',
    '0.1 to 0.3%',
    'less',
    'less',
    'nothing',
  ])
  expect(selfTimeGroups[getSelfTimeBand(0 / 0)]!.label).toBe('nothing')
})
