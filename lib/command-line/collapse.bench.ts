/**
 * `hearth collapse` beside what people use today, each as a whole program on one file, by processor time, best of five in turn, outputs compared.
 * HEARTH_BENCH_STACKCOLLAPSE names stackcollapse-perf.pl, HEARTH_BENCH_INFERNO inferno-collapse-perf (`cargo install inferno`);
 * what is not there is left out. HEARTH_BENCH_RECORDING may name a text of `perf script`; else that of the tests is repeated to 200 MB.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repeatRecording } from '../testing/formats/repeat-recording.ts'

const directory = mkdtempSync(join(tmpdir(), 'hearth-collapse-'))
const given = process.env['HEARTH_BENCH_RECORDING']
const file = given ?? writeRecording()
const program = new URL('../launch/hearth.mjs', import.meta.url).pathname
const perl = process.env['HEARTH_BENCH_STACKCOLLAPSE']
const inferno = process.env['HEARTH_BENCH_INFERNO']

const programs: readonly { readonly name: string; readonly command: readonly string[] }[] = [
  { name: 'hearth --help', command: [process.execPath, program, '--help'] },
  { name: 'hearth collapse', command: [process.execPath, program, 'collapse', file] },
  { name: 'hearth collapse --compat', command: [process.execPath, program, 'collapse', '--compat', file] },
  ...(perl === undefined ? [] : [{ name: 'stackcollapse-perf.pl', command: ['perl', perl, file] }]),
  ...(inferno === undefined ? [] : [{ name: 'inferno-collapse-perf -n 1', command: [inferno, '-n', '1', file] }]),
]

const best = new Map<string, Run>()
for (let round = 0; round < 5; round++) {
  for (const { name, command } of programs) {
    const run = measure(command)
    const last = best.get(name)
    if (last === undefined || run.seconds < last.seconds) best.set(name, run)
  }
}
const compat = best.get('hearth collapse --compat')!
for (const [name, { seconds, megabytes, output }] of best) {
  const same = output === compat.output ? ', the same output' : ''
  console.log(
    `${name.padEnd(28)} ${seconds.toFixed(2)} s  ${megabytes.toFixed(0).padStart(4)} MB${name === 'hearth collapse --compat' ? '' : same}`,
  )
}
rmSync(directory, { recursive: true })

interface Run {
  /** Of the processor, user and system. */
  readonly seconds: number
  readonly megabytes: number
  /** Its lines, sorted. */
  readonly output: string
}

function measure([command, ...args]: readonly string[]): Run {
  const { stdout, stderr, status } = spawnSync('/usr/bin/env', ['time', '-f', '%U %S %M', command!, ...args], {
    encoding: 'latin1',
    maxBuffer: 2 ** 30,
  })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`)
  const [user, system, kilobytes] = stderr.trim().split('\n').at(-1)!.split(' ').map(Number)
  return { seconds: user! + system!, megabytes: kilobytes! / 1024, output: stdout.split('\n').sort().join('\n') }
}

function writeRecording(): string {
  const path = join(directory, 'perf.txt')
  writeFileSync(path, repeatRecording(200 * 2 ** 20))
  return path
}
