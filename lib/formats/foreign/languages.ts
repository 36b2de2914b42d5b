/**
 * Files of profilers of programming languages other than Java that Hearth does not read. The rows are tried in this
 * order, and the first one that fits counts. A sign is matched with the first 64 KiB, one character a byte, without
 * blank lines at their start (`ForeignFormat.sign`).
 */
import { fold, recordPerf, row } from './foreign-row.ts'

const recordPySpy = 'Record with `py-spy record -f speedscope` and import that.'
const recordCpu = 'Record with `node --cpu-prof` and import the .cpuprofile.'
const collectSpeedscope = 'Record with `dotnet-trace collect --format speedscope` and import that.'
const foldStackprof = fold('stackprof --stackcollapse FILE')
const foldXhprof =
  'Record with Excimer (`getLog()->formatCollapsed()`) or phpspy, whose stacks are whole, and import that.'

export const languages = [
  // C, C++, Rust
  row(
    /^heap_v2\/\d+\n/,
    'it is a heap profile of jemalloc',
    'Fold it with `jeprof --collapsed BINARY FILE` and import the result.',
  ),
  row('___ Begin jemalloc statistics ___', 'it is statistics of jemalloc, which have no stacks', recordPerf),
  row(
    /^(v [0-9a-f]+ \d+\n[xX] |reading file "[^"\n]*heaptrack)/,
    'it is a recording or report of heaptrack',
    'Fold it with `heaptrack_print --print-flamegraph OUT FILE` and import OUT.',
  ),
  row(/^\{\s*"dhatFileVersion"/, 'it is a heap profile of DHAT', recordPerf),
  // Go
  row(
    /^go 1\.\d+ trace\0/,
    'it is an execution trace of Go',
    'Fold it with `go tool trace -pprof=sched FILE`, or record a CPU profile.',
  ),
  row(
    /^(=== RUN +|(goos: [^\n]*\n)?goarch: )/,
    'it is output of `go test`, which has no stacks',
    'Run it with `-cpuprofile FILE` and import that.',
  ),
  row(/^gc \d+ @[\d.]+s \d+%: /, 'it is a log of Go’s collector, which has no stacks', 'Record a CPU profile.'),
  // Haskell
  row(
    /^[^\n]*Time and Allocation Profiling Report|^JOB "[^\n]*\nDATE "|^hdrb|^\{\s*"program"\s*:[^]*"cost_centres"\s*:/,
    'it is a profile of GHC',
    'Record with `+RTS -p`, fold the .prof with `inferno-collapse-ghcprof` and import the result.',
  ),
  // JavaScript
  row(/^(v8-version|shared-library),|^\{\s*"code"\s*:\s*\[\{"name"[^}]*"type"/, 'it is a log of V8', recordCpu),
  row(
    /^\{\s*("profile"\s*:\s*\{\s*)?("head"[^]*"selfSize"\s*:|"samples"\s*:\s*\[\{"size")/,
    'it is a heap sampling profile of V8, which has no CPU samples',
    recordCpu,
  ),
  row(/^\{\s*"snapshot"\s*:\s*\{\s*"meta"/, 'it is a heap snapshot of V8', recordCpu),
  row(
    /^Statistical profiling result from .*\.log, \(\d+ ticks/,
    'it is a report of `node --prof-process`, which has no stacks',
    recordCpu,
  ),
  // .NET
  row('Nettrace', 'it is a recording of .NET', 'Convert it with `dotnet-trace convert --format speedscope FILE`.'),
  row('\x14\0\0\0!FastSerialization', 'it is a heap dump of .NET, which has no CPU samples', collectSpeedscope),
  row(
    /^(Timestamp,Provider,Counter Name,|Top \d+ Functions \()/,
    'it is a table of dotnet-counters or dotnet-trace, which has no stacks',
    collectSpeedscope,
  ),
  // PHP
  row(
    /^\{[^]{0,200}?"main\(\)"\s*:\s*\{\s*"(ct|wt)"|^a:\d+:\{s:\d+:"main\(\)/,
    'it is a profile of XHProf, which has callers and no stacks',
    foldXhprof,
  ),
  row('file-format: BlackfireProbe\n', 'it is a profile of Blackfire, which has callers and no stacks', foldXhprof),
  row(/^(\d+ \S+ \S+:-?\d+\n){2}/, 'it is output of phpspy', fold('stackcollapse-phpspy.pl FILE')),
  row(
    /^(Version: [^\n]*\nFile format: \d+\n)?TRACE START \[/,
    'it is a trace of Xdebug',
    fold('stackcollapse-xdebug.php FILE'),
  ),
  // Python
  row(
    /^(Collecting samples from '|Total Samples \d+\n)/,
    'it is a screen of py-spy top, which has no stacks',
    recordPySpy,
  ),
  row(
    (text) => text.startsWith('MOJ') && text.charCodeAt(3) < 32,
    'it is a recording of Austin in its binary form (MOJO)',
    fold('mojo2austin FILE OUT'),
  ),
  row(
    /^# austin: [^\n]*\n(# [^\n]*\n)*# mode: full|^P\d+;T[^\n]* \d+,[01],-?\d+$/m,
    'it is text of Austin with time and memory in each line',
    'Record one of them with `austin` or `austin -m`, or convert it with `austin2speedscope`.',
  ),
  row(
    /^(memray\0|allocator,num_allocations,size,)/,
    'it is a recording or table of Memray',
    'Record time with `py-spy record -f speedscope` and import that.',
  ),
  row(
    (text) =>
      ['{)\x03', '{\xa9\x03', '\xfb)\x03', '\xfb\xa9\x03'].some((start) => text.startsWith(start)) ||
      /^(\s+\d+ function calls [^\n]*in [\d.]+ seconds\n|\{\s*"alloc_samples"\s*:|Timer unit: )/.test(text),
    'it is a profile of cProfile, Scalene or line_profiler, which has no stacks',
    recordPySpy,
  ),
  row(
    /^\{[^{]*"sample_count"\s*:[^]*"(root_frame|frame_tree)"\s*:|^\{\s*"session"\s*:[^]*"frame_tree"\s*:|^ *_ +\._ +__\/__/,
    'it is a profile of pyinstrument',
    'Render it with `pyinstrument -r speedscope` and import the result.',
  ),
  // Ruby
  row(
    (text) => /^\{[^]*"gc_samples"\s*:/.test(text) || (text.startsWith('\x04\x08{') && text.includes('gc_samples')),
    'it is a profile of stackprof',
    foldStackprof,
  ),
  row(/^=+\n +Mode: \w+\(\d/, 'it is a report of stackprof, which has no stacks', foldStackprof),
  row(
    /^Measure Mode: /,
    'it is a report of ruby-prof, which has no stacks',
    'Record with `rbspy record --format collapsed` and import that.',
  ),
  row(/^rbspy\d\d\n/, 'it is a raw recording of rbspy', fold('rbspy report -f collapsed -i FILE -o OUT')),
  row(
    /^% self +% total +name\n/,
    'it is a summary of rbspy, which has no stacks',
    'Record with `rbspy record --format collapsed` and import that.',
  ),
  // Erlang
  row(
    /^(%% Analysis results:|\*{6} Process )/,
    'it is a report of fprof or eprof, which has no stacks',
    'Record with eflame and import its stacks, counted with `sort FILE | uniq -c`.',
  ),
]
