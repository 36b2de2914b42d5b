/**
 * What small files of other profilers become, made anew for each kind: the format or the refusal, the total of each
 * profile, what three functions hold of the first with their callees, and the warnings. 75% is `scan` in most.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parserJobSchema } from '../../contract/parser-job.ts'
import { isProblem } from '../../errors.ts'
import { formatShare } from '../../profile/format/units.ts'
import type { Profile } from '../../profile/model/profile.ts'
import { chunksOf } from '../../testing/formats/chunks.ts'
import { detectFormat } from '../detect.ts'
import { formats } from '../formats.ts'
import { writeFolded } from '../folded/write-folded.ts'
import { inUtf8 } from '../reading/utf8.ts'

/** Of one function: its share of the total, with what it calls. */
type Shares = Readonly<Record<string, string>>
type Outcome = readonly [outcome: string, totals?: string, shares?: Shares, warnings?: readonly string[]]
type Row = readonly [file: string, ...Outcome]

const folder = join(import.meta.dirname, 'golden')

const usual: Shares = { 'depot.Depot.run': '100%', 'depot.Stock.scan': '75%', 'depot.Clock.tick': '25%' }
const table: readonly Row[] = [
  ['async-profiler-flat.txt', 'it is text of async-profiler without stacks (`flat`)'],
  ['async-profiler-plain.html', 'async-profiler-html', '4 samples', usual],
  ['async-profiler-reversed.html', 'async-profiler-html', '4 samples', usual, ['stacks-turned-round']],
  ['async-profiler-traces.txt', 'async-profiler-traces', '4 samples', usual],
  ['async-profiler-tree.html', 'it is a call tree of async-profiler'],
  ['austin-wall.txt', 'folded', '4000000 nanoseconds', usual],
  ['bcc-mallocstacks.txt', 'bcc', '4000 bytes', { main: '100%', grow: '75%', 'os::malloc': '25%' }],
  ['bcc-numbered.txt', 'bcc', '4 samples', usual],
  ['bcc-offwaketime.txt', 'bcc', '4000000 nanoseconds', { ...usual, 'waker: swapper/0': '75%' }],
  ['bcc-wakeuptime.txt', 'bcc', '4000000 nanoseconds', { do_syscall_64: '100%', 'target: java': '100%' }],
  [
    ...(['bpftrace-empty-stacks.txt', 'bpftrace-text', '10 samples'] as const),
    ...([{ '': '70%', do_syscall_64: '30%', schedule: '30%' }, ['samples-without-stack']] as const),
  ],
  ['bpftrace-two-units.txt', 'bpftrace-text', '4 samples, 70000 nanoseconds', { main: '100%', scan: '100%' }],
  [
    ...(['cpuprofile-cut.json', 'cpuprofile', '4000000 nanoseconds'] as const),
    ...([{ run: '100%', scan: '75%', tick: '25%' }, ['input-damaged', 'times-missing']] as const),
  ],
  ['dump-to-file.json', 'thread-dump-json', '4 samples', usual],
  ['dump-to-file.txt', 'thread-dump', '4 samples', usual],
  [
    ...(['folded-exponents.txt', 'folded', '4000000000.5 samples'] as const),
    { 'depot.Stock.scan': '75%', 'depot.Stock.add': '25%', 'depot.Clock.tick': '<0.1%' },
  ],
  ['folded-negative.txt', 'folded', '12 samples', usual, ['counts-not-usable']],
  ['generated-names.txt', 'folded', '2 samples', { 'depot.Stock$$Lambda$lambda$wrap$2.call': '100%' }],
  ['heap.hprof', 'it is a heap dump of a JVM, which has no CPU samples'],
  ['grafana-numbered.json', 'the names of the functions are not in it, only their numbers'],
  ['grafana-panel.json', 'flamebearer', '4000 nanoseconds', usual],
  ['grafana-table.json', 'flamebearer', '4 samples', usual],
  ['hprof-samples.txt', 'hprof-text', '40 samples', usual],
  ['hprof-times.txt', 'it has no CPU SAMPLES (cpu=samples)'],
  ['jhsdb.txt', 'thread-dump', '4 samples', usual],
  ['jstack-deadlock.txt', 'thread-dump', '4 samples', usual],
  ['jstack-four-dumps.txt', 'thread-dump', '4 samples', usual],
  [
    ...(['jstack-virtual.txt', 'thread-dump', '1 samples'] as const),
    { 'depot.Stock.scan': '100%', 'java.util.concurrent.ForkJoinWorkerThread.run': '100%' },
  ],
  ['perf-android.txt', 'perf-script', '2 samples', { start_thread: '100%', 'depot.Stock.scan': '100%' }],
  [
    ...(['perf-cycles-ramp-up.txt', 'perf-script', '1000000 cycles'] as const),
    { 'depot.Depot.run': '100%', 'depot.Stock.scan': '99.9%', 'depot.Clock.tick': '<0.1%' },
  ],
  [
    ...(['perf-garbage-roots.txt', 'perf-script', '5 samples'] as const),
    { '[unknown]': '40%', '[unknown kernel]': '20%', vfs_write: '20%' },
  ],
  ['perf-native-image.txt', 'perf-script', '2 samples', { main: '100%', Stock_scan: '100%' }],
  ['perf-no-thread.txt', 'perf-script', '4 samples', usual],
  ['perf-off-cpu.txt', 'perf-script', '4000000 nanoseconds', { ...usual, schedule: '100%' }],
  ['perf-report.txt', 'it is text of perf report, which has no samples'],
  ['perf-same-period.txt', 'perf-script', '4 samples', usual],
  ['perf-stat.txt', 'it is text of perf stat, which has no stacks'],
  ['perf-tracepoint.txt', 'perf-script', '4 samples', usual],
  ['pyroscope-comparison.json', 'it is a comparison; export each of its two profiles'],
  ['pyroscope-query-comparison.json', 'it is a comparison; export each of its two profiles'],
  ['pyroscope-query.json', 'flamebearer', '4 samples', usual],
  ['pyroscope.json', 'flamebearer', '4 samples', usual],
  ['samply-with-symbols.json', 'firefox', '4 samples', { main: '100%', scan: '75%', tick: '25%' }],
  ['samply-without-symbols.json', 'firefox', '4 samples', { '[depot]': '100%' }, ['names-missing']],
  ['text-with-numbers.txt', 'its lines are neither samples of `perf script` nor folded stacks'],
  ['uniq-count.txt', 'folded', '40 samples', usual],
  ['uniq-of-counted.txt', 'folded', '40 samples', usual],
  ['utf-16.txt', 'folded', '4 samples', usual],
]

async function readFile(name: string): Promise<Outcome> {
  const bytes = readFileSync(join(folder, name))
  const chunks: Uint8Array[] = []
  for await (const chunk of inUtf8(chunksOf(bytes, 100))) chunks.push(chunk.slice())
  const text = Buffer.concat(chunks)
  const found = detectFormat(text)
  if (found.format === null) return [found.refusal.hint]
  const read = formats[found.format].read({
    ...{ chunks: chunksOf(text, 100), job: parserJobSchema.parse({ format: 'guess' }), maps: [] },
    ...{ unpack: (all) => all, demangle: (symbol) => symbol },
  })
  const profiles = await read.catch(reasonOf)
  if (typeof profiles === 'string') return [profiles]
  const totals = profiles.map((profile) => `${sumOf([...profile.samples.weight])} ${profile.unit}`).join(', ')
  const warnings = profiles.flatMap(({ provenance }) => provenance.warnings.map(({ code }) => code))
  return [found.format, totals, sharesOf(profiles[0]!), warnings]
}

/** Why a file of a format that is read cannot be. */
function reasonOf(error: unknown): string {
  if (isProblem(error) && 'reason' in error.facts) return error.facts.reason
  throw error
}

function sharesOf(profile: Profile): Shares {
  const total = sumOf([...profile.samples.weight])
  const sums = new Map<string, number>()
  for (const line of writeFolded(profile)) {
    const [, stack = '', weight] = /^(.*) (\S+)\n$/.exec(line)!
    for (const name of new Set(stack.split(';'))) sums.set(name, (sums.get(name) ?? 0) + Number(weight))
  }
  return Object.fromEntries(Array.from(sums, ([name, sum]) => [name, formatShare(sum / total)]))
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)

it('covers every file of the folder', () => {
  expect(table.map(([file]) => file).toSorted()).toEqual(readdirSync(folder).toSorted())
})

it.each(table.map(([file, ...expected]) => [file, expected] as const))('%s', async (file, expected) => {
  const [outcome, totals, shares = {}, warnings = []]: Outcome = expected
  const [readOutcome, readTotals, readShares = {}, readWarnings = []] = await readFile(file)
  expect([readOutcome, readTotals, readWarnings]).toEqual([outcome, totals, warnings])
  expect(readShares).toMatchObject(shares)
})
