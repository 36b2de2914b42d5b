import { expect, test } from 'vitest'
import { missingJdk } from './async-profiler-needs.ts'

test('Java 8 will do but for the live heap, and an unknown version is given the benefit of the doubt', () => {
  expect([7, 8, 10, 11, 25, 0].map((feature) => missingJdk(feature, 'cpu'))).toEqual([8, null, null, null, null, null])
  expect([8, 10, 11, 0].map((feature) => missingJdk(feature, 'live-heap'))).toEqual([11, 11, null, null])
})
