import { expect, test } from 'vitest'
import { diffFields, toFields } from './edit-profile.tsx'

const before = toFields({ name: 'shop', labels: ['before, after', 'slow'], note: 'Seen on Monday. ' })

test('a rename sends the name alone, so that a label with a comma stays one and the note stays theirs', () => {
  expect(diffFields(before, { ...before, name: ' shop 1.4 ' })).toEqual({ name: 'shop 1.4' })
})

test('labels and note are sent when they were changed, also to nothing', () => {
  expect(diffFields(before, { ...before, labels: 'slow, fixed' })).toEqual({ labels: ['slow', 'fixed'] })
  expect(diffFields(before, { ...before, labels: '', note: '' })).toEqual({ labels: [], note: '' })
})

test('what was left as it was sends nothing', () => {
  expect(diffFields(before, { ...before })).toEqual({})
})
