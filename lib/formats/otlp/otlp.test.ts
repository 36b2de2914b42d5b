import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { Profile } from '../../profile/model/profile.ts'
import { createProfileBuilder } from '../../profile/model/profile-builder.ts'
import { emptyProvenance } from '../../profile/model/profile.ts'
import { chunksOf } from '../../testing/formats/chunks.ts'
import { anyRichProfile, contentOf } from '../../testing/profiles/same-samples.ts'
import { byTier } from '../../testing/tier.ts'
import { detectFormat } from '../detect.ts'
import { readOtlp } from './otlp.ts'
import { writeOtlp } from './write-otlp.ts'

const write = (profile: Profile) => Buffer.concat([...writeOtlp(profile)])
const readAllOf = async (bytes: Uint8Array) => readOtlp(chunksOf(bytes, 700))
const linesOf = ({ lines, strings, frames }: Profile) =>
  Array.from(lines?.ofSample ?? [], (row) =>
    row < 0 ? null : `${strings[frames.name[lines!.frame[row]!]!]}:${lines!.line[row]}`,
  )

describe('our own OTLP', () => {
  it('comes back as it was: every sample, thread, time, tier, kind, raw name and the provenance', async () => {
    await fc.assert(
      fc.asyncProperty(anyRichProfile, async (profile) => {
        fc.pre(profile.samples.length > 0)
        const bytes = write(profile)
        const [again, ...others] = await readAllOf(bytes)
        expect(others).toEqual([])
        expect(contentOf(again!)).toEqual(contentOf(profile))
        expect(detectFormat(bytes)).toEqual({ format: 'otlp', isSure: true })
      }),
      { seed: 19, numRuns: byTier(100, 1000) },
    )
  })

  it('keeps the line of the innermost Java method of each sample', async () => {
    const builder = createProfileBuilder()
    const main = builder.frame('Shop.main', 'java')
    const read = builder.frame('read', 'native', { module: 'libc.so.6' })
    const stack = builder.stack(builder.stack(builder.stack(-1, main), main), read)
    for (const line of [7, 9, 0, 7])
      builder.sample(stack, builder.thread('main', 1), 5, 1, line === 0 ? -1 : builder.line(main, line))
    const profile = builder.finish('samples', { ...emptyProvenance('jfr'), startedAt: 1_700_000_000_000 })
    const [again] = await readAllOf(write(profile))
    expect(linesOf(again!)).toEqual(['Shop.main:7', 'Shop.main:9', null, 'Shop.main:7'])
    expect(contentOf(again!)).toEqual(contentOf(profile))
  })
})

test('many samples come back from several resources', async () => {
  const builder = createProfileBuilder()
  const stack = builder.stack(-1, builder.frame('Shop.main', 'java'))
  for (let sample = 0; sample < 50_001; sample++) builder.sample(stack, builder.thread('t', sample % 7), sample, 1)
  const profile = builder.finish('samples', { ...emptyProvenance('jfr'), startedAt: 1_700_000_000_000 })
  const [again, ...others] = await readAllOf(write(profile))
  expect(others).toEqual([])
  expect(again!.samples.length).toBe(50_001)
  expect(again!.samples.time[50_000]).toBe(50_000)
}, 60_000)
