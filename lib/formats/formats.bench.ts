/**
 * MB/s of reading, by CPU time and best of three, since a busy machine makes wall time lie. Beside it, where Perl and
 * the script are there (HEARTH_BENCH_STACKCOLLAPSE=path/to/stackcollapse-perf.pl), what people use today.
 * HEARTH_BENCH_RECORDING may name a text of `perf script`; without it the recording of the tests is repeated.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readFolded } from './folded/folded.ts'
import { readPerfScript } from './perf/perf-script.ts'
import { collapsePerf } from './perf/stackcollapse-perf.ts'
import { writeFolded } from './folded/write-folded.ts'

const megabyte = 1e6
const chunkBytes = 2 ** 18

const given = process.env['HEARTH_BENCH_RECORDING']
const text = given === undefined ? repeated(100 * megabyte) : readFileSync(given)
const { profile } = await readPerfScript(chunks(text))
const folded = Buffer.from([...writeFolded(profile, { annotate: true })].join(''))
const manyFolded = Buffer.concat(Array.from({ length: Math.ceil((50 * megabyte) / folded.length) }, () => folded))
console.log(`${(text.length / megabyte).toFixed(0)} MB of perf script text, ${profile.samples.length} samples`)

await measure('perf script to profile', text.length, () => readPerfScript(chunks(text)))
await measure('perf script to folded, compatible', text.length, () => collapsePerf(chunks(text), { all: true }))
await measure('folded to profile', manyFolded.length, () => readFolded(chunks(manyFolded)))
measurePerl(process.env['HEARTH_BENCH_STACKCOLLAPSE'])

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

/** `times` gives the CPU seconds of the child that has ended. */
function measurePerl(script: string | undefined): void {
  if (script === undefined || !existsSync(script)) return
  const folder = mkdtempSync(join(tmpdir(), 'hearth-bench-'))
  try {
    const file = join(folder, 'recording.txt')
    writeFileSync(file, text)
    // Perl itself says what its child used: on stdout, while the child's own stdout goes nowhere.
    const program =
      'my $p = fork // die; if (!$p) { open(STDOUT, ">", "/dev/null"); exec($^X, @ARGV) } waitpid($p, 0); my @t = times; print $t[2] + $t[3]'
    const seconds = Number(execFileSync('perl', ['-e', program, script, '--all', file], { encoding: 'utf8' }))
    report('stackcollapse-perf.pl', text.length, seconds)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function report(what: string, bytes: number, seconds: number): void {
  console.log(
    `${what.padEnd(36)} ${(bytes / megabyte / seconds).toFixed(0).padStart(6)} MB/s  ${seconds.toFixed(2)} s of CPU`,
  )
}

/** The tests' recording again and again, each time with other addresses, of which a real one has tens of thousands. */
function repeated(bytes: number): Buffer {
  const one = readFileSync(join(import.meta.dirname, 'golden/stackcollapse-perf/jdk-17.txt'), 'utf8')
  const variants = Array.from({ length: 64 }, (_, i) =>
    Buffer.from(one.replace(/(?<=^\s+[0-9a-f]+)[0-9a-f]{2}(?= )/gm, i.toString(16).padStart(2, '0'))),
  )
  return Buffer.concat(Array.from({ length: Math.ceil(bytes / one.length) }, (_, i) => variants[i % variants.length]!))
}

async function* chunks(content: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += chunkBytes) yield content.subarray(at, at + chunkBytes)
}
