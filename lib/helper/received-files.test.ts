import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createReceivedFiles } from './run-in-helper.ts'

let directory = ''
beforeEach(() => {
  directory = fs.mkdtempSync(join(tmpdir(), 'hearth-received-'))
})
afterEach(() => fs.rmSync(directory, { recursive: true }))

test('files that come at the same time are kept apart, under names of ours', () => {
  using files = createReceivedFiles(directory)
  files.begin(0)
  files.begin(7)
  files.append(0, Buffer.from('a'))
  files.append(7, Buffer.from('b'))
  files.append(0, Buffer.from('c'))
  files.finish(7)
  files.finish(0)
  expect(fs.readFileSync(join(directory, files.nameOf(0)), 'utf8')).toBe('ac')
  expect(fs.readFileSync(join(directory, files.nameOf(7)), 'utf8')).toBe('b')
})

test('a file that comes twice, bytes of none, and one that is not whole are refused', () => {
  using files = createReceivedFiles(directory)
  files.begin(0)
  expect(() => files.begin(0)).toThrow(/twice/)
  expect(() => files.append(1, Buffer.from('x'))).toThrow(/not open/)
  expect(() => files.nameOf(0)).toThrow(/never sent/)
  files.finish(0)
  expect(() => files.append(0, Buffer.from('x'))).toThrow(/not open/)
})
