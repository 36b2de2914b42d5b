import { expect, it } from 'vitest'
import { sampleSummary } from '../../lib/testing/samples.ts'
import { refreshSelection } from './use-selection.ts'

const one = sampleSummary({ id: '1'.repeat(32), pinned: false })
const other = sampleSummary({ id: '2'.repeat(32) })
const chosen = new Map([one, other].map((profile) => [profile.id, profile]))

it('takes the newest of each that is chosen, keeps those that the answer lacks, and chooses no more', () => {
  const pinned = { ...one, pinned: true }
  const next = refreshSelection(chosen, [pinned, sampleSummary({ id: '3'.repeat(32) })])
  expect([...next.values()]).toEqual([pinned, other])
  expect([...next.keys()]).toEqual([...chosen.keys()])
})

it('is the same map when nothing changed, so that nothing is drawn again', () => {
  expect(refreshSelection(chosen, [one])).toBe(chosen)
  expect(refreshSelection(chosen, [])).toBe(chosen)
})
