import { describe, expect, test } from 'vitest'
import { featureVersion, findLibjvm, mappedLibraries, parseRelease, releaseFilesNear } from './libjvm.ts'

const map = (permissions: string, path: string) =>
  `7f0a00000000-7f0a00001000 ${permissions} 00000000 00:31 123 ${path}\n`

describe('which process is a HotSpot JVM', () => {
  test('one that has libjvm.so mapped to run it', () => {
    expect(
      findLibjvm(map('r--p', '/opt/java/lib/server/libjvm.so') + map('r-xp', '/opt/java/lib/server/libjvm.so')),
    ).toEqual({
      path: '/opt/java/lib/server/libjvm.so',
      isDeleted: false,
    })
  })

  test('also when the file was replaced since', () => {
    expect(findLibjvm(map('r-xp', '/opt/java/lib/server/libjvm.so (deleted)'))?.isDeleted).toBe(true)
  })

  test.each([
    ['one that only reads the file', map('r--p', '/opt/java/lib/server/libjvm.so')],
    ['OpenJ9', map('r-xp', '/opt/j9/lib/server/libjvm.so') + map('r-xp', '/opt/j9/lib/default/libj9vm29.so')],
    ['a native image', map('r-xp', '/opt/shop')],
    ['a library of a similar name', map('r-xp', '/opt/notlibjvm.so') + map('r-xp', '/opt/libjvm.so.1')],
    ['nothing', ''],
  ])('not %s', (_, maps) => expect(findLibjvm(maps)).toBe(null))
})

test('the shared libraries of a process, each once, removed ones too', () => {
  const maps = [
    '7f0000000000-7f0000001000 r--p 00000000 08:01 12    /opt/java/lib/server/libjvm.so',
    '7f0000001000-7f0000002000 r-xp 00001000 08:01 12    /opt/java/lib/server/libjvm.so',
    '7f0000003000-7f0000004000 r-xp 00001000 08:01 13    /tmp/other profiler.so.2 (deleted)',
    '7f0000005000-7f0000006000 rw-p 00000000 00:00 0     [heap]',
    '7f0000007000-7f0000008000 r--p 00000000 08:01 14    /opt/java/lib/modules',
  ].join('\n')
  expect(mappedLibraries(maps)).toEqual(['/opt/java/lib/server/libjvm.so', '/tmp/other profiler.so.2'])
  expect(mappedLibraries(maps, 1)).toHaveLength(1)
})

describe('the release file', () => {
  test('is looked for near the library, in the places of old and new JDKs', () => {
    const found = releaseFilesNear({ path: '/opt/java/lib/server/libjvm.so', isDeleted: false })
    expect(found[0]).toBe('/opt/java/release')
    const jdk8 = releaseFilesNear({ path: '/opt/jdk8/jre/lib/amd64/server/libjvm.so', isDeleted: false })
    expect(jdk8).toContain('/opt/jdk8/release')
  })

  test('is not believed when the library was replaced', () => {
    expect(releaseFilesNear({ path: '/opt/java/lib/server/libjvm.so', isDeleted: true })).toEqual([])
  })

  test('gives version and vendor, or nothing', () => {
    const text = 'IMPLEMENTOR="Eclipse Adoptium"\nJAVA_VERSION="25.0.3"\nMODULES="java.base"\n'
    expect(parseRelease(text)).toEqual({ version: '25.0.3', vendor: 'Eclipse Adoptium', modules: ['java.base'] })
    expect(parseRelease('<html>')).toEqual({ version: null, vendor: null, modules: null })
  })

  test.each([
    ['1.8.0_402', 8],
    ['17.0.19', 17],
    ['25', 25],
    ['26-ea', 26],
    ['x', null],
    [null, null],
  ])('%s is version %s', (version, feature) => expect(featureVersion(version)).toBe(feature))
})
