import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { decodeProfile, encodeProfile } from '../profile/encode.ts'
import { type Profile } from '../profile/profile.ts'
import { chunksOf } from '../testing/chunks.ts'
import { mutate } from '../testing/mutate.ts'
import { createRandom } from '../testing/random-profile.ts'
import { detectFormat } from './detect.ts'
import { readFolded } from './folded.ts'
import { readPerfScript } from './perf-script.ts'

const golden = (name: string) => readFileSync(join(import.meta.dirname, 'golden', name))

/** Decoding checks every index of every column. */
const isSound = (profile: Profile) =>
  expect(decodeProfile(encodeProfile(profile)).samples.length).toBe(profile.samples.length)

describe('readers given damaged input', () => {
  it('read 1,000 damaged recordings of perf script into sound profiles', async () => {
    const random = createRandom(1)
    const inputs = [
      'stackcollapse-perf/perf-map-agent.txt',
      'stackcollapse-perf/hostile.txt',
      'perf-script/no-call-chains.txt',
    ]
    for (let round = 0; round < 1000; round++) {
      const damaged = mutate(golden(inputs[round % inputs.length]!), random)
      isSound((await readPerfScript(chunksOf(damaged, 700))).profile)
      detectFormat(damaged)
    }
  }, 60_000)

  it('read 1,000 damaged folded files into sound profiles', async () => {
    const random = createRandom(2)
    const input = golden('stackcollapse-perf/perf-map-agent.all.tid.folded')
    for (let round = 0; round < 1000; round++) {
      const damaged = mutate(input, random)
      isSound((await readFolded(chunksOf(damaged, 100), { counts: round % 2 === 0 ? 1 : 2 })).profile)
      detectFormat(damaged)
    }
  }, 60_000)
})
