import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  asyncProfilerRelease,
  findAsyncProfiler,
  installedName,
  pinnedLibrary,
  toolsDirectory,
} from './async-profiler-library.ts'

let directory: string
beforeEach(() => void (directory = fs.mkdtempSync(join(tmpdir(), 'hearth-library-'))))
afterEach(() => fs.rmSync(directory, { recursive: true }))

const library = Buffer.from('\x7fELF and so on')
const write = (path: string, contents: Uint8Array) => {
  fs.mkdirSync(join(path, '..'), { recursive: true })
  fs.writeFileSync(path, contents)
}

test('a copy of one’s own is a library, or a directory that has one', () => {
  write(join(directory, 'lib/libasyncProfiler.so'), library)
  for (const asyncProfiler of [directory, join(directory, 'lib/libasyncProfiler.so')]) {
    expect(findAsyncProfiler({ asyncProfiler, dataDirectory: directory })).toMatchObject({
      path: join(directory, 'lib/libasyncProfiler.so'),
      contents: library,
      version: null,
    })
  }
})

test.each([
  ['nothing', undefined],
  ['a text', Buffer.from('<html>404</html>')],
])('where HEARTH_ASYNC_PROFILER leads to %s there is none', (_, contents) => {
  const asyncProfiler = join(directory, 'x.so')
  if (contents !== undefined) write(asyncProfiler, contents)
  expect(findAsyncProfiler({ asyncProfiler, dataDirectory: directory })).toBeNull()
})

test('what lies at the place of set-up counts only with the pinned hash', () => {
  const config = { asyncProfiler: undefined, dataDirectory: directory }
  const { sha256 } = pinnedLibrary()!
  write(join(toolsDirectory(config), installedName(sha256)), library)
  expect(findAsyncProfiler(config)?.path ?? null).not.toBe(join(toolsDirectory(config), installedName(sha256)))
})

test('a FIFO in its place does not hold anybody up', () => {
  const asyncProfiler = join(directory, 'x.so')
  execFileSync('mkfifo', [asyncProfiler])
  expect(findAsyncProfiler({ asyncProfiler, dataDirectory: directory })).toBeNull()
})

test('a library that changes is read again', () => {
  const asyncProfiler = join(directory, 'x.so')
  write(asyncProfiler, library)
  const first = findAsyncProfiler({ asyncProfiler, dataDirectory: directory })
  expect(findAsyncProfiler({ asyncProfiler, dataDirectory: directory })!.contents).toBe(first!.contents)
  write(asyncProfiler, Buffer.concat([library, library]))
  expect(findAsyncProfiler({ asyncProfiler, dataDirectory: directory })!.sha256).not.toBe(first!.sha256)
})

test('both machines that Hearth knows are pinned', () => {
  expect(Object.keys(asyncProfilerRelease.libraries)).toEqual(['x64', 'arm64'])
  for (const { sha256 } of Object.values(asyncProfilerRelease.libraries)) expect(sha256).toMatch(/^[0-9a-f]{64}$/)
})
