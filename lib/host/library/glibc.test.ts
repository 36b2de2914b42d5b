import { expect, test } from 'vitest'
import type { PinnedProcess } from '../process/pinned-process.ts'
import { glibcOf, neededGlibc } from './glibc.ts'

test('the newest version that a library names is what it needs', () => {
  expect(neededGlibc(Buffer.from('GLIBC_2.2.5\0GLIBC_2.17\0GLIBC_2.4\0'))).toBe(17)
  expect(neededGlibc(Buffer.from('no such name'))).toBe(0)
})

test('older ones have it in the name of their file, and musl has none', () => {
  const process = {} as PinnedProcess // nothing of it is looked at
  expect(glibcOf(process, ['/lib/libm-2.12.so', '/lib64/libc-2.12.so'])).toBe(12)
  expect(glibcOf(process, ['/lib/ld-musl-x86_64.so.1', '/usr/lib/libcares.so.2'])).toBeNull()
})
