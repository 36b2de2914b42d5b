import fs from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readElfDynamic } from '../../formats/native/elf-dynamic.ts'
import { type SmallLibrary, smallLibrary } from '../../testing/formats/elf-library.ts'
import { type PinnedProcess, pinProcess } from '../process/pinned-process.ts'
import { findLoadObstacle } from './load-obstacles.ts'
import { parseLoaderCache } from './loader-cache.ts'

// Our own process stands in for a JVM: its root is ours, and what it has mapped is what the test says.
let p: PinnedProcess
let root: string
beforeAll(() => void (p = pinProcess(process.pid)))
afterAll(() => p.close())
beforeEach(() => {
  root = fs.mkdtempSync(join(os.tmpdir(), 'hearth-loader-'))
  fs.mkdirSync(join(root, 'lib'))
  fs.mkdirSync(join(root, 'usr/lib'), { recursive: true })
  fs.writeFileSync(glibc(), `\0${root}/lib/\0${root}/usr/lib/\0`)
  return () => fs.rmSync(root, { recursive: true })
})

const glibc = () => join(root, 'ld-linux-x86-64.so.2')
const put = (path: string, library: SmallLibrary = {}) => fs.writeFileSync(join(root, path), smallLibrary(library))
function obstacleOf(library: SmallLibrary, mapped = [glibc()]) {
  const image = smallLibrary(library)
  const dynamic = readElfDynamic((offset, length) => image.subarray(offset, offset + length))!
  return findLoadObstacle(p, dynamic, mapped, join(root, 'tmp'))
}
const missing = (...files: string[]) => ({ kind: 'missing', files })

describe('a library that a JVM is to load', () => {
  test('lacks every file that the loader would not find, also those that others need', () => {
    put('lib/libhearth-a.so.1', { needed: ['libhearth-b.so.1', 'libhearth-gone.so.2'] })
    put('usr/lib/libhearth-b.so.1')
    expect(obstacleOf({ needed: ['libhearth-a.so.1', 'libhearth-missing.so.1'] })).toEqual(
      missing('libhearth-missing.so.1', 'libhearth-gone.so.2'),
    )
    expect(obstacleOf({ needed: ['libhearth-b.so.1'] })).toBeNull()
  })

  test('needs none that is loaded already, be its file removed since or not', () => {
    expect(obstacleOf({ needed: ['libhearth-x.so.1'] }, [glibc(), join(root, 'opt/libhearth-x.so.1')])).toBeNull()
  })

  test('finds them by links inside of the container, which never lead out of it', () => {
    put('usr/lib/libhearth-real.so')
    fs.symlinkSync('../usr/lib/libhearth-real.so', join(root, 'lib/libhearth-link.so.1'))
    fs.symlinkSync('libhearth-circle.so.1', join(root, 'lib/libhearth-circle.so.1'))
    expect(obstacleOf({ needed: ['libhearth-link.so.1', 'libhearth-circle.so.1'] })).toEqual(
      missing('libhearth-circle.so.1'),
    )
  })

  test('looks where it says itself: beside it, and in absolute directories', () => {
    fs.mkdirSync(join(root, 'tmp'))
    put('tmp/libhearth-beside.so.1')
    expect(obstacleOf({ needed: ['libhearth-beside.so.1'] })).toEqual(missing('libhearth-beside.so.1'))
    expect(obstacleOf({ needed: ['libhearth-beside.so.1'], runpath: '/nowhere:$ORIGIN' })).toBeNull()
  })

  test('does not take one for another processor, nor a file that is no library, nor a FIFO', () => {
    put('lib/libhearth-arm.so.1', { machine: 183 })
    fs.writeFileSync(join(root, 'lib/libhearth-text.so.1'), 'INPUT ( libc.so.6 )')
    fs.mkdirSync(join(root, 'lib/libhearth-directory.so.1'))
    const needed = ['libhearth-arm.so.1', 'libhearth-text.so.1', 'libhearth-directory.so.1']
    expect(obstacleOf({ needed })).toEqual(missing(...needed))
  })

  test('needs versions of symbols that the one it finds must have', () => {
    put('lib/libhearth-c.so.6', { versionsDefined: ['GLIBC_2.2.5', 'GLIBC_2.31'] })
    const needing = (version: string) => ({
      needed: ['libhearth-c.so.6'],
      versionsNeeded: { 'libhearth-c.so.6': [version] },
    })
    expect(obstacleOf(needing('GLIBC_2.34'))).toEqual({
      kind: 'too-old',
      file: 'libhearth-c.so.6',
      version: 'GLIBC_2.34',
    })
    expect(obstacleOf(needing('GLIBC_2.31'))).toBeNull()
    put('lib/libhearth-c.so.6')
    expect(obstacleOf(needing('GLIBC_2.34'))).toBeNull() // the loader only warns
  })

  test('of musl needs no part of a C library and no versions, and finds the rest where musl looks', () => {
    const musl = join(root, 'ld-musl-hearth.so.1')
    fs.writeFileSync(musl, '')
    const needed = ['libdl.so.2', 'libpthread.so.0', 'librt.so.1', 'libc.so.6']
    expect(obstacleOf({ needed, versionsNeeded: { 'libc.so.6': ['GLIBC_2.99'] } }, [musl])).toBeNull()
    expect(obstacleOf({ needed: [...needed, 'libhearth-c++.so.6'] }, [musl])).toEqual(missing('libhearth-c++.so.6'))
    expect(obstacleOf({ needed: ['libc.musl-hearth.so.1'] })).toEqual(missing('libc.musl-hearth.so.1'))
  })

  test('is found out by trying where the loader is unknown', () => {
    expect(obstacleOf({ needed: ['libhearth-missing.so.1'] }, ['/opt/java/lib/libjava.so'])).toBeNull()
  })
})

test('the table of ldconfig, whole and damaged', () => {
  const whole = fs.existsSync('/etc/ld.so.cache') ? fs.readFileSync('/etc/ld.so.cache') : Buffer.alloc(0)
  const libraries = parseLoaderCache(whole)
  if (whole.length > 0) expect(libraries.get('libc.so.6')?.[0]).toMatch(/^\/.*\/libc\.so\.6$/)
  expect(parseLoaderCache(whole.subarray(0, 300)).size).toBe(0)
  const endless = Buffer.concat([Buffer.from('glibc-ld.so.cache1.1'), Buffer.alloc(200, 0xff)])
  expect(parseLoaderCache(endless).size).toBe(0)
})
