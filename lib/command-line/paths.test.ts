import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { assertWritable } from './paths.ts'

const directory = mkdtempSync(join(tmpdir(), 'hearth-paths-'))
afterAll(() => rmSync(directory, { recursive: true }))

test('a file that cannot be written is refused before anything is recorded', () => {
  mkdirSync(join(directory, 'stacks'))
  writeFileSync(join(directory, 'shop.folded'), 'before')
  const reasonOf = (path: string) => {
    try {
      assertWritable(join(directory, path))
      return null
    } catch (error) {
      return String(error).split(': ').at(-1)
    }
  }
  expect(reasonOf('shop.folded')).toBe(null)
  expect(reasonOf('new.folded')).toBe(null)
  expect(reasonOf('nodir/shop.folded')).toBe(`there is no directory ${join(directory, 'nodir')}.`)
  expect(reasonOf('shop.folded/x')).toBe(`there is no directory ${join(directory, 'shop.folded')}.`)
  expect(reasonOf('stacks')).toBe('it is a directory.')
})
