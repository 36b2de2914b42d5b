/**
 * `hearth collapse` beside what people use today, each as a whole program on one file: by user time of the processor,
 * the best of five in turn, outputs compared. HEARTH_BENCH_STACKCOLLAPSE names stackcollapse-perf.pl,
 * HEARTH_BENCH_INFERNO inferno-collapse-perf (`cargo install inferno`). HEARTH_BENCH_RECORDING may name a text of `perf
 * script`; else that of the tests is repeated to 200 MB, as it is and with its samples in no order. Two more files of
 * 200 MB have the same work in them, and lines whose ends and lengths are equal in the second alone.
 */
import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repeatRecording } from '../testing/formats/repeat-recording.ts'
import { createRandom } from '../testing/profiles/random-profile.ts'

const size = 200 * 2 ** 20
const directory = mkdtempSync(join(tmpdir(), 'hearth-collapse-'))
const hearth = [process.execPath, new URL('../launch/hearth.mjs', import.meta.url).pathname]
const others = {
  'stackcollapse-perf.pl': command('HEARTH_BENCH_STACKCOLLAPSE', (path) => ['perl', path]),
  'inferno-collapse-perf -n 1': command('HEARTH_BENCH_INFERNO', (path) => [path, '-n', '1']),
}

const given = process.env['HEARTH_BENCH_RECORDING']
if (given === undefined) {
  compare('repeated', write(repeatedSamples()))
  compare('in no order', write(shuffledSamples()))
} else compare(given, given)
compare('lines of different ends', write(manyLines(false)), 1)
compare('lines of equal ends', write(manyLines(true)), 1)
rmSync(directory, { recursive: true })

function compare(title: string, file: string, rounds = 5): void {
  const programs = Object.entries<readonly string[]>({
    'hearth collapse --compat': [...hearth, 'collapse', '--compat'],
    'hearth collapse': [...hearth, 'collapse'],
    ...others,
  }).filter(([, command]) => command.length > 0)
  const best = new Map<string, Run>()
  for (let round = 0; round < rounds; round++) {
    for (const [name, command] of programs) {
      const run = measure([...command, file])
      const last = best.get(name)
      if (last === undefined || run.userSeconds < last.userSeconds) best.set(name, run)
    }
  }
  const compat = best.get('hearth collapse --compat')!
  console.log(title)
  for (const [name, { userSeconds, wallSeconds, megabytes, output }] of best) {
    const seconds = [userSeconds, wallSeconds].map((number) => number.toFixed(2)).join(' s user  ')
    const beside = `${(userSeconds / compat.userSeconds).toFixed(2)}x${output === compat.output ? ', the same output' : ''}`
    console.log(
      `  ${name.padEnd(28)} ${seconds} s wall  ${megabytes.toFixed(0).padStart(4)} MB${name === 'hearth collapse --compat' ? '' : `  ${beside}`}`,
    )
  }
}

/** Empty when it is not named. */
function command(variable: string, of: (path: string) => readonly string[]): readonly string[] {
  const path = process.env[variable]
  if (path !== undefined) return of(path)
  console.log(`${variable} is not set: skipped`)
  return []
}

interface Run {
  readonly userSeconds: number
  readonly wallSeconds: number
  readonly megabytes: number
  /** Its lines, sorted. */
  readonly output: string
}

function measure([program, ...args]: readonly string[]): Run {
  const { stdout, stderr, status } = spawnSync('/usr/bin/env', ['time', '-f', '%U %e %M', program!, ...args], {
    encoding: 'latin1',
    maxBuffer: 2 ** 30,
  })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`)
  const [userSeconds, wallSeconds, kilobytes] = stderr.trim().split('\n').at(-1)!.split(' ').map(Number)
  return {
    ...{ userSeconds: userSeconds!, wallSeconds: wallSeconds!, megabytes: kilobytes! / 1024 },
    output: stdout.split('\n').sort().join('\n'),
  }
}

function write(texts: Iterable<string | Buffer>): string {
  const path = join(directory, 'perf.txt')
  const file = openSync(path, 'w')
  for (const text of texts) writeSync(file, Buffer.from(text as string, 'latin1'))
  closeSync(file)
  return path
}

function repeatedSamples(): Buffer[] {
  return [repeatRecording(size)]
}

function* shuffledSamples(): Generator<string> {
  const random = createRandom(5)
  const samples = repeatRecording(8 * 2 ** 20)
    .toString('latin1')
    .trim()
    .split(/\n\n+/)
  for (let written = 0; written < size;) {
    const text = `${samples[Math.floor(random() * samples.length)]!}\n\n`
    written += text.length
    yield text
  }
}

/** 40,000 different lines in no order. */
function* manyLines(hasEqualEnds: boolean): Generator<string> {
  const random = createRandom(6)
  for (let written = 0; written < size;) {
    let text = 'java  1234/1240  1000.000001:    1000000 cycles:ppp: \n'
    for (let frame = 0; frame < 14; frame++) {
      const number = Math.floor(random() * 40_000).toString(16)
      const address = hasEqualEnds ? '7f00deadbeef' : number.padStart(12, '0')
      text += `\t    ${address} Lshop/Cart${number.padStart(4, '0')}of;::addToTheCart+0x12 (/tmp/perf-1234.map)\n`
    }
    written += text.length + 1
    yield `${text}\n`
  }
}
