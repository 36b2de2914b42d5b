import fs from 'node:fs'
import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ContainerDirectory, createContainerDirectory, openContainerDirectory } from './container-directory.ts'
import { pinProcess, type PinnedProcess } from '../process/pinned-process.ts'

/** This process replaces a process of a container: its root is the host's. */
let own: PinnedProcess
let path: string
let outside: string
let directory: ContainerDirectory

beforeEach(() => {
  own = pinProcess(process.pid)
  const name = randomBytes(6).toString('hex')
  path = `/tmp/.hearth-test-${name}`
  outside = `/tmp/hearth-outside-${name}`
  fs.mkdirSync(outside)
  fs.writeFileSync(`${outside}/kept`, 'not yours')
  directory = createContainerDirectory(own, path, { uid: 12345, gid: 12345 })
})
afterEach(() => {
  directory[Symbol.dispose]()
  own.close()
  for (const root of [path, outside]) fs.rmSync(root, { recursive: true, force: true })
})

test('it belongs to one user alone, and never replaces an existing name', () => {
  expect(fs.statSync(path)).toMatchObject({ uid: 12345, mode: 0o40700 })
  expect(() => createContainerDirectory(own, path, { uid: 0, gid: 0 })).toThrow(/something is there/)
  fs.symlinkSync(outside, `${path}-link`)
  try {
    expect(() => openContainerDirectory(own, `${path}-link`)).toThrow(/not a directory/)
  } finally {
    fs.rmSync(`${path}-link`)
  }
})

test('files below it are listed and copied', () => {
  fs.mkdirSync(`${path}/2026_1`)
  fs.writeFileSync(`${path}/2026_1/chunk.jfr`, Buffer.alloc(3_000_000, 7))
  fs.writeFileSync(`${path}/a`, 'a')
  expect(directory.files()).toEqual(['2026_1/chunk.jfr', 'a'])
  expect(directory.copy('2026_1/chunk.jfr', `${outside}/copy`, 4_000_000)).toBe(3_000_000)
  expect(fs.readFileSync(`${outside}/copy`).equals(Buffer.alloc(3_000_000, 7))).toBe(true)
  expect(directory.copy('nothing', `${outside}/none`, 10)).toBeNull()
})

test('an open file is copied with its current content, also after it was removed', () => {
  fs.mkdirSync(`${path}/2026_1`)
  fs.writeFileSync(`${path}/2026_1/chunk.jfr`, 'a part')
  using held = directory.hold('2026_1/chunk.jfr')
  fs.appendFileSync(`${path}/2026_1/chunk.jfr`, ', and more')
  fs.rmSync(path, { recursive: true })
  expect(directory.files()).toEqual([])
  expect(held!.copy(`${outside}/copy`, 100)).toBe(16)
  expect(fs.readFileSync(`${outside}/copy`, 'utf8')).toBe('a part, and more')
})

test('a link is not followed, and a hard link or a file that is too large is not copied', () => {
  fs.symlinkSync(`${outside}/kept`, `${path}/link`)
  fs.symlinkSync(outside, `${path}/way`)
  fs.linkSync(`${outside}/kept`, `${path}/hard`)
  fs.writeFileSync(`${path}/large`, 'x'.repeat(100))
  expect(() => directory.copy('link', `${outside}/1`, 1000)).toThrow(/not a file/)
  expect(directory.copy('way/kept', `${outside}/2`, 1000)).toBeNull()
  expect(() => directory.copy('hard', `${outside}/3`, 1000)).toThrow(/2 names/)
  expect(() => directory.copy('large', `${outside}/4`, 99)).toThrow(/more than 99/)
  expect(directory.files()).toEqual(['hard', 'large'])
  expect(fs.readdirSync(outside)).toEqual(['kept'])
})

test('it is removed with its content, and the targets of links stay', () => {
  fs.mkdirSync(`${path}/deep/er`, { recursive: true })
  fs.writeFileSync(`${path}/deep/er/file`, '')
  fs.symlinkSync(outside, `${path}/deep/way`)
  fs.symlinkSync(outside, `${path}/way`)
  directory.removeAll()
  expect(fs.existsSync(path)).toBe(false)
  expect(fs.readFileSync(`${outside}/kept`, 'utf8')).toBe('not yours')
  directory.removeAll()
})
