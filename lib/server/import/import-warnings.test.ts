import { expect, test } from 'vitest'
import type { ProfileSummary } from '../../contract/profile.ts'
import { sampleFirstPaint } from '../../testing/samples.ts'
import type { Digest } from '../profiles/digest/digest-thread.ts'
import { saveImported } from './import-profile.ts'

test('a warning of several graphs of a recording has the largest count', async () => {
  const countsOf: readonly (readonly [string, number])[][] = [
    [
      ['stacks-truncated', 2],
      ['file-cut', 1],
    ],
    [
      ['stacks-truncated', 900],
      ['file-cut', 1],
    ],
    [
      ['stacks-truncated', 1],
      ['weights-not-usable', 3],
    ],
  ]
  const digests = countsOf.map((counts) => ({
    facts: { service: null } as Digest['facts'],
    warnings: counts.map(([code, count]) => ({ code, text: code, count })),
    firstPaint: sampleFirstPaint,
    gzipped: new Uint8Array(0),
  }))
  const { warnings } = await saveImported(
    ['cpu', 'lock', 'alloc'].map((event) => ({ event, samples: 1, bytes: new Uint8Array(0) })),
    { fileName: 'shop.jfr', createdBy: 'ada' },
    {
      profiles: {
        save: () => Promise.resolve({} as ProfileSummary),
        remove: () => Promise.resolve(),
        findByCapture: () => Promise.resolve(null),
      },
      digester: { digest: () => Promise.resolve(digests.shift()!) },
    },
  )
  expect(warnings.map(({ code, count }) => [code, count])).toEqual([
    ['stacks-truncated', 900],
    ['file-cut', 1],
    ['weights-not-usable', 3],
  ])
  // What is true of one graph alone says of which.
  expect(warnings.map(({ text }) => text)).toEqual(['stacks-truncated', 'file-cut', 'Allocations: weights-not-usable'])
})
