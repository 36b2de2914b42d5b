/**
 * MB/s and the most memory of each reader of a foreign format, by CPU time, each in a process of its own. Recordings of the tests,
 * made large: HEARTH_BENCH_MB (default 64) of JSON, of which the numbers are repeated; text and JFR's chunks are repeated as they are,
 * as are the samples of pprof. Names of readers as arguments measure those only.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { readAsyncProfilerHtml } from './async-profiler/page.ts'
import { readAsyncProfilerTraces } from './async-profiler/traces.ts'
import { readBcc } from './bpf/bcc.ts'
import { readBpftraceText } from './bpf/bpftrace-text.ts'
import { readCpuProfile } from './chrome/cpuprofile.ts'
import { readFirefox } from './firefox/firefox.ts'
import { readFlamebearer } from './flamebearer/flamebearer.ts'
import { readFolded } from './folded/folded.ts'
import { readHprofText } from './hprof/hprof-text.ts'
import { readJfr } from './jfr/jfr.ts'
import { readPerfScript } from './perf/perf-script.ts'
import { readPprof } from './pprof/pprof.ts'
import { readSpeedscope } from './speedscope/speedscope.ts'
import { readThreadDump } from './thread-dump/thread-dump.ts'
import { readThreadDumpJson } from './thread-dump/thread-dump-json.ts'

const bytesWanted = Number(process.env['HEARTH_BENCH_MB'] ?? 64) * 2 ** 20
const bytesOf = (name: string) => readFileSync(join(import.meta.dirname, 'golden', name))
const text = (name: string) => bytesOf(`imported/${name}`).toString()
const foreign = (name: string) => bytesOf(`../foreign/golden/${name}`).toString()

/** Pieces of a large file, never the whole. */
const inputs: Readonly<
  Record<
    string,
    readonly [(chunks: AsyncIterable<Uint8Array>) => Promise<unknown>, () => Generator<string | Uint8Array>]
  >
> = {
  bcc: [readBcc, () => repeated(text('bcc-0.26-profile-annotated.txt'))],
  bpftrace: [async (chunks) => (await readBpftraceText(chunks))[0], () => repeated(text('bpftrace-0.17.txt'))],
  'async-profiler': [readAsyncProfilerHtml, manyBoxes],
  cpuprofile: [readCpuProfile, manySamples],
  firefox: [readFirefox, manyMarkers],
  speedscope: [readSpeedscope, manyStacks],
  'perf-script': [readPerfScript, () => repeated(bytesOf('stackcollapse-perf/jdk-17.txt').toString())],
  folded: [readFolded, () => repeated(bytesOf('stackcollapse-perf/jdk-17.all.tid.folded').toString())],
  traces: [readAsyncProfilerTraces, () => repeated(foreign('async-profiler-traces.txt'))],
  'thread-dump': [readThreadDump, () => repeated(foreign('jstack-four-dumps.txt'))],
  'thread-dump-json': [readThreadDumpJson, () => repeated(foreign('dump-to-file.json'))],
  hprof: [readHprofText, () => repeated(foreign('hprof-samples.txt'))],
  flamebearer: [readFlamebearer, manyLevels],
  pprof: [readPprof, () => repeatedBytes(gunzipSync(bytesOf('pprof/go-1.26-cpu.pb.gz')))],
  jfr: [readJfr, () => repeatedBytes(gunzipSync(bytesOf('jfr/jdk-17.jfr.gz')))],
}

const names = process.argv.slice(2).filter((name) => Object.hasOwn(inputs, name))
if (names.length === 1) await measure(names[0]!)
else for (const one of names.length > 0 ? names : Object.keys(inputs)) process.stdout.write(inOwnProcess(one))

function inOwnProcess(one: string): string {
  return execFileSync(process.execPath, [import.meta.filename, one], { encoding: 'utf8' })
}

async function measure(one: string): Promise<void> {
  const [read, pieces] = inputs[one]!
  let bytes = 0
  let makingMicros = 0
  const chunks = async function* () {
    const encoder = new TextEncoder()
    const generator = pieces()
    for (;;) {
      const before = process.cpuUsage()
      const next = generator.next()
      const chunk = next.done === true ? null : typeof next.value === 'string' ? encoder.encode(next.value) : next.value
      makingMicros += process.cpuUsage(before).user
      if (chunk === null) return
      bytes += chunk.length
      yield chunk
    }
  }
  const before = process.cpuUsage()
  await read(chunks())
  const { user, system } = process.cpuUsage(before)
  const seconds = (user + system - makingMicros) / 1e6
  const megabytes = bytes / 1e6
  const peak = (process.resourceUsage().maxRSS / 1000).toFixed(0)
  console.log(
    `${one.padEnd(16)} ${megabytes.toFixed(0).padStart(6)} MB ${(megabytes / seconds).toFixed(0).padStart(6)} MB/s ${peak.padStart(6)} MB of memory at most`,
  )
}

function* repeated(one: string): Generator<string> {
  for (let sum = 0; sum < bytesWanted; sum += one.length) yield `${one}\n`
}

function* repeatedBytes(one: Uint8Array): Generator<Uint8Array> {
  for (let sum = 0; sum < bytesWanted; sum += one.length) yield one
}

function* manyBoxes(): Generator<string> {
  const [head, boxes] = text('async-profiler-4.6-cpu.html').split('unpack(cpool);')
  yield `${head!}unpack(cpool);\n`
  yield* repeated(boxes!.replace('</script>', ''))
  yield '</script>\n'
}

function* manySamples(): Generator<string> {
  const { nodes, samples, timeDeltas, startTime } = JSON.parse(text('node-20.cpuprofile')) as Record<string, unknown>
  yield JSON.stringify({ nodes, startTime, endTime: 1e15 }).slice(0, -1)
  yield ',"samples":[1'
  for (const piece of repeated(`,${(samples as number[]).join()}`)) if (Math.random() < 0.5) yield piece.trimEnd()
  yield '],"timeDeltas":[1'
  for (const piece of repeated(`,${(timeDeltas as number[]).join()}`)) if (Math.random() < 0.5) yield piece.trimEnd()
  yield ']}'
}

/** Most of a real file of Firefox is markers. */
function* manyMarkers(): Generator<string> {
  const whole = text('firefox-processed-75.json')
  const marker = '{"type":"Text","name":"resource://gre/modules/XPCOMUtils.sys.mjs","innerWindowID":12}'
  yield whole.replace(/\}\s*$/, ',"extraMarkers":[0')
  yield* repeated(`,${Array.from({ length: 200 }, () => marker).join()}`)
  yield ']}'
}

function* manyStacks(): Generator<string> {
  yield '{"$schema":"https://www.speedscope.app/file-format-schema.json","shared":{"frames":['
  yield Array.from({ length: 1000 }, (_, frame) => `{"name":"com.acme.Shop.call${frame}"}`).join()
  yield ']},"profiles":[{"type":"sampled","name":"a","unit":"none","startValue":0,"endValue":1,"samples":[[0]'
  let count = 1
  for (let sum = 0; sum < bytesWanted;) {
    const piece = `,[${Array.from({ length: 40 }, (_, depth) => (depth * 7 + (count % 97) * (depth > 30 ? 1 : 0)) % 1000).join()}]`
    yield piece.repeat(50)
    count += 50
    sum += piece.length * 50
  }
  yield `],"weights":[1${',1'.repeat(count - 1)}]}]}`
}

/** As wide as the file is large. */
function* manyLevels(): Generator<string> {
  const boxes = ',0,1,1,2,0,1,1,3'.repeat(1000)
  const count = Math.ceil(bytesWanted / boxes.length)
  const total = count * 2000 + 1
  yield `{"version":1,"flamebearer":{"names":["total","run","scan","tick"],"levels":[[0,${total},0,0],[0,${total},0,1],[0,1,1,2`
  for (let written = 0; written < count; written++) yield boxes
  yield `]],"numTicks":${total},"maxSelf":1},"metadata":{"format":"single","sampleRate":100,"units":"samples"}}`
}
