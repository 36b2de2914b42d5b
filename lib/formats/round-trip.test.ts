import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sortForDrawing } from '../profile/tree/drawing-order.ts'
import { encodeProfile } from '../profile/encoding/encode.ts'
import type { Profile } from '../profile/model/profile.ts'
import { compactTables } from '../profile/model/tidy-tables.ts'
import { chunksOf } from '../testing/formats/chunks.ts'
import { contentOf } from '../testing/profiles/same-samples.ts'
import { shopProfile } from '../testing/profiles/shop-profile.ts'
import { readPerfScript } from './perf/perf-script.ts'
import { readOtlp } from './otlp/otlp.ts'
import { writeOtlp } from './otlp/write-otlp.ts'
import { readPprof } from './pprof/pprof.ts'
import { readSpeedscope } from './speedscope/speedscope.ts'
import { writePprof } from './pprof/write-pprof.ts'
import { writeSpeedscope } from './speedscope/write-speedscope.ts'

const recording = readFileSync(join(import.meta.dirname, 'golden/stackcollapse-perf/jdk-17.txt'))
const recorded = (await readPerfScript(chunksOf(recording))).profile

const throughPprof = async (profile: Profile) =>
  (await readPprof(chunksOf(Buffer.concat([...writePprof(profile)])))).profile
const throughOtlp = async (profile: Profile) => (await readOtlp(chunksOf(Buffer.concat([...writeOtlp(profile)]))))[0]!
const throughSpeedscope = async (profile: Profile) =>
  (await readSpeedscope(chunksOf([...writeSpeedscope(profile)].join('')))).profile

describe.each([
  ['a recording of perf', recorded],
  ['ten seconds of a shop with tiers, pauses and times', shopProfile()],
])('%s', (_, profile) => {
  it.each([
    ['pprof', throughPprof],
    ['OTLP', throughOtlp],
    ['speedscope', throughSpeedscope],
    ['one and then the other', async (one: Profile) => throughPprof(await throughSpeedscope(one))],
  ])('goes through %s and says the same', async (__, through) => {
    expect(contentOf(await through(profile))).toEqual(contentOf(profile))
  })

  it('is the same to the byte, whichever way it went', async () => {
    const tidy = (said: Profile) => encodeProfile(compactTables(sortForDrawing(said)))
    expect(tidy(await throughPprof(profile))).toEqual(tidy(profile))
    expect(tidy(await throughOtlp(profile))).toEqual(tidy(profile))
    expect(tidy(await throughSpeedscope(profile))).toEqual(tidy(profile))
  })
})
