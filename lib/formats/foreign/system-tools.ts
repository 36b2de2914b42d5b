/**
 * Files of tools of Linux and of compilers that Hearth does not read. The rows are tried in this order, and the first
 * one that fits counts. A sign is matched with the first 64 KiB, one character a byte, without blank lines at their
 * start (`ForeignFormat.sign`).
 */
import { detectBpftraceText } from '../bpf/detect-bpf.ts'
import { fold, recordPerf, row, runPerfScript } from './foreign-row.ts'

const countStacks = 'Have the script count stacks, `@[ustack, kstack, comm] = count()`, and import what it prints.'
/** A ruler of a report, and the blank lines before it. */
const ruler = String.raw`^\s*-{20,}\n`

export const systemTools = [
  row('SQLite format 3\0', 'it is a database of SQLite, as Nsight Systems and others write', recordPerf),
  row(
    // The magic numbers of packets (0xC1FC1FC1) and of metadata (0x75D11D57), each in both byte orders.
    (text) =>
      ['\xc1\x1f\xfc\xc1', '\xc1\xfc\x1f\xc1', '\x57\x1d\xd1\x75', '\x75\xd1\x1d\x57'].some((start) =>
        text.startsWith(start),
      ) || /^(\/\* CTF \d|\[\d\d:\d\d:\d\d\.\d{9}\] \(\+)/.test(text),
    'it is a trace in the Common Trace Format (LTTng), or its text',
    recordPerf,
  ),
  row('\x17\x08\x44tracing', 'it is a trace.dat of trace-cmd, which has no samples of stacks', recordPerf),
  row('gmon\x01\0\0\0', 'it is a gmon.out of gprof, which has no stacks', recordPerf),
  row(
    /^ 0x[0-9a-f]+ : \S+\+0x[0-9a-f]+\/0x[0-9a-f]+ \[/,
    'it is output of SystemTap',
    fold('stackcollapse-stap.pl FILE'),
  ),
  row(
    /^Thread \d+ \((Thread 0x|LWP )|^#0 [^\n]+\n#1 /m,
    'it shows the stacks of one moment, in the form of gdb or eu-stack',
    recordPerf,
  ),
  row(
    /^(PID \d+ - process\n|Process \d+: .*\nPython v|goroutine \d+ \[|\* thread #\d+|\d+:\t[^\n]*\n-+ +lwp# |\[<[0-9a-f]+>\] \S+\+0x|Thread \(0x[0-9A-Fa-f]+\):\n|\[\s*\{\s*"pid": ?\d+,\s*"thread_id")/,
    'it shows the stacks of one moment, in the form of eu-stack, lldb, pstack, py-spy, dotnet-stack or Go',
    recordPerf,
  ),
  // perf
  row(
    /(?:^|\n)# Samples: \S+ +of event|^(#[^\n]*\n)*(Samples: \S+ +of event[^\n]*\n +(Children|Self|Overhead) |# (Children[ ,]+)?(Self|Overhead)[ ,]|[-+ ]*\d{1,3}\.\d\d%[ ,]+\S)/,
    'it is text of perf report, which has no samples',
    runPerfScript,
  ),
  row(/^ *PerfTop: /, 'it is text of perf top, which has no samples', recordPerf),
  row(/^0x[0-9a-f]+@\S+ \[0x[0-9a-f]+\]: event: \d+/, 'it is a dump of perf.data (`perf script -D`)', runPerfScript),
  row(
    /^ *\S.* \d+\.\d+: +(\d+ +)?branches[:\w]*: +[0-9a-f]+ .* => /,
    'it lists branches of a processor’s trace, which have no stacks',
    'Make samples of them with `perf script --itrace=i100usg` and import its text.',
  ),
  row(
    /^\s*(\?|\d+\.\d+) \( *(\d+\.\d+ ms *)?\): |^\s*Summary of events:\n/,
    'it is text of perf trace, which has system calls and no samples',
    recordPerf,
  ),
  row(/^# Event '[^'\n]+'\n(#[^\n]*\n)*# Baseline /, 'it is text of perf diff, which has no samples', runPerfScript),
  row(/^Samples: [^\n]* of event '[^\n]*\n[^\n]*\n\s*Percent/, 'it is text of perf annotate', runPerfScript),
  row(
    /^\s*Performance counter (stats for |statistics:)|^# +time +(core +cpus +|cpu +)?counts unit events|^\d+(\.\d+)?,[\w/]*,[\w:.-]+,\d+,\d+\.\d+,/,
    'it is text of perf stat, which has no stacks',
    recordPerf,
  ),
  row(
    /^\s*-{20,}\n\s*Task +\| +Runtime ms|^ +time +cpu +task name|^ +\*[A-Z.]\d? +\d+\.\d+ secs |^=+\n +Trace Event Information\n|^ *(contended +total wait|Name +acquired) /,
    'it is a report of perf (sched, c2c, lock), which has no stacks',
    runPerfScript,
  ),
  // The kernel's own tracing
  row(
    /^# tracer: |^(version = \d+\n)?(CPU \d+ is empty\n)*cpus=\d+\n|^ *\S.*-\d+ +\[\d{3}\] [.\w]{4,5} +\d+\.\d+: /,
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
  row(
    // Their head has a few lines.
    /^([^\n]*\n){0,6}?(FUNC|SYSCALL|EVENT|PROBE|CALLER) +COUNT *\n/,
    'it counts calls without their stacks, as funccount and syscount of bcc do',
    'Record stacks with `stackcount` or `profile` and import that.',
  ),
  row(
    /^(Attaching to [^\n]*\n)?\[\d\d:\d\d:\d\d\] Top \d+ stacks with outstanding allocations/,
    'it is output of memleak of bcc, which prints what is in use again and again',
    'Record with `mallocstacks` or with async-profiler (event nativemem) and import that.',
  ),
  row(
    /^(\[[\d:]{8}\]\n)?[^\n]+\n\s*COUNT +EVENT *\n/,
    'it counts values without stacks, as argdist of bcc does',
    'Record stacks with `stackcount` or `profile` and import that.',
  ),
  row(areMapsWithoutStacks, 'it is output of bpftrace without stacks: histograms or counters', countStacks),
  row(
    /^[^\n]* : count +distribution\n/m,
    'it is a histogram of a tool of bcc, which has no stacks',
    'Record stacks with `profile -f` or `offcputime -f` and import that.',
  ),
  // Compilers and Valgrind
  row(
    /^(# callgrind format|(version: \d+\n)?creator: |((positions|events): [^\n]*\n+)+(fl|fn|ob)=)/,
    'it is a profile of callgrind, which has no stacks',
    recordPerf,
  ),
  row(
    /^(desc: [^\n]*\n)*cmd: [^\n]*\n(events|time_unit): /,
    'it is a file of Valgrind (cachegrind, massif), which has no stacks of time',
    recordPerf,
  ),
  row(/^Functions sorted by metric: /, 'it is a report of gprofng, which has no stacks', recordPerf),
  row(
    /^(Flat profile:|\s*Call graph( \(explanation follows\))?|Each sample counts as [\d.]+ seconds\.)\n/,
    'it is a report of gprof, which has no stacks',
    recordPerf,
  ),
  row(
    new RegExp(`${ruler}(Command: |-- (Metadata|Cachegrind profile)|I1 cache: |Profile data file )|^==\\d+== `),
    'it is text of Valgrind, which has no stacks of time',
    recordPerf,
  ),
  row(
    /^(procs -+memory-+|top - \d\d:|Linux \d[^\n]*\(\d+ CPU\)\n)/,
    'it is text of vmstat, top or sysstat, which has no stacks',
    recordPerf,
  ),
]

/** Lines of a file that are read to tell whether it is a print of maps. */
const mostMapLines = 2000

/**
 * Whether at least half of the first lines that are not empty are values of maps or rows of their histograms, and no
 * key holds a stack.
 */
function areMapsWithoutStacks(text: string): boolean {
  const lines = text.split('\n', mostMapLines).filter((line) => line.trim() !== '')
  const values = lines.filter((line) => /^@\w*(\[.*\])?: ?(\S|\s*$)|^[[(][^|]*[\])] +\d+ \|/.test(line))
  return values.length > 0 && values.length * 2 >= lines.length && detectBpftraceText(lines) === 'no'
}
