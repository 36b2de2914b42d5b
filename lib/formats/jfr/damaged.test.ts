/** From damaged files the reader gives a Problem or a profile, and never hangs. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chunksOf } from '../../testing/formats/chunks.ts'
import { readToEnd, startCounting, stopCounting } from '../../testing/formats/jfr-work.ts'
import { mutate } from '../../testing/formats/mutate-bytes.ts'
import { createRandom } from '../../testing/profiles/random-profile.ts'
import { byTier } from '../../testing/tier.ts'
import { readJfr } from './jfr.ts'

const files = byTier(60, 340)
const folder = join(import.meta.dirname, '../golden/jfr')
const recordings = ['jdk-17', 'jdk-25', 'async-profiler-4.6'].map((name) =>
  gunzipSync(readFileSync(join(folder, `${name}.jfr.gz`))),
)

beforeAll(startCounting)
afterAll(stopCounting)

describe('readJfr given damaged files', () => {
  it(`reads ${3 * files} files with flipped, lost, doubled and replaced bytes, or throws a Problem`, async () => {
    const random = createRandom(6)
    const ends = { read: 0, warned: 0, refused: 0 }
    for (let round = 0; round < 3 * files; round++) {
      const end = await readToEnd(mutate(recordings[round % 3]!, random))
      if (typeof end === 'string') ends.refused++
      else if (end.warnings.length > 0) ends.warned++
      else ends.read++
    }
    expect(ends.refused).toBeGreaterThan(files / 20)
    expect(ends.warned).toBeGreaterThan(files / 4)
  }, 120_000)

  it(`reads ${files} files with one bit flipped`, async () => {
    const random = createRandom(7)
    for (let round = 0; round < files; round++) {
      const bytes = Uint8Array.from(recordings[round % 3]!)
      // The header and the metadata are a small part of the file, and damage there is the most dangerous.
      const reach = round % 2 === 0 ? bytes.length : 3000
      bytes[Math.floor(random() * reach)]! ^= 1 << Math.floor(random() * 8)
      await readToEnd(bytes)
    }
  }, 120_000)

  it(`reads ${files} truncated files, each with a warning or a Problem`, async () => {
    const random = createRandom(8)
    const ends = { read: 0, refused: 0 }
    for (let round = 0; round < files; round++) {
      const whole = recordings[round % 3]!
      const end = await readToEnd(whole.subarray(0, Math.floor(random() * whole.length)))
      if (typeof end === 'string') {
        expect(end).toBe('unreadable-profile')
        ends.refused++
      } else {
        expect(end.warnings).toContain('file-cut')
        ends.read++
      }
    }
    expect(ends.refused).toBeGreaterThan(files / 10)
  }, 120_000)

  it('keeps all chunks before one that is cut, and the events of that one', async () => {
    const [first, second] = recordings
    const whole = await readToEnd(first!)
    const both = await readToEnd(Buffer.concat([first!, second!.subarray(0, second!.length * 0.8)]))
    if (typeof whole === 'string' || typeof both === 'string') throw new Error('it was refused')
    expect(both.warnings).toContain('file-cut')
    expect(both.samples).toBeGreaterThan(whole.samples)
  })

  it('skips a damaged chunk between two valid ones', async () => {
    const [first, second, third] = recordings
    const broken = Uint8Array.from(second!)
    new DataView(broken.buffer).setBigInt64(56, 0n)
    const both = await readToEnd(Buffer.concat([first!, third!]))
    const end = await readToEnd(Buffer.concat([first!, broken, third!]))
    if (typeof both === 'string' || typeof end === 'string') throw new Error('it was refused')
    expect(end.samples).toBe(both.samples)
    expect(end.warnings).toContain('chunks-skipped')
  })

  it('skips bytes that are no chunk', async () => {
    const [first, , third] = recordings
    const both = await readToEnd(Buffer.concat([first!, third!]))
    if (typeof both === 'string') throw new Error('it was refused')
    for (const bytes of ['x'.repeat(500), 'FLR\0', 'F'.repeat(20_000)]) {
      const end = await readToEnd(Buffer.concat([first!, Buffer.from(bytes), third!, Buffer.from(bytes)]))
      const warnings = expect.arrayContaining(['bytes-left-over']) as string[]
      expect(end).toMatchObject({ samples: both.samples, warnings })
    }
  })

  it('finds a recording that begins after a truncated chunk', async () => {
    const [first, second, third] = recordings
    const cut = second!.subarray(0, second!.length * 0.6)
    const unsized = Uint8Array.from(cut)
    new DataView(unsized.buffer).setBigInt64(8, 0n)
    const both = await readToEnd(Buffer.concat([first!, third!]))
    if (typeof both === 'string') throw new Error('it was refused')
    for (const [middle, code] of [
      [cut, 'file-cut'],
      [unsized, 'chunks-unfinished'],
    ] as const) {
      for (const parts of [
        [first!, middle, third!],
        [middle, third!, first!],
      ]) {
        const end = await readToEnd(Buffer.concat(parts))
        if (typeof end === 'string') throw new Error('it was refused')
        expect(end.warnings).toContain(code)
        expect(end.samples).toBeGreaterThanOrEqual(both.samples)
      }
    }
  })

  it.each([
    ['', 'it is empty', ''],
    ['FLR', 'it is cut off after 3 bytes', 'FLR'],
    ['other', 'it does not start like a recording of Flight Recorder', 'x'.repeat(200)],
    ['no version that there was', 'it is damaged: its header says version 26465.29282', 'FLR\0garb'.padEnd(100, '\0')],
    ['version 1', 'it is of version 1.0, and only 2.x can be read', 'FLR\0\0\x01\0\0'.padEnd(100, '\0')],
    ['zeros', 'it is damaged: a chunk has a damaged clock', 'FLR\0\0\x02\0\0'.padEnd(67, '\0').padEnd(100, '\x01')],
  ])('refuses %j', async (_, reason, content) => {
    await expect(readJfr(chunksOf(Buffer.from(content, 'latin1')))).rejects.toMatchObject({
      code: 'unreadable-profile',
      message: `Hearth cannot read this file: ${reason}.`,
    })
  })
})
