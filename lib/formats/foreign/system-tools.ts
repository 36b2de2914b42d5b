/** What tools of Linux, of compilers and of scripting languages print or record and Hearth does not read. Tried in this order. */
import { isBpftraceText } from '../bpf/detect-bpf.ts'
import { ProtobufReader } from '../protobuf/protobuf-reader.ts'
import { recordPerf, row, runPerfScript } from './foreign-row.ts'

const fold = (tool: string) => `Fold it with \`${tool}\` and import the result.`
const countStacks = 'Have the script count stacks, `@[ustack, kstack, comm] = count()`, and import what it prints.'
/** A ruler of a report, and the blank lines before it. */
const ruler = String.raw`^\s*-{20,}\r?\n`

export const systemTools = [
  row('SQLite format 3\0', 'it is a database of SQLite, as Nsight Systems and others have them', recordPerf),
  row('\xc1\x1f\xfc\xc1', 'it is a trace in the Common Trace Format (LTTng)', recordPerf),
  row('\x17\x08\x44tracing', 'it is a trace.dat of trace-cmd, which has no samples of stacks', recordPerf),
  row('gmon\x01\0\0\0', 'it is a gmon.out of gprof, which has no stacks', recordPerf),
  row(
    /^go 1\.\d+ trace\0/,
    'it is an execution trace of Go',
    'Fold it with `go tool trace -pprof=sched FILE`, or record a CPU profile.',
  ),
  row(
    isPerfettoTrace,
    'it is a trace of Perfetto',
    'Fold its samples with `traceconv profile FILE` and import the pprof files that it writes.',
  ),
  row(
    /^packet \{\r?\n/,
    'it is a trace of Perfetto as text',
    'Fold its samples with `traceconv profile FILE` and import the pprof files that it writes.',
  ),
  // perf
  row(
    /^\s*(\?|\d+\.\d+) \( *(\d+\.\d+ ms)? *\): |^\s*Summary of events:\r?\n/,
    'it is text of perf trace, which has system calls and no samples',
    recordPerf,
  ),
  row(/^# Event '[^'\n]+'\r?\n(#[^\n]*\n)*# Baseline /, 'it is text of perf diff, which has no samples', runPerfScript),
  row(/^Samples: [^\n]* of event '[^\n]*\n[^\n]*\r?\n\s*Percent/, 'it is text of perf annotate', runPerfScript),
  row(
    /^# +time +(core +cpus +|cpu +)?counts unit events|^\d+(\.\d+)?,[\w/]*,[\w:.-]+,\d+,\d+\.\d+,/,
    'it is text of perf stat, which has no stacks',
    recordPerf,
  ),
  row(
    /^\s*-{20,}\r?\n\s*Task +\| +Runtime ms|^ +time +cpu +task name|^ +\*[A-Z.]\d? +\d+\.\d+ secs |^=+\r?\n +Trace Event Information\r?\n/,
    'it is a report of perf (sched, c2c), which has no stacks',
    runPerfScript,
  ),
  // The kernel's own tracing
  row(
    /^# tracer: |^(version = \d+\r?\n)?(CPU \d+ is empty\r?\n)*cpus=\d+\r?\n|^ *\S.*-\d+ +\[\d{3}\] [.\w]{4,5} +\d+\.\d+: /,
    'it is text of ftrace or trace-cmd, which has events and no samples',
    recordPerf,
  ),
  row(/^ ?\d+\) +[\d.]+ us +\| /, 'it is text of ftrace, which has calls and no samples', recordPerf),
  row(/^% time +seconds +usecs\/call /, 'it is a summary of strace or ltrace, which has no stacks', recordPerf),
  row(
    /^(strace: Process |((\[pid +)?\d+\]? +)?([\d:.]+ )?(\w+\(.*(\) += |<unfinished \.\.\.>)|<\.\.\. \w+ resumed>))/,
    'it is text of strace, which has system calls and no samples',
    recordPerf,
  ),
  row(
    /^(CPU: [^\n]*, speed [\d.e+]+ MHz|(Counted \w+ events|Profiling through timer interrupt)|samples +% {2})/,
    'it is a report of OProfile',
    recordPerf,
  ),
  // Histograms and counters
  row(areMapsWithoutStacks, 'it is output of bpftrace without stacks: histograms or counters', countStacks),
  row(
    /^[^\n]* : count +distribution\r?\n/m,
    'it is a histogram of a tool of bcc, which has no stacks',
    'Record stacks with `profile -f` or `offcputime -f` and import that.',
  ),
  // Compilers and Valgrind
  row(
    /^(Flat profile:|\s*Call graph( \(explanation follows\))?|Each sample counts as [\d.]+ seconds\.)\r?\n/,
    'it is a report of gprof, which has no stacks',
    recordPerf,
  ),
  row(
    new RegExp(`${ruler}(Command: |-- (Metadata|Cachegrind profile)|I1 cache: |Profile data file )|^==\\d+== `),
    'it is text of Valgrind, which has no stacks of time',
    recordPerf,
  ),
  row(
    /^(v [0-9a-f]+ \d+\r?\n[xX] |reading file "heaptrack\.)/,
    'it is a recording or report of heaptrack',
    'Fold it with `heaptrack_print --print-flamegraph OUT FILE` and import OUT.',
  ),
  row(
    /^Total: \d[\d.]* (samples|MB|\w+)\r?\n\s*[\d.]+ +[\d.]+% |^Showing (top )?\d+ nodes/,
    'it is a report of pprof',
    'Convert the recording with `pprof -proto` and import the result.',
  ),
  // Scripting languages
  row(
    /^(Collecting samples from '|Total Samples \d+\r?\n)/,
    'it is a screen of py-spy top, which has no stacks',
    'Record with `py-spy record -f raw` or `-f speedscope` and import that.',
  ),
  row(/^rbspy\d\d\n/, 'it is a raw recording of rbspy', fold('rbspy report -f collapsed -i FILE -o OUT')),
  row(
    /^% self +% total +name\r?\n/,
    'it is a summary of rbspy, which has no stacks',
    'Record with `rbspy record --format collapsed` and import that.',
  ),
  row(
    (text) => text.startsWith('MOJ') && text.charCodeAt(3) < 32,
    'it is a recording of Austin in its binary form (MOJO)',
    fold('mojo2austin FILE OUT'),
  ),
  row(
    /^# austin: [^\n]*\n(# [^\n]*\n)*# mode: full|^P\d+;T[^\n]* \d+,[01],-?\d+\r?\n/m,
    'it is text of Austin with time and memory in each line',
    'Record one of them with `austin` or `austin -m`, or convert it with `austin2speedscope`.',
  ),
  row('memray\0', 'it is a recording of Memray', 'Record time with `py-spy record -f speedscope` and import that.'),
  row(
    /^\s+\d+ function calls [^\n]*in [\d.]+ seconds\r?\n/,
    'it is a report of cProfile, which has no stacks',
    'Record with `py-spy record -f speedscope` and import that.',
  ),
  row(
    (text) => text.startsWith('{\xa9\x03') || text.startsWith('{)\x03') || text.startsWith('{"alloc_samples":'),
    'it is a profile of cProfile or Scalene, which has no stacks',
    'Record with `py-spy record -f speedscope` and import that.',
  ),
  row(
    /^Statistical profiling result from .*\.log, \(\d+ ticks/,
    'it is a report of `node --prof-process`, which has no stacks',
    'Record with `node --cpu-prof` and import the .cpuprofile.',
  ),
  row(
    /^Timestamp,Provider,Counter Name,/,
    'it is a table of dotnet-counters, which has no stacks',
    'Record with `dotnet-trace collect --format speedscope` and import that.',
  ),
  row(
    /^(procs -+memory-+|top - \d\d:|Linux \d[^\n]*\(\d+ CPU\)\r?\n)/,
    'it is text of vmstat, top or sysstat, which has no stacks',
    recordPerf,
  ),
]

/** Half of the lines or more are values of maps or rows of their histograms, and no key holds a stack. */
function areMapsWithoutStacks(text: string): boolean {
  const lines = text.split('\n', 2000).filter((line) => line.trim() !== '')
  const values = lines.filter((line) => /^@\w*(\[.*\])?: ?(\S|\s*$)|^[[(][^|]*[\])] +\d+ \|/.test(line))
  return values.length > 0 && values.length * 2 >= lines.length && isBpftraceText(lines) === 'no'
}

/**
 * Packets of a trace: nothing but the field 1, whose messages have a sequence (10), a process (79), a clock (58) or a time (8), which no
 * message of pprof or OTLP has there.
 *
 * Source: protos/perfetto/trace/trace_packet.proto of Perfetto.
 */
function isPerfettoTrace(text: string): boolean {
  // A letter of text may pass for a length, and what follows for fields.
  if (!text.startsWith('\n') || !Array.from(text.slice(0, 4096)).some((one) => one < '\t')) return false
  const bytes = Uint8Array.from(text.slice(0, 4096), (one) => one.charCodeAt(0))
  try {
    const packets = new ProtobufReader(bytes, 0, Infinity)
    for (let packet = packets.next(); packet > 0; packet = packets.next()) {
      if (packet !== 1 || !packets.isDelimited) return false
      const fields = packets.message()
      for (let field = fields.next(); field > 0; field = fields.next()) {
        if ((field === 8 || field === 10 || field === 58 || field === 79) && !fields.isDelimited) return true
        fields.skip()
      }
    }
  } catch {
    return false
  }
  return false
}
