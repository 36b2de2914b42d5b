import { expect, test } from 'vitest'
import { sampleSummary } from '../../lib/testing/samples.ts'
import { groupByCapture, leadOf, pickComparable } from './capture-rows.ts'

const profile = (id: string, captureId: string | null, event: string) => sampleSummary({ id, captureId, event })
const idsOf = (rows: ReturnType<typeof groupByCapture>) =>
  rows.map(({ events }) => events.map(({ id }) => id).join(' '))

test('the events of one capture are one row, in the order of events, where its first one is', () => {
  const rows = groupByCapture([
    profile('alloc', 'x', 'alloc'),
    profile('alone', null, 'cpu'),
    profile('another', null, 'cpu'),
    profile('cpu', 'x', 'cpu'),
    profile('other', 'y', 'cpu'),
    profile('own', 'x', 'samples of a file'),
  ])
  expect(idsOf(rows)).toEqual(['cpu alloc own', 'alone', 'another', 'other'])
  expect(rows.map((row) => leadOf(row).id)).toEqual(['cpu', 'alone', 'another', 'other'])
})

test('a row tells of an event that was asked for, and has the others too', () => {
  const [row] = groupByCapture([profile('alloc', 'x', 'alloc')], [profile('cpu', 'x', 'cpu')])
  expect(idsOf([row!])).toEqual(['cpu alloc'])
  expect(leadOf(row!).id).toBe('alloc')
})

test('a comparison takes the event that all rows have, that of the first row before others, else what each tells of', () => {
  const both = ['cpu', 'alloc'].map((event) => profile(`x ${event}`, 'x', event))
  const [wall, alloc] = ['wall', 'alloc'].map((event) => profile(`y ${event}`, 'y', event))
  const picked = (...rows: ReturnType<typeof groupByCapture>) => pickComparable(rows).map(({ id }) => id)
  expect(picked(...groupByCapture([...both, wall!, alloc!]))).toEqual(['x alloc', 'y alloc'])
  expect(picked(...groupByCapture([...both, profile('z', null, 'cpu')]))).toEqual(['x cpu', 'z'])
  expect(picked(...groupByCapture([...both, profile('z', null, 'lock')]))).toEqual(['x cpu', 'z'])
  const same = ['cpu', 'alloc'].map((event) => profile(`z ${event}`, 'z', event))
  expect(picked(...groupByCapture([both[1]!, same[1]!], [both[0]!, same[0]!]))).toEqual(['x alloc', 'z alloc'])
  expect(picked()).toEqual([])
})
