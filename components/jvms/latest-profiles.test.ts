import { expect, it } from 'vitest'
import { sampleSummary } from '../../lib/testing/samples.ts'
import { noService } from '../../lib/contract/constants.ts'
import { listLatest } from './latest-profiles.ts'

const at = (minutes: number) => 1_800_000_000_000 - minutes * 60_000
const imported = (id: string, minutes: number, more = {}) =>
  sampleSummary({ id, createdAt: at(minutes), capturedAt: null, ...more })
const captured = (id: string, minutes: number) => sampleSummary({ id, createdAt: at(minutes) })
const idsOf = (profiles: ReturnType<typeof sampleSummary>[]) => listLatest(profiles).map(({ id }) => id)

it('shows three of files that were imported together, and all that was captured meanwhile', () => {
  const batch = Array.from({ length: 80 }, (_, index) => imported(`i${index}`, index / 10))
  const between = captured('c1', 0.35)
  expect(idsOf([...batch.slice(0, 4), between, ...batch.slice(4), captured('c2', 20)])).toEqual(
    'i0 i1 i2 c1 c2'.split(' '),
  )
})

it('takes files of another person, or of another hour, for others', () => {
  const files = [0, 0.1, 0.2, 0.3].map((minutes) => imported(`a${minutes}`, minutes))
  const later = [0.4, 0.5].map((minutes) => imported(`b${minutes}`, minutes, { createdBy: 'ada' }))
  expect(idsOf([...files, ...later, imported('c', 90)])).toEqual('a0 a0.1 a0.2 b0.4 b0.5 c'.split(' '))
})

it('counts the events of one file as one', () => {
  const events = ['cpu', 'alloc', 'lock', 'wall'].map((event) => imported(event, 0, { event, captureId: 'file' }))
  expect(idsOf([...events, imported('x', 0.1), imported('y', 0.2), imported('z', 0.3)])).toEqual(
    'cpu alloc lock wall x y'.split(' '),
  )
})

it('is in order of time, also where a file names no service', () => {
  const files = [imported('i0', 0, { service: noService }), imported('i1', 5, { service: noService })]
  const named = imported('n', 1, { service: 'shop' })
  expect(idsOf([files[0]!, named, captured('c1', 2), files[1]!, captured('c2', 9)])).toEqual('i0 n c1 i1 c2'.split(' '))
})
