import { expect, test } from 'vitest'
import { sampleSummary } from '../../testing/samples.ts'
import type { Dashboard } from './dashboard.ts'
import { mergeRemotely, readMergeOptions } from './merge-remote.ts'

test('hearth merge sends ids, links or beginnings of ids, and prints where the merged profile is', async () => {
  const [a, b, d] = ['a'.repeat(32), 'b'.repeat(32), 'd'.repeat(32)]
  const calls: unknown[] = []
  let printed = ''
  const dashboard = {
    url: 'http://host:7117',
    call: async (path: string, { body }: { body?: unknown }) => {
      if (body === undefined) return { profiles: [sampleSummary({ id: d })], count: 1 }
      calls.push([path, body])
      return { id: 'c'.repeat(32), name: 'night', sameAs: calls.length > 1 ? sampleSummary({ id: d }) : null }
    },
  } as unknown as Dashboard
  const streams = { stdout: { write: (text: string) => (printed += text) } } as never
  const options = readMergeOptions([a, `http://host:7117/profiles/${b}?x`, 'dddd', '--name=night'])
  expect(await mergeRemotely(options, dashboard, streams)).toBe(0)
  expect(calls).toEqual([['/api/v1/profiles/merge', { ids: [a, b, d], name: 'night' }]])
  expect(printed).toBe(`night  http://host:7117/profiles/${'c'.repeat(32)}\n`)
  await mergeRemotely(options, dashboard, streams)
  expect(printed).toMatch(/\nThe library had these samples already: .* {2}http:\/\/host:7117\/profiles\/d{32}\n$/)
  expect(() => readMergeOptions([a])).toThrow('name two profiles or more')
  const tooMany = Array.from({ length: 201 }, (_, index) => index.toString(16).padStart(8, '0'))
  expect(() => readMergeOptions(tooMany)).toThrow('merge 200 profiles at most; 201 are named')
})
