import { expect, test } from 'vitest'
import { readTimes } from './row-time.tsx'

const createdAt = 1_800_000_000_000

test.each([
  ['a capture of this dashboard', createdAt, { isAdded: false, capturedAt: null }],
  ['a file that does not say when it was captured', null, { isAdded: true, capturedAt: null }],
  ['a recording of three hours ago', createdAt - 10_800_000, { isAdded: true, capturedAt: createdAt - 10_800_000 }],
  ['a recording that came at once', createdAt - 20_000, { isAdded: true, capturedAt: null }],
])('%s shows the time that lists are sorted by', (_, capturedAt, times) => {
  expect(readTimes({ capturedAt, createdAt })).toEqual(times)
})
