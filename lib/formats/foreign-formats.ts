/** Files that people have and that are not read: how each is recognised, and the way out. Tried in this order. */
import { readableFormats } from '../profile/model/format-ids.ts'
import { type ForeignFormat, recordJvm, recordPerf, type Refusal, row, runPerfScript } from './foreign/foreign-row.ts'
import { systemTools } from './foreign/system-tools.ts'
import type { FileStart } from './reading/file-start.ts'

export type { Refusal }

/** The way out where nothing better is known. */
export const anyReadable = `Import a recording that a profiler wrote, packed with gzip or not: ${readableFormats} (docs/formats.md).`

/** JSON whose beginning does not tell whose it is. */
export const unknownJson: Refusal = {
  hint: 'it is JSON, but of none of the profilers that Hearth can read',
  remedy: anyReadable,
}

const unpackFirst = 'Unpack it first.'
const fold = (tool: string) => `Fold it with \`${tool} FILE\` and import the result.`
const foldStackprof = fold('stackprof --stackcollapse')
const toProto = 'Convert it with `pprof -proto BINARY FILE` and import the result.'
const recordCpu = 'Record with `node --cpu-prof` and import the .cpuprofile.'
const exportInstruments =
  'Export the time profile with `xcrun xctrace export`, fold it with `inferno-collapse-xctrace` and import the result.'
const foldSimpleperf = 'Record with simpleperf, fold with its `stackcollapse.py` (Android NDK) and import the result.'
const importItsRecording = 'Import the recording that it was made of.'

const collapseIt = 'Record with `asprof -o collapsed`, or -f FILE.jfr, and import that.'
const importJfr = 'Import the .jfr itself.'

const zip = 'PK\x03\x04'

const foreignFormats: readonly ForeignFormat[] = [
  row('\x1f\x8b', 'it is compressed with gzip, twice', unpackFirst),
  row(/^BZh\d1AY/, 'it is compressed with bzip2', unpackFirst),
  row('\xfd7zXZ', 'it is compressed with xz', unpackFirst),
  row('\x28\xb5\x2f\xfd', 'it is compressed with zstd', unpackFirst),
  row(
    (text) => text.startsWith(zip) && text.includes('.trace/'),
    'it is a recording of Instruments in a zip archive',
    exportInstruments,
  ),
  row(zip, 'it is a zip archive', unpackFirst),
  row('\xdc\xdfJSLB', 'it is of the Firefox Profiler in its binary form', 'Save the profile as JSON there.'),
  ...systemTools,
  row('PERFILE2', 'it is a perf.data file', 'Run `perf script` and import its text.'),
  row(
    /^(?:#[^\n]*\n|\r?\n)*(?:# (?:Samples: \S+ +of event|(?:Children +)?(?:Self|Overhead) +)| *\d{1,3}\.\d\d% +\S)/,
    'it is text of perf report, which has no samples',
    runPerfScript,
  ),
  row(/^\s*Percent *\|\s*Source code & Disassembly of /, 'it is text of perf annotate', runPerfScript),
  row(/^\{\s*"linux-perf-json-version"/, 'it is JSON of `perf data convert`', runPerfScript),
  row(/^\{"type": ?"(attached_probes|map|time|printf)"/, 'it is JSON of bpftrace', 'Run bpftrace without `-f json`.'),
  row('SIMPLEPERF', 'it is a recording of simpleperf', foldSimpleperf),
  row(/^(Cmdline: [^\n]*simpleperf |record sample: type 9\b)/, 'it is text of simpleperf', foldSimpleperf),
  row(/^SLOW.\0|^\*version\n\d/, 'it is a method trace of Android (ART)', foldSimpleperf),
  row(isLegacyPprof, 'it is a legacy CPU profile of pprof', toProto),
  row(
    /^(heap profile: |--- (contentionz?|heapz|growthz|threadz|mutex)\b|\w+ profile: total \d)/,
    'it is a legacy text profile of pprof',
    toProto,
  ),
  row(/^PeriodType: /, 'it is a text dump of a pprof profile', toProto),
  row(
    /^((File|Build ID|Type|Time|Duration): [^\n]*\n)*(Showing nodes accounting for|-{10}\+-{10})/,
    'it is a report of pprof',
    toProto,
  ),
  row(
    (text) =>
      /^(Profiling for \d+ seconds\r?\n|Done\r?\n)*(--- Execution profile ---|\s*\w+ +percent +samples +top)\r?\n/.test(
        text,
      ) && !/^--- \d+ \S+ \(/m.test(text),
    'it is text of async-profiler without stacks (`flat`)',
    collapseIt,
  ),
  row(/^\s*<!doctype html>[^]*<ul class="tree"/i, 'it is a call tree of async-profiler', collapseIt),
  row(
    /^JAVA PROFILE 1\.0\.\d\0/,
    'it is a heap dump of a JVM, which has no CPU samples',
    'Open it in Eclipse MAT or VisualVM.',
  ),
  row(/^\s*num +#instances +#bytes +class name/, 'it is a class histogram of a JVM, which has no stacks', recordJvm),
  row(
    /^[\w$]+(\.[\w$]+)+ \{\r?\n +\w+ = |^\{\s*"recording"\s*:\s*\{\s*"events"|^<\?xml[^>]*>\s*<recording\b/,
    'it is text of `jfr print`',
    importJfr,
  ),
  row(/^\s*Version: \d+\.\d+\r?\n\s*Chunks: \d+\r?\n/, 'it is text of `jfr summary`', importJfr),
  row(/^(@Name\("[\w.$]+"\)|class boolean \{)\r?\n/, 'it is text of `jfr metadata`', importJfr),
  row(
    /^\s*(No events found for '|\n {3,}[A-Z][^\n]*\n( *-+ *\r?\n\s*\n|(\s*\n)?[^\n]+\n-{3,}( -{3,})* *\r?\n)|\n[A-Z][\w ]*\r?\n-{3,}\r?\n)/,
    'it is text of `jfr view`',
    importJfr,
  ),
  row(/^(0SECTION +TITLE|NULL +-{3,})/, 'it is a javacore of OpenJ9', recordJvm),
  row(/^\[[^\n]*\]\[(trace|debug|info|warning|error) *\]\[[\w, ]+\]/, 'it is a log of a JVM', recordJvm),
  row(
    /^( {2}S0 +S1 +E +O |\d+:\r?\n\s*\n?Native Memory Tracking:)|^(\d{4}-[\dT:.+-]+: )?\d+\.\d+: \[(Full )?GC /,
    'it is text of jstat, jcmd or a log of the collector, which has no stacks',
    recordJvm,
  ),
  row(
    /^(YourKit Java Profiler|"Name","(Total Time|Time \(ms\)))/,
    'it is a snapshot or a table of YourKit or VisualVM',
    recordJvm,
  ),
  row('nBpRoFiLeR', 'it is a snapshot of VisualVM or NetBeans', recordJvm),
  row('Nettrace', 'it is a recording of .NET', 'Convert it with `dotnet-trace convert --format speedscope FILE`.'),
  row(
    /^heap_v2\/\d+\n/,
    'it is a heap profile of jemalloc',
    'Fold it with `jeprof --collapsed BINARY FILE` and import the result.',
  ),
  row(/^\s*Performance counter stats for /, 'it is text of perf stat, which has no stacks', recordPerf),
  row(
    /^(Thread \d+ \(Thread 0x|#0 +0x[0-9a-f]+ in |PID \d+ - process\r?\n|Process \d+: .*\r?\nPython v|goroutine \d+ \[)/,
    'it shows the stacks of one moment, in the form of gdb, eu-stack, py-spy or Go',
    recordPerf,
  ),
  row(
    /^\[\d\d:\d\d:\d\d\] Top \d+ stacks with outstanding allocations/,
    'it is output of memleak of bcc, which prints what is in use again and again',
    'Record with `mallocstacks` or with async-profiler (event nativemem) and import that.',
  ),
  row(/^(strict )?(di)?graph [^;\n]*\{\n/, 'it is a graph of Graphviz', importItsRecording),
  row(
    /^(# callgrind format|(version: \d+\n)?creator: )/,
    'it is a profile of callgrind, which has no stacks',
    recordPerf,
  ),
  row(
    /^(desc: [^\n]*\n)+cmd: /,
    'it is a file of Valgrind (cachegrind, massif), which has no stacks of time',
    recordPerf,
  ),
  row(/^CPU +ID +FUNCTION:NAME|^ +\S+`\S+$/m, 'it is output of DTrace', fold('inferno-collapse-dtrace')),
  row(
    /^(Sampling process \d+ [^\n]*\n([^\n]+\n)?)?Analysis of sampling .* \(pid \d+\)/,
    'it is output of `sample` of macOS',
    fold('inferno-collapse-sample'),
  ),
  row(/^(war:[^\n]*\n)*Function Stack,/, 'it is a report of VTune', fold('inferno-collapse-vtune')),
  row(
    /^(\xef\xbb\xbf)?Level,Function Name,Number of Calls/,
    'it is a report of Visual Studio',
    fold('inferno-collapse-vsprof'),
  ),
  row(/^[^\n]*Time and Allocation Profiling Report/, 'it is a profile of GHC', fold('inferno-collapse-ghcprof')),
  row(/^@ \S+ \[\d+ samples\]/, 'it is output of pmcstat', fold('stackcollapse-pmc.pl')),
  row(/^<\?xml[^>]*>\s*<trace-(query-result|toc)/, 'it is an export of xctrace', fold('inferno-collapse-xctrace')),
  row(/^[^\t\n]+\t[^\n]*\tSymbol Names?\r?\n/, 'it is a copy of a table of Instruments', exportInstruments),
  row(/^v8-version,|^\{\s*"code"\s*:\s*\[\{"name"[^}]*"type"/, 'it is a log of V8', recordCpu),
  row(
    /^\{\s*("head"[^]*"selfSize"\s*:|"samples"\s*:\s*\[\{"size")/,
    'it is a heap sampling profile of V8, which has no CPU samples',
    recordCpu,
  ),
  row(/^\{\s*"snapshot"\s*:\s*\{\s*"meta"/, 'it is a heap snapshot of V8', recordCpu),
  row(/^\{[^]*"gc_samples"\s*:/, 'it is a profile of stackprof', foldStackprof),
  row(
    (text) => text.startsWith('\x04\x08{') && text.includes('gc_samples'),
    'it is a profile of stackprof, as Ruby dumps it',
    foldStackprof,
  ),
  row(
    /^"level","value","self","label"|^"Symbol","Self","Total"/,
    'it is a table of Grafana as CSV',
    'Export the flame graph there as pprof or JSON.',
  ),
  row(/^\{\s*"dhatFileVersion"/, 'it is a heap profile of DHAT', recordPerf),
  row(
    /^\{[^{]*"recording"\s*:\s*\{\s*"displayName"/,
    'it is a timeline of Safari',
    'Record the page in Chrome or Firefox.',
  ),
  row(/^(<\?xml[^]*)?<svg|^<!DOCTYPE svg/, 'it is a drawing', importItsRecording),
  row(/^<\?xml/, 'it is XML of no profiler that Hearth knows', anyReadable),
  row(
    /^\s*<!doctype html>(?=[^]*async-profiler)[^]*heat ?map/i,
    'it is a heat map of async-profiler',
    'Import its recording (.jfr).',
  ),
  row(/^<!doctype/i, 'it is a web page, but none that Hearth or async-profiler wrote', importItsRecording),
]

/** Null when it is none of them. */
export function findForeignFormat({ text }: Pick<FileStart, 'text'>): Refusal | null {
  const found = foreignFormats.find(({ sign }) => {
    if (typeof sign === 'string') return text.startsWith(sign)
    return sign instanceof RegExp ? sign.test(text) : sign(text)
  })
  return found === undefined ? null : { hint: found.hint, remedy: found.remedy }
}

/** Numbers of 4 or 8 bytes: 0, 3, the version 0 or 1, the period, 0. */
function isLegacyPprof(text: string): boolean {
  return [4, 8].some((size) => {
    const number = (index: number): number => {
      const bytes = text.slice(index * size, (index + 1) * size)
      return bytes.length === size && /^\0*$/.test(bytes.slice(1)) ? bytes.charCodeAt(0) : Number.NaN
    }
    return number(0) === 0 && number(1) === 3 && number(2) <= 1 && number(4) === 0
  })
}
