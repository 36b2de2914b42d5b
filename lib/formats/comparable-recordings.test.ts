/** Real recordings of one program (golden/jfr/Load.java) by two JDKs and two engines, compared with each other. */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { normalizeStacks } from '../profile/compare/merged-tree/normalize-stacks.ts'
import { compareFunctions } from '../profile/compare/compare-functions.ts'
import type { Profile } from '../profile/model/profile.ts'
import { chunksOf } from '../testing/formats/chunks.ts'
import { readJfr } from './jfr/jfr.ts'

const recordings = ['jdk-17', 'jdk-25', 'async-profiler-4.6'] as const
type Recording = (typeof recordings)[number]

/** What the program does most, in recordings that were made one after the other. */
const methods = [
  'java.lang.Thread.run',
  'Load$$Lambda.run',
  'Load.lambda$thread$0',
  'Load$$Lambda.applyAsInt',
  'Load.lambda$main$2',
  'Load.fib',
  'Load.deep',
]

async function cpuOf(name: Recording): Promise<Profile> {
  const bytes = gunzipSync(readFileSync(new URL(`golden/jfr/${name}.jfr.gz`, import.meta.url)))
  const { profiles } = await readJfr(chunksOf(bytes))
  return profiles.find(({ provenance }) => provenance.event === 'cpu')!
}

const pairs = recordings.flatMap((before) =>
  recordings.filter((after) => after !== before).map((after) => [before, after] as const),
)

describe('profiles of one program by different engines and JDKs', () => {
  it.each(pairs)('have the same names for its methods: %s and %s', async (before, after) => {
    const alike = normalizeStacks(await cpuOf(before), await cpuOf(after))
    const rows = compareFunctions(alike.before, alike.after).functions
    for (const method of methods) {
      const found = rows.filter(({ name }) => name === method)
      expect(found.length, method).toBe(1)
      expect(Math.min(found[0]!.totalBefore, found[0]!.totalAfter), method).toBeGreaterThan(0.1)
      expect(found[0]!.isSignificant, method).toBe(false)
    }
    // JDK 21 put it between Thread.run and what runs.
    expect(rows.map(({ name }) => name)).not.toContain('java.lang.Thread.runWith')
    expect(alike.notes.length).toBeGreaterThan(0)
  })
})
