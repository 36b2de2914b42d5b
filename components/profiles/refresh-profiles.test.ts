import { expect, it } from 'vitest'
import { sampleSummary } from '../../lib/testing/samples.ts'
import { groupByCapture, updateRow } from './capture-rows.ts'
import { refreshSelection } from './use-selection.ts'

const captureId = 'c'.repeat(32)
const one = sampleSummary({ id: '1'.repeat(32), captureId, pinned: false })
const second = sampleSummary({ id: '4'.repeat(32), captureId, event: 'alloc' })
const other = sampleSummary({ id: '2'.repeat(32) })
const rows = groupByCapture([one, second, other])
const chosen = new Map(rows.map((row) => [row.key, row]))

it('takes the newest of each that is chosen, keeps those that the answer lacks, and chooses no more', () => {
  const pinned = { ...one, pinned: true }
  const next = refreshSelection(chosen, groupByCapture([pinned, second, sampleSummary({ id: '3'.repeat(32) })]))
  expect([...next.values()].flatMap(({ events }) => events)).toEqual([pinned, second, other])
  expect([...next.keys()]).toEqual([...chosen.keys()])
})

it('is the same map when nothing changed, so that nothing is drawn again', () => {
  expect(refreshSelection(chosen, [rows[0]!])).toBe(chosen)
  // A list groups its profiles anew each time it is drawn.
  expect(refreshSelection(chosen, groupByCapture([one, second, other]))).toBe(chosen)
  expect(refreshSelection(chosen, [])).toBe(chosen)
})

it('takes of a row what changed, and leaves a row alone of which nothing did', () => {
  const pinned = { ...second, pinned: true }
  const changed = new Map([[second.id, pinned]])
  expect(updateRow(rows[0]!, changed).events).toEqual([one, pinned])
  expect(updateRow(rows[1]!, changed)).toBe(rows[1])
})
