import { expect, test } from 'vitest'
import { noService } from '../../lib/contract/constants.ts'
import { sampleSummary } from '../../lib/testing/samples.ts'
import { diffFields, toFields } from './edit-profile.tsx'

const profile = sampleSummary({
  ...{ name: 'shop', service: 'cart', event: 'cpu', captureId: null, hotMethod: null },
  ...{ labels: ['before, after', 'slow'], note: 'Seen on Monday. ' },
})
const before = toFields(profile)

test('a rename sends the name alone, so that a label with a comma stays one and the note stays theirs', () => {
  expect(diffFields(before, { ...before, name: ' shop 1.4 ' })).toEqual({ name: 'shop 1.4' })
})

test('labels and note are sent when they were changed, also to nothing', () => {
  expect(diffFields(before, { ...before, labels: 'slow, fixed' })).toEqual({ labels: ['slow', 'fixed'] })
  expect(diffFields(before, { ...before, labels: '', note: '' })).toEqual({ labels: [], note: '' })
})

test('a service is sent when it was changed, and one that is none is an empty field', () => {
  expect(diffFields(before, { ...before, service: ' shop ' })).toEqual({ service: 'shop' })
  expect(toFields({ ...profile, service: noService }).service).toBe('')
})

test('a name that was made up is an empty field, which leaves it as it is', () => {
  const captured = toFields({ ...profile, name: 'cart cpu 5 s', captureId: 'c'.repeat(32) })
  expect(captured.name).toBe('')
  expect(diffFields(captured, { ...captured, name: ' ' })).toEqual({})
  expect(diffFields(captured, { ...captured, name: 'before' })).toEqual({ name: 'before' })
})

test('what was left as it was sends nothing', () => {
  expect(diffFields(before, { ...before })).toEqual({})
})
