/**
 * MB/s of reading recordings of JFR, by CPU time and best of three, beside what else reads them: the JDK's own `jfr
 * print --json`, on one of the repeated chunks since it prints a hundred times as much, and async-profiler's converter
 * (HEARTH_BENCH_JFR_CONVERTER, or what Maven has fetched: `mvn dependency:get
 * -Dartifact=tools.profiler:jfr-converter:4.5`). HEARTH_BENCH_JFR may name a recording; without it the JDK records a
 * program of the tests and the chunks are repeated.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { findJdk } from '../../host/jvm/jdk.ts'
import { readJfr } from './jfr.ts'

const megabyte = 1e6
const wantedBytes = 100 * megabyte
const pieceBytes = 2 ** 18
const folder = mkdtempSync(join(tmpdir(), 'hearth-bench-'))

try {
  const jdk = findJdk(17) ?? findJdk()
  const given = process.env['HEARTH_BENCH_JFR']
  if (jdk === undefined && given === undefined)
    console.log('There is no JDK to record with; HEARTH_BENCH_JFR may name a recording.')
  else await compare(given === undefined ? record(jdk!.home) : readFileSync(given), jdk?.home)
} finally {
  rmSync(folder, { recursive: true })
}

async function compare(one: Uint8Array, jdkHome: string | undefined): Promise<void> {
  const times = Math.max(1, Math.ceil(wantedBytes / one.length))
  const whole = Buffer.concat(Array.from({ length: times }, () => one))
  const file = join(folder, 'whole.jfr')
  writeFileSync(file, whole)
  const { profiles, eventCounts } = await readJfr(pieces(whole))
  const events = [...eventCounts.values()].reduce((sum, count) => sum + count, 0)
  const graphs = profiles.map(({ provenance, samples }) => `${provenance.event} ${samples.length}`).join(', ')
  console.log(`${(whole.length / megabyte).toFixed(0)} MB, ${times} chunks, ${events} events; samples: ${graphs}`)

  report('to profiles, all events', whole.length, await best(() => readJfr(pieces(whole))))
  report('to one profile of alloc', whole.length, await best(() => readJfr(pieces(whole), { events: ['alloc'] })))
  if (jdkHome === undefined) return
  measureConverter(jdkHome, file, whole.length)
  const single = join(folder, 'single.jfr')
  writeFileSync(single, one)
  report('jfr print --json', one.length, secondsOf([`${jdkHome}/bin/jfr`, 'print', '--json', single]))
}

async function best(run: () => Promise<unknown>): Promise<number> {
  let seconds = Infinity
  for (let round = 0; round < 3; round++) {
    const before = process.cpuUsage()
    await run()
    const { user, system } = process.cpuUsage(before)
    seconds = Math.min(seconds, (user + system) / 1e6)
  }
  return seconds
}

function measureConverter(jdkHome: string, file: string, bytes: number): void {
  const jar = process.env['HEARTH_BENCH_JFR_CONVERTER'] ?? converterOfMaven()
  if (jar === null || !existsSync(jar))
    return console.log('async-profiler’s converter is not here, so it was not measured')
  const output = join(folder, 'out.collapsed')
  for (const event of ['--alloc', '--lock']) {
    const command = [`${jdkHome}/bin/java`, '-jar', jar, event, '--total', '-t', '-o', 'collapsed', file, output]
    report(`async-profiler’s converter ${event}`, bytes, secondsOf(command))
  }
}

function converterOfMaven(): string | null {
  const shelf = join(homedir(), '.m2/repository/tools/profiler/jfr-converter')
  if (!existsSync(shelf)) return null
  const jars = readdirSync(shelf, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jar'))
  return jars.length === 0 ? null : join(shelf, jars.sort().at(-1)!)
}

/** CPU seconds of a program and of its start, as bash counts those of its children; best of three, as for ours. */
function secondsOf(command: readonly string[]): number {
  return Math.min(...[1, 2, 3].map(() => secondsOfOne(command)))
}

function secondsOfOne(command: readonly string[]): number {
  const script = 'TIMEFORMAT="%U %S"; { time "$@" >/dev/null 2>/dev/null; } 2>&1'
  const said = execFileSync('bash', ['-c', script, 'bench', ...command], { encoding: 'utf8' })
  const [user = 0, system = 0] = said.trim().split(' ').map(Number)
  return user + system
}

/** Ten seconds of the program of the tests, with more events than anybody records. */
function record(jdkHome: string): Uint8Array {
  const source = join(import.meta.dirname, '../golden/jfr/Load.java')
  execFileSync(`${jdkHome}/bin/javac`, ['--release', '17', '-d', folder, source])
  const file = join(folder, 'one.jfr')
  const often = ['ExecutionSample#period=1ms', 'ObjectAllocationSample#throttle=off', 'JavaMonitorEnter#threshold=0ms']
  const settings = ['settings=profile', `filename=${file}`, ...often.map((setting) => `jdk.${setting}`)].join(',')
  execFileSync(`${jdkHome}/bin/java`, ['-cp', folder, `-XX:StartFlightRecording:${settings}`, 'Load', '10000'], {
    stdio: 'ignore',
  })
  return readFileSync(file)
}

function report(what: string, bytes: number, seconds: number): void {
  const speed = (bytes / megabyte / seconds).toFixed(1)
  console.log(
    `${what.padEnd(36)} ${speed.padStart(6)} MB/s  ${seconds.toFixed(2)} s of CPU for ${(bytes / megabyte).toFixed(0)} MB`,
  )
}

async function* pieces(content: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += pieceBytes) yield content.subarray(at, at + pieceBytes)
}
