import { expect, test } from 'vitest'
import { changesBetween, fieldsOf } from './profile-changes.ts'

const before = fieldsOf({ name: 'shop', labels: ['before, after', 'slow'], note: 'Seen on Monday. ' })

test('a rename sends the name alone, so that a label with a comma stays one and the note stays theirs', () => {
  expect(changesBetween(before, { ...before, name: ' shop 1.4 ' })).toEqual({ name: 'shop 1.4' })
})

test('labels and note are sent when they were changed, also to nothing', () => {
  expect(changesBetween(before, { ...before, labels: 'slow, fixed' })).toEqual({ labels: ['slow', 'fixed'] })
  expect(changesBetween(before, { ...before, labels: '', note: '' })).toEqual({ labels: [], note: '' })
})

test('what was left as it was sends nothing', () => {
  expect(changesBetween(before, { ...before })).toEqual({})
})
