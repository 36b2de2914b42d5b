import fs from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { openOwnList } from './own-list.ts'

let directory: string

beforeEach(() => {
  directory = fs.mkdtempSync(join(os.tmpdir(), 'hearth-own-list-'))
})
afterEach(() => fs.rmSync(directory, { recursive: true, force: true }))

const open = (path: string) => openOwnList(path, 'numbers.json', z.number())

test('only its owner may enter the directory, also where it was open to all', () => {
  fs.chmodSync(directory, 0o777)
  using list = open(directory)
  list.write([1, 2])
  expect(list.read()).toEqual([1, 2])
  expect(fs.statSync(directory).mode & 0o777).toBe(0o700)
})

test('a directory that cannot be written to is no obstacle: the list is in memory', () => {
  using list = open('/proc/self/task')
  list.write([3])
  expect(list.read()).toEqual([3])
})

test('another thing in its place is refused, with the directory that is meant', () => {
  const link = join(directory, 'link')
  fs.symlinkSync('/etc', link)
  expect(() => open(link)).toThrow(
    expect.objectContaining({
      message: `${link} cannot keep what the collector remembers: it is no directory.`,
      remedy: 'Remove it, or set HEARTH_DATA to another directory.',
    }),
  )
})
