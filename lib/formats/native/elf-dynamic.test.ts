import fs from 'node:fs'
import { expect, test } from 'vitest'
import { createRandom } from '../../testing/profiles/random-profile.ts'
import { smallLibrary } from '../../testing/formats/elf-library.ts'
import { readElfDynamic } from './elf-dynamic.ts'

const piecesOf = (image: Uint8Array) => (offset: number, length: number) => image.subarray(offset, offset + length)

test('what a library asks of the loader, and what it has for others', () => {
  const image = smallLibrary({
    needed: ['libdl.so.2', 'libc.so.6'],
    runpath: '$ORIGIN:/opt/lib',
    versionsNeeded: { 'libc.so.6': ['GLIBC_2.34', 'GLIBC_2.2.5'], 'libdl.so.2': ['GLIBC_2.3.3'] },
    versionsDefined: ['libthis.so.1', 'THIS_1.0'],
  })
  expect(readElfDynamic(piecesOf(image))).toEqual({
    machine: 62,
    needed: ['libdl.so.2', 'libc.so.6'],
    searchPath: ['$ORIGIN', '/opt/lib'],
    versionsNeeded: [
      { file: 'libc.so.6', version: 'GLIBC_2.34' },
      { file: 'libc.so.6', version: 'GLIBC_2.2.5' },
      { file: 'libdl.so.2', version: 'GLIBC_2.3.3' },
    ],
    versionsDefined: ['libthis.so.1', 'THIS_1.0'],
  })
})

test('a real program: Node needs the C library of this machine', () => {
  const file = fs.openSync(process.execPath, 'r')
  const dynamic = readElfDynamic((offset, length) => {
    const bytes = new Uint8Array(Math.min(length, 2 ** 24))
    return bytes.subarray(0, fs.readSync(file, bytes, 0, bytes.length, offset))
  })
  expect(dynamic?.needed).toContain('libc.so.6')
  expect(dynamic?.versionsNeeded.some(({ file, version }) => file === 'libc.so.6' && /^GLIBC_2\./.test(version))).toBe(
    true,
  )
})

test('what is damaged is read to an end, and no text is endless', () => {
  const whole = smallLibrary({
    needed: ['libdl.so.2', 'libc.so.6'],
    versionsNeeded: { 'libc.so.6': ['GLIBC_2.34'] },
    versionsDefined: ['THIS_1.0'],
  })
  const random = createRandom(11)
  for (let round = 0; round < 1000; round++) {
    const image = Uint8Array.from(whole)
    for (let hit = 0; hit < 4; hit++) image[Math.floor(random() * image.length)] = Math.floor(random() * 256)
    const dynamic = readElfDynamic(
      piecesOf(image.subarray(0, round % 3 === 0 ? Math.floor(random() * image.length) : image.length)),
    )
    for (const name of dynamic?.needed ?? []) expect(name.length).toBeLessThanOrEqual(4096)
  }
})
