import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type NewNote, newNoteSchema, noteSchema } from '../../contract/notes.ts'
import { noteLimits } from '../../contract/constants.ts'
import { openStore, type Store } from '../../store/store.ts'
import { sampleNewProfile } from '../../testing/samples.ts'
import { createNotes, type Notes } from './notes.ts'

let directory = ''
let store: Store
let notes: Notes
let profileId = ''
const saveProfile = async () => (await store.profiles.save(sampleNewProfile(), new TextEncoder().encode('x'))).id
const note = (more: Partial<NewNote> = {}): NewNote => ({
  ...{ path: ['kZ3_x', 'Qa81b'], frame: 'java.util.HashMap.get', query: 'z=kZ3_x', text: 'slow' },
  ...more,
})
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'hearth-notes-'))
  store = await openStore(directory)
  notes = createNotes(store)
  profileId = await saveProfile()
})
afterEach(async () => {
  await store.close()
  rmSync(directory, { recursive: true, force: true })
})

test('a note is stored as written, hostile text included', async () => {
  const text = `<img onerror=alert(1)>'; drop table notes; --\u0000\u202e`
  const added = await notes.add(profileId, note({ text, frame: '\u0000;' }), 'ada')
  expect(noteSchema.parse(added)).toEqual(added)
  expect(added).toMatchObject({ number: 1, text, frame: '\u0000;', createdBy: 'ada', path: ['kZ3_x', 'Qa81b'] })
  expect(added.updatedAt).toBe(added.createdAt)
  await store.close()
  store = await openStore(directory)
  expect(await store.notes.list(profileId)).toEqual([added])
})

test('notes are numbered in the order of their creation, and keep their number when others are deleted', async () => {
  const [first, second] = await Promise.all([notes.add(profileId, note(), 'a'), notes.add(profileId, note(), 'b')])
  await notes.remove(second.id)
  const third = await notes.add(profileId, note(), 'c')
  expect([first.number, second.number, third.number]).toEqual([1, 2, 3])
  expect((await notes.list(profileId)).map(({ number }) => number)).toEqual([1, 3])
  await notes.restore(second.id)
  expect((await notes.list(profileId)).map(({ number }) => number)).toEqual([1, 2, 3])
})

test('a changed note has the time of the change, and keeps its author', async () => {
  const { id, createdAt } = await notes.add(profileId, note(), 'ada')
  const changed = await store.notes.change(id, 'slower', createdAt + 5)
  expect(changed).toMatchObject({ text: 'slower', createdBy: 'ada', createdAt, updatedAt: createdAt + 5 })
})

test('an unknown profile or note, and a deleted or purged note, are not-found', async () => {
  const missing = { code: 'not-found' }
  const nowhere = 'f'.repeat(32)
  await expect(notes.list(nowhere)).rejects.toMatchObject(missing)
  await expect(notes.add(nowhere, note(), 'a')).rejects.toMatchObject(missing)
  for (const act of [notes.change(nowhere, 'x'), notes.remove(nowhere), notes.restore(nowhere)])
    await expect(act).rejects.toMatchObject(missing)
  const { id } = await notes.add(profileId, note(), 'a')
  await notes.remove(id)
  await expect(notes.change(id, 'x')).rejects.toMatchObject(missing)
  await store.notes.purge(Date.now() + 1)
  await expect(notes.restore(id)).rejects.toMatchObject(missing)
})

test('a deleted profile accepts no notes, and is purged with its notes', async () => {
  const { id } = await notes.add(profileId, note(), 'a')
  await store.profiles.setDeleted(profileId, 1)
  await expect(notes.add(profileId, note(), 'a')).rejects.toMatchObject({ code: 'not-found' })
  await store.profiles.purge(2)
  await expect(notes.change(id, 'x')).rejects.toMatchObject({ code: 'not-found' })
  expect(await store.notes.list(profileId)).toEqual([])
})

test('the number of notes of a profile is limited, also when deleted ones are restored', async () => {
  const ids: string[] = []
  for (let count = 0; count < noteLimits.perProfile; count++) ids.push((await notes.add(profileId, note(), 'a')).id)
  const full = { code: 'too-many-notes', facts: { limit: 200 } }
  await expect(notes.add(profileId, note(), 'a')).rejects.toMatchObject(full)
  await notes.remove(ids[7]!)
  await notes.add(profileId, note(), 'a')
  await expect(notes.restore(ids[7]!)).rejects.toMatchObject(full)
  await notes.add(await saveProfile(), note(), 'another profile has room')
})

test('the schema of a new note limits its size, and refuses an empty one', () => {
  const accepts = (more: Partial<NewNote>) => newNoteSchema.safeParse(note(more)).success
  expect(accepts({ text: 'x'.repeat(noteLimits.text) })).toBe(true)
  expect(accepts({ text: 'x'.repeat(noteLimits.text + 1) })).toBe(false)
  expect(accepts({ text: ' \n ' })).toBe(false)
  expect(accepts({ path: [] })).toBe(true)
  expect(accepts({ path: Array<string>(500).fill('kZ3_x') })).toBe(false)
  expect(accepts({ path: ['x'.repeat(21)] })).toBe(false)
  expect(accepts({ query: 'x'.repeat(9000) })).toBe(false)
  expect(newNoteSchema.safeParse({ ...note(), createdBy: 'another person' }).success).toBe(false)
})
