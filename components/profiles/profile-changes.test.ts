import { expect, test } from 'vitest'
import { noService } from '../../lib/contract/constants.ts'
import { diffFields, toFields } from './edit-profile.tsx'

const before = toFields({ name: 'shop', service: 'cart', labels: ['before, after', 'slow'], note: 'Seen on Monday. ' })

test('a rename sends the name alone, so that a label with a comma stays one and the note stays theirs', () => {
  expect(diffFields(before, { ...before, name: ' shop 1.4 ' })).toEqual({ name: 'shop 1.4' })
})

test('labels and note are sent when they were changed, also to nothing', () => {
  expect(diffFields(before, { ...before, labels: 'slow, fixed' })).toEqual({ labels: ['slow', 'fixed'] })
  expect(diffFields(before, { ...before, labels: '', note: '' })).toEqual({ labels: [], note: '' })
})

test('a service is sent when it was changed, and one that is none is an empty field', () => {
  expect(diffFields(before, { ...before, service: ' shop ' })).toEqual({ service: 'shop' })
  expect(toFields({ name: 'shop', service: noService, labels: [], note: '' }).service).toBe('')
})

test('what was left as it was sends nothing', () => {
  expect(diffFields(before, { ...before })).toEqual({})
})
