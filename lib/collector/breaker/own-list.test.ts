import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { openOwnList } from './own-list.ts'

let directory: string

beforeEach(() => {
  directory = fs.mkdtempSync(join(os.tmpdir(), 'hearth-own-list-'))
})
afterEach(() => fs.rmSync(directory, { recursive: true, force: true }))

const open = (path: string) => openOwnList(path, 'numbers.json', z.number())

test.each([
  ['is closed to them', 0o777, 0o755],
  ['is left to those who may only enter it', 0o750, 0o750],
])('a directory that others may write to %s', (_, mode, expected) => {
  fs.chmodSync(directory, mode)
  using list = open(directory)
  list.update(() => [1, 2])
  expect(list.read()).toEqual([1, 2])
  expect(fs.statSync(directory).mode & 0o777).toBe(expected)
})

test.skipIf(process.getuid?.() !== 0)('a user who may not write to the directory keeps the list in memory', () => {
  const [uid, path] = [65_534, join(directory, 'lists')]
  fs.chmodSync(directory, 0o755)
  fs.mkdirSync(path, { mode: 0o500 })
  fs.chownSync(path, uid, uid)
  const code = `
    import { z } from 'zod'
    import { openOwnList } from '${new URL('own-list.ts', import.meta.url).href}'
    using list = openOwnList(${JSON.stringify(path)}, 'numbers.json', z.number())
    list.update(() => [3])
    console.log(JSON.stringify(list.read()))`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    ...{ uid, gid: uid, encoding: 'utf8' },
    cwd: fileURLToPath(new URL('.', import.meta.url)),
  })
  expect({ stdout, stderr }).toEqual({ stdout: '[3]\n', stderr: '' })
  expect(fs.readdirSync(path)).toEqual([])
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

test('programs that add to it at the same time lose nothing', { timeout: 60_000 }, async () => {
  const add = (first: number) => `
    import { z } from 'zod'
    import { openOwnList } from '${new URL('own-list.ts', import.meta.url).href}'
    using list = openOwnList(${JSON.stringify(directory)}, 'numbers.json', z.number())
    process.send('ready')
    process.once('message', () => {
      for (let number = ${first}; number < ${first} + 50; number++) list.update((listed) => [...listed, number])
      process.disconnect()
    })
    await new Promise((resolve) => process.once('disconnect', resolve))`
  const programs = [0, 50].map((first) =>
    spawn(process.execPath, ['--input-type=module', '-e', add(first)], {
      cwd: fileURLToPath(new URL('.', import.meta.url)),
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    }),
  )
  await Promise.all(programs.map((program) => once(program, 'message')))
  const ended = Promise.all(programs.map((program) => once(program, 'exit')))
  for (const program of programs) program.send('go')
  expect((await ended).map(([code]) => code as unknown)).toEqual([0, 0])
  using list = open(directory)
  expect(list.read().toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, number) => number))
})
