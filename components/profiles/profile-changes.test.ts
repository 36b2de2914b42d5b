import { expect, test } from 'vitest'
import { noService } from '../../lib/contract/constants.ts'
import { sampleSummary } from '../../lib/testing/samples.ts'
import { diffFields, draftChanges, followProfiles, openDraft, rebase, toFields } from './edit-draft.ts'

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

test('a given name that is emptied is sent as empty, which is the automatic one', () => {
  expect(diffFields(before, { ...before, name: ' ' })).toEqual({ name: '' })
  expect(diffFields(before, { ...before, name: ` ${before.name} ` })).toEqual({})
})

test('what was left as it was sends nothing', () => {
  expect(diffFields(before, { ...before })).toEqual({})
})

const typed = (draft: ReturnType<typeof openDraft>, fields: Partial<typeof draft.fields>) => ({
  ...draft,
  fields: { ...draft.fields, ...fields },
})

test('a change says what its fields had when the form took them, and nothing of others', () => {
  const draft = typed(openDraft([profile]), { note: 'mine' })
  expect(draftChanges(draft)).toEqual([{ id: profile.id, body: { note: 'mine', before: { note: profile.note } } }])
  expect(draftChanges(openDraft([profile]))).toEqual([])
})

test('an untouched field takes what another person saved, and a touched one keeps its text and what it replaces', () => {
  const draft = typed(openDraft([profile]), { note: 'mine' })
  const followed = followProfiles(draft, [{ ...profile, name: 'theirs', note: 'theirs' }])
  expect(followed.fields).toMatchObject({ name: 'theirs', note: 'mine' })
  expect(draftChanges(followed)[0]!.body).toEqual({ note: 'mine', before: { note: profile.note } })
  expect(followProfiles(followed, followed.seen)).toBe(followed)
})

test('after a refusal the next save replaces the value that was shown, in the other events of the capture, too', () => {
  const other = { ...profile, id: 'b'.repeat(32), note: 'another' }
  const draft = followProfiles(typed(openDraft([profile, other]), { note: 'mine' }), [
    { ...profile, note: 'theirs' },
    { ...other, note: 'theirs' },
  ])
  const notes = () => draftChanges(rebase(draft, profile.id, { note: 'theirs' })).map(({ body }) => body.before)
  expect(notes()).toEqual([{ note: 'theirs' }, { note: 'theirs' }])
})

test('text that is taken from another person stays, though the page has not heard of their change', () => {
  const rebased = rebase(typed(openDraft([profile]), { note: 'mine' }), profile.id, { note: 'theirs' })
  const taken = typed(rebased, { note: 'theirs' })
  expect(followProfiles(taken, [profile]).fields.note).toBe('theirs')
  expect(draftChanges(taken)).toEqual([])
})
