/**
 * What comparisons find where the truth is known, on real recordings: the tables of docs/comparing.md.
 *
 *     HEARTH_BENCH_RECORDINGS=DIRECTORY node lib/profile/compare/truth.bench.ts
 *
 * Those of recorded-pairs.ts, and exported profiles (`*.hearth.gz`) in a directory, of which those of one engine, event
 * and length are a pair, in the order of their file names. Each recording is also dealt to two sides, 200 times:
 * without a change, and with one planted of the size that the page calls detectable.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { dealRecording, plantFunction } from '../../testing/profiles/dealt-recording.ts'
import { readRecording, recordedPairs } from '../../testing/profiles/recorded-pairs.ts'
import { decodeProfile } from '../encoding/encode.ts'
import type { Profile } from '../model/profile.ts'
import { compareFunctions, type ComparedFunctions, type GroupDelta } from './compare-functions.ts'
import type { DeltaKind } from './merged-tree/comparison.ts'
import { normalizeStacks } from './merged-tree/normalize-stacks.ts'

const directory = process.env['HEARTH_BENCH_RECORDINGS']
const runs = 200
const levels = ['packages', 'classes', 'functions'] as const
const planted = 'planted.Change.run'

const files = recordedPairs.flatMap(({ before, after }) => [before, after])
measure([
  ...files.map((file) => decode(file, readRecording(file))),
  ...(directory === undefined ? [] : readRecordings(directory)),
])

interface Recording {
  readonly file: string
  readonly profile: Profile
}

function readRecordings(from: string): Recording[] {
  return readdirSync(from)
    .filter((file) => file.endsWith('.hearth.gz'))
    .sort()
    .map((file) => decode(file, readFileSync(join(from, file))))
}

function decode(file: string, gzipped: Uint8Array): Recording {
  return { file, profile: decodeProfile(Uint8Array.from(gunzipSync(gzipped))) }
}

function measure(recordings: readonly Recording[]): void {
  for (const [before, after, ...more] of Map.groupBy(recordings, kindOf).values())
    if (before !== undefined && after !== undefined && more.length === 0) printPair(before, after)
  console.log(
    '\n| Recording dealt to two sides | Samples | Show a change, of 200 without one | Stated size | Found, of 200 planted |',
  )
  console.log('| --- | --- | --- | --- | --- |')
  for (const recording of recordings) console.log(dealtRow(recording))
}

function kindOf({ profile: { provenance } }: Recording): string {
  return [provenance.engine, provenance.event, Math.round((provenance.durationMs ?? 0) / 1000)].join()
}

function printPair(before: Recording, after: Recording): void {
  const compared = compare(before.profile, after.profile)
  console.log(`\n${before.file} (${before.profile.samples.length}) to ${after.file} (${after.profile.samples.length})`)
  console.log(compared.significance.power().sentence)
  for (const level of levels) {
    const rows = compared[level].filter(isDifference)
    console.log(`${level}: ${rows.length}`)
    rows.slice(0, 6).forEach((row, index) => console.log(`  ${index + 1}. ${textOf(row)}`))
  }
}

function dealtRow({ file, profile }: Recording): string {
  const dealt = Array.from({ length: runs }, (_, run) => dealRecording(profile, run))
  const shows = dealt.filter(([one, two]) => {
    const compared = compare(one, two)
    return levels.some((level) => compared[level].some(isDifference))
  })
  const stated = dealt
    .slice(0, 9)
    .map(([one, two]) => compare(one, two).significance.power().points)
    .filter((points) => points !== null)
    .toSorted((a, b) => a - b)
  // Where one wait is nine tenths of the time, no path can hold a planted change.
  const points = profile.unit === 'samples' ? stated[stated.length >> 1] : undefined
  const found = points === undefined ? null : dealt.filter((pair, run) => findsPlanted(pair, points, run)).length
  const size = points === undefined ? '-' : `+${points.toFixed(1)} points`
  return `| ${file} | ${profile.samples.length} | ${shows.length} | ${size} | ${found ?? '-'} |`
}

/** A function of 1% in which so much more ends. */
function findsPlanted([one, two]: readonly [Profile, Profile], points: number, run: number): boolean {
  const before = plantFunction(one, planted, 0.01, 1000 + run)
  const after = plantFunction(two, planted, 0.01 + points / 100, 2000 + run)
  const { functions } = compare(before, after, 'self')
  return functions.some(({ name, isSignificant }) => isSignificant && name === planted)
}

/** As the page does. */
function compare(one: Profile, two: Profile, delta: DeltaKind = 'total'): ComparedFunctions {
  const { before, after } = normalizeStacks(one, two)
  return compareFunctions(before, after, { delta })
}

function isDifference({ isSignificant, cause }: GroupDelta): boolean {
  return isSignificant && cause === null
}

function textOf({ status, name, totalBefore, totalAfter, q }: GroupDelta): string {
  const percent = (share: number) => `${(100 * share).toFixed(1)}%`
  return `${name} ${status}, ${percent(totalBefore)} → ${percent(totalAfter)}, q ${q?.toExponential(1)}`
}
