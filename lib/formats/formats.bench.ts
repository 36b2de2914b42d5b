/**
 * MB/s of reading, by CPU time and best of three, since a busy machine makes wall time lie.
 * HEARTH_BENCH_RECORDING may name a text of `perf script`; without it the recording of the tests is repeated.
 */
import { readFileSync } from 'node:fs'
import { repeatRecording } from '../testing/formats/repeat-recording.ts'
import { readFolded } from './folded/folded.ts'
import { readPerfScript } from './perf/perf-script.ts'
import { collapsePerf } from './perf/stackcollapse-perf.ts'
import { writeFolded } from './folded/write-folded.ts'

const megabyte = 1e6
const chunkBytes = 2 ** 18

const given = process.env['HEARTH_BENCH_RECORDING']
const text = given === undefined ? repeatRecording(100 * megabyte) : readFileSync(given)
const { profile } = await readPerfScript(chunks(text))
const folded = Buffer.from([...writeFolded(profile, { annotate: true })].join(''))
const manyFolded = Buffer.concat(Array.from({ length: Math.ceil((50 * megabyte) / folded.length) }, () => folded))
console.log(`${(text.length / megabyte).toFixed(0)} MB of perf script text, ${profile.samples.length} samples`)

await measure('perf script to profile', text.length, () => readPerfScript(chunks(text)))
await measure('perf script to folded, compatible', text.length, () => collapsePerf(chunks(text), { all: true }))
await measure('folded to profile', manyFolded.length, () => readFolded(chunks(manyFolded)))

async function measure(what: string, bytes: number, run: () => Promise<unknown>): Promise<void> {
  let bestSeconds = Infinity
  for (let round = 0; round < 3; round++) {
    const before = process.cpuUsage()
    await run()
    const { user, system } = process.cpuUsage(before)
    bestSeconds = Math.min(bestSeconds, (user + system) / 1e6)
  }
  report(what, bytes, bestSeconds)
}

function report(what: string, bytes: number, seconds: number): void {
  console.log(
    `${what.padEnd(36)} ${(bytes / megabyte / seconds).toFixed(0).padStart(6)} MB/s  ${seconds.toFixed(2)} s of CPU`,
  )
}

async function* chunks(content: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += chunkBytes) yield content.subarray(at, at + chunkBytes)
}
