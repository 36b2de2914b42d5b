import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCompareOptions } from '../commands/compare.ts'
import type { ProfileSummary } from '../../contract/profile.ts'
import type { Dashboard } from './dashboard.ts'
import { chunksOf } from '../../testing/formats/chunks.ts'
import { Problem } from '../../errors.ts'
import { comparisonSchema } from '../../contract/comparisons.ts'
import { compareFunctions } from '../../profile/compare/compare-functions.ts'
import { concludeComparison } from '../../server/preview/conclusion.ts'
import { compareProfiles } from '../../contract/compare-profiles.ts'
import { anyPair, notForPeople } from '../../testing/profiles/arbitrary-pair.ts'
import { sampleSummary } from '../../testing/samples.ts'
import { byTier } from '../../testing/tier.ts'
import { checkThresholds, readFailIf } from './fail-if.ts'
import { compareRemotely, reportStored } from './compare-remote.ts'

test('law: the comparison in a terminal, a pipeline and a preview has no NaN and no infinity', () => {
  fc.assert(
    fc.property(anyPair, ({ before, after }) => {
      fc.pre(before.unit === after.unit)
      const compared = compareProfiles(before, after, 20_000)
      // The schema refuses numbers that JSON cannot hold.
      const comparison = comparisonSchema.parse({
        before: sampleSummary({ unit: before.unit }),
        after: sampleSummary({ unit: after.unit }),
        ...compared,
      })
      const checked = checkThresholds(comparison, [readFailIf('+1%')])
      expect(reportStored(comparison, checked)).not.toMatch(notForPeople)
      expect(concludeComparison(compareFunctions(before, after)).conclusion).not.toMatch(notForPeople)
    }),
    { seed: 5, numRuns: byTier(80, 1000) },
  )
})

test('profiles are named by beginnings of their ids; the terminal shows 8 digits, JSON all', async () => {
  const [before, after] = ['b'.repeat(32), 'a'.repeat(32)].map((id) => sampleSummary({ id })) as [
    ProfileSummary,
    ProfileSummary,
  ]
  const asked: string[] = []
  const call = async (path: string) => {
    asked.push(path)
    if (path.includes('?id=')) return { profiles: [path.includes('?id=aaaa') ? after : before], count: 1 }
    return comparisonSchema.parse({ before, after, power: 'Too few samples.', warnings: [], functions: [] })
  }
  let output = ''
  const stream = { write: (text: string | Uint8Array) => void (output += String(text)) }
  const streams = { stdin: chunksOf(''), stdout: stream, stderr: { write: () => undefined } }
  const dashboard = { url: 'http://host', call } as unknown as Dashboard
  const options = readCompareOptions(['bbbb', 'aaaa'])
  expect(await compareRemotely(options, dashboard, streams)).toBe(0)
  expect(asked.at(-1)).toBe(`/api/v1/profiles/${after.id}/comparison?baseline=${before.id}&limit=20000`)
  expect(output).toMatch(/^Before: .*, bbbbbbbb\nAfter: .*, aaaaaaaa\n/)
  output = ''
  await compareRemotely({ ...options, isJson: true }, dashboard, streams)
  expect(JSON.parse(output)).toMatchObject({ before: { id: before.id }, after: { id: after.id } })
})

test('a profile beside itself is refused, also where one is its link', async () => {
  const id = 'a'.repeat(32)
  const dashboard = { url: 'http://host', call: () => Promise.reject(new Error('asked')) } as unknown as Dashboard
  const nothing = { write: () => undefined }
  const streams = { stdin: chunksOf(''), stdout: nothing, stderr: nothing }
  for (const other of [id, `http://host/profiles/${id}`])
    await expect(compareRemotely(readCompareOptions([id, other]), dashboard, streams)).rejects.toThrow(
      'BEFORE and AFTER are the same profile: name another one',
    )
})

test('two that cannot be compared are shown side by side: the terminal gives the address', async () => {
  const [before, after] = ['b'.repeat(32), 'a'.repeat(32)]
  const call = () => Promise.reject(new Problem('not-comparable', { reason: 'their events are CPU and Wall clock' }))
  const dashboard = { url: 'http://host', call } as unknown as Dashboard
  let errors = ''
  const nothing = { write: () => undefined }
  const stderr = { write: (text: string | Uint8Array) => void (errors += String(text)) }
  const compared = compareRemotely(readCompareOptions([before, after]), dashboard, {
    stdin: chunksOf(''),
    stdout: nothing,
    stderr,
  })
  await expect(compared).rejects.toMatchObject({ code: 'not-comparable' })
  expect(errors).toBe(`See them side by side at http://host/profiles/${after}?baseline=${before}\n`)
})

test('a terminal shows the number of functions whose share changed at the same cost', () => {
  const row = {
    status: 'same',
    selfBefore: 0,
    selfAfter: 0,
    interval: [0, 0],
    q: 1,
    isSignificant: false,
    kind: 'java',
  }
  const comparison = comparisonSchema.parse({
    before: sampleSummary({}),
    after: sampleSummary({}),
    power: 'Too few samples.',
    warnings: [],
    functions: [
      { ...row, name: 'org.net.Channel.read', totalBefore: 0.4, totalAfter: 0.1, cost: 'same' },
      { ...row, name: 'shop.Cart.total', totalBefore: 0.1, totalAfter: 0.1 },
    ],
  })
  expect(reportStored(comparison, [])).toContain('1 function has another share at the same cost per second.\n')
})
