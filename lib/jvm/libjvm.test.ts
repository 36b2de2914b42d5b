import { describe, expect, test } from 'vitest'
import { featureVersion, findLibjvm, parseRelease, releaseFilesNear } from './libjvm.ts'

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
    expect(parseRelease(text)).toEqual({ version: '25.0.3', vendor: 'Eclipse Adoptium' })
    expect(parseRelease('<html>')).toEqual({ version: null, vendor: null })
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
