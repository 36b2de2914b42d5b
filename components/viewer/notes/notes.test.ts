import { expect, test } from 'vitest'
import type { ViewerNote } from '../../../lib/contract/notes.ts'
import { buildCallTree } from '../../../lib/profile/tree/call-tree.ts'
import { applyFilters } from '../../../lib/profile/filters/filters.ts'
import { assessStacks } from '../../../lib/profile/quality/stack-quality.ts'
import { getNodePath } from '../../../lib/profile/tree/path-keys.ts'
import { profileFromDiagram } from '../../../lib/testing/profiles/text-graph.ts'
import { listNotesAt, createPins, locateNotes } from './note-positions.ts'
import { getQualityGrade } from '../quality/quality-meter.tsx'
import { formatNoteFrame, replaceNote } from './use-notes.ts'

const profile = profileFromDiagram(`
  main main main
  a    a    b
  c    d    c
  2    1    5
`)
const tree = buildCallTree(profile)
const nameOf = (node: number) => profile.strings[profile.frames.name[tree.frame[node]!]!]!
const note = (number: number, path: readonly string[]): ViewerNote => ({
  ...{ id: `${number}`, number, path: [...path], frame: 'c', query: '', text: 'slow', createdBy: 'ada' },
  ...{ createdAt: number, updatedAt: number },
})
/** Of the n-th node of that name, in drawing order. */
const pathTo = (name: string, nth = 0) =>
  getNodePath(
    profile,
    tree,
    Array.from({ length: tree.length - 1 }, (_, index) => index + 1).filter((node) => nameOf(node) === name)[nth]!,
  )

test('a note finds the frame it was written on, and not another of the same name', () => {
  const positions = locateNotes(profile, tree, [note(1, pathTo('c', 0)), note(2, pathTo('c', 1))])
  const [first, second] = [positions.get('1')!, positions.get('2')!]
  expect([nameOf(first), nameOf(tree.parent[first]!)]).toEqual(['c', 'a'])
  expect([nameOf(second), nameOf(tree.parent[second]!)]).toEqual(['c', 'b'])
})

test('a note whose frame is not in the drawing has no place, not even a part of its way', () => {
  const notes = [note(1, pathTo('c'))]
  const hidden = applyFilters(profile, [{ type: 'hide', name: 'a' }])
  expect(locateNotes(hidden, buildCallTree(hidden), notes).size).toBe(0)
})

test('a note without a path is on all', () => {
  const positions = locateNotes(profile, tree, [note(1, [])])
  expect(positions.get('1')).toBe(0)
})

test('notes on the same frame share a pin', () => {
  const notes = [note(1, pathTo('a')), note(2, pathTo('b')), note(4, pathTo('a'))]
  const positions = locateNotes(profile, tree, notes)
  const pins = createPins(notes, positions)
  expect(pins.map(({ node, label }) => [nameOf(node), label])).toEqual([
    ['a', '1, 4'],
    ['b', '2'],
  ])
  expect(listNotesAt(notes, positions, pins[0]!.node).map(({ number }) => number)).toEqual([1, 4])
})

test('a note that comes back stands where it stood', () => {
  const [first, second] = [note(1, []), note(2, [])]
  expect(replaceNote([second], first).map(({ number }) => number)).toEqual([1, 2])
  expect(replaceNote([first, second], { ...first, text: 'changed' })).toMatchObject([
    { text: 'changed' },
    { number: 2 },
  ])
})

test('the frame of a note is text, whatever it is called', () => {
  expect(formatNoteFrame({ path: [], frame: '' })).toBe('all')
  expect(formatNoteFrame({ path: ['x'], frame: '' })).toBe('(empty name)')
  expect(formatNoteFrame({ path: ['x'], frame: 'a\u202eb' })).toBe('a‹U+202E›b')
})

test('the meter falls in four steps', () => {
  const grade = (sound: number, named = 1, profilerWork = 0) =>
    getQualityGrade({ sound, named, profilerWork, findings: [] })
  expect([grade(1), grade(0.9), grade(0.6), grade(0.2)]).toEqual(['good', 'fair', 'poor', 'broken'])
  expect(grade(1, 0.8)).toBe('fair')
  expect(grade(1, 1, 0.38)).toBe('poor')
  expect(getQualityGrade(assessStacks(profile))).toBe('few')
})
