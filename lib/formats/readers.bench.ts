/**
 * MB/s and the most memory of each reader of a foreign format, by CPU time, each in a process of its own.
 * HEARTH_BENCH_MB (default 64) says how large the files are. Names of inputs as arguments measure those only.
 */
import { execFileSync } from 'node:child_process'
import { type LargeInput, largeInputs, makeLargeInput } from '../testing/formats/large-inputs.ts'
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
import { readOtlp, readOtlpJson } from './otlp/otlp.ts'
import { readPerfScript } from './perf/perf-script.ts'
import { readPprof } from './pprof/pprof.ts'
import { readSpeedscope } from './speedscope/speedscope.ts'
import { readThreadDump } from './thread-dump/thread-dump.ts'
import { readThreadDumpJson } from './thread-dump/thread-dump-json.ts'

const bytesWanted = Number(process.env['HEARTH_BENCH_MB'] ?? 64) * 2 ** 20
type Read = (chunks: AsyncIterable<Uint8Array>) => Promise<unknown>

const readers: Readonly<Record<LargeInput, Read>> = {
  bcc: readBcc,
  bpftrace: async (chunks) => (await readBpftraceText(chunks))[0],
  'async-profiler': readAsyncProfilerHtml,
  cpuprofile: readCpuProfile,
  'chrome-trace': readCpuProfile,
  firefox: readFirefox,
  speedscope: readSpeedscope,
  'speedscope-events': readSpeedscope,
  'perf-script': readPerfScript,
  folded: readFolded,
  traces: readAsyncProfilerTraces,
  'thread-dump': readThreadDump,
  'thread-dump-json': readThreadDumpJson,
  hprof: readHprofText,
  flamebearer: readFlamebearer,
  pprof: readPprof,
  otlp: readOtlp,
  'otlp-json': readOtlpJson,
  jfr: readJfr,
}

const names = largeInputs.filter((name) => process.argv.includes(name))
if (names.length === 1) await measure(names[0]!)
else for (const one of names.length > 0 ? names : largeInputs) process.stdout.write(inOwnProcess(one))

function inOwnProcess(one: LargeInput): string {
  return execFileSync(process.execPath, [import.meta.filename, one], { encoding: 'utf8' })
}

async function measure(one: LargeInput): Promise<void> {
  let bytes = 0
  let makingMicros = 0
  const chunks = async function* () {
    const encoder = new TextEncoder()
    const generator: Iterator<string | Uint8Array> = makeLargeInput(one, bytesWanted)
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
  await readers[one](chunks())
  const { user, system } = process.cpuUsage(before)
  const seconds = (user + system - makingMicros) / 1e6
  const megabytes = bytes / 1e6
  const peak = (process.resourceUsage().maxRSS / 1000).toFixed(0)
  console.log(
    `${one.padEnd(18)} ${megabytes.toFixed(0).padStart(6)} MB ${(megabytes / seconds).toFixed(0).padStart(6)} MB/s ${peak.padStart(6)} MB of memory at most`,
  )
}
