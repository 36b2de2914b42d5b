/**
 * Files of JVMs and of tools for JVMs that Hearth does not read. The rows are tried in this order, and the first one
 * that fits counts. A sign is matched with the first 64 KiB, one character a byte, without blank lines at their start
 * (`ForeignFormat.sign`).
 */
import { recordJvm, recordPerf, row } from './foreign-row.ts'

const collapseIt = 'Record with `asprof -o collapsed` or `-f FILE.jfr`, and import that.'
const importJfr = 'Import the .jfr itself.'
const openHeapDump = 'Open it in Eclipse MAT or VisualVM.'

export const jvmTools = [
  // async-profiler
  // Text with traces is read, except that of version 1.0, which the next row refuses.
  row(
    (text) =>
      /^(Profiling for \d+ seconds\n|Started \[[^\n]*\] profiling\n|Done\n)*(--- Execution profile --- *|\s*\w+ +percent +samples +top)\n/.test(
        text,
      ) && !/^--- \d+ \S+ \(|^Samples: \d+ \(/m.test(text),
    'it is text of async-profiler without stacks (`flat`)',
    collapseIt,
  ),
  row(
    /^--- Execution profile --- *\n[^]*^Samples: \d+ \(/m,
    'it is text of async-profiler 1.0',
    'Record with async-profiler 2 or later, `-o traces`, `-o collapsed` or `-f FILE.jfr`, and import that.',
  ),
  row(/^\s*<!doctype html>[^]*<ul class="tree"/i, 'it is a call tree of async-profiler', collapseIt),
  // Dumps
  row(/^JAVA PROFILE 1\.0\.\d\0/, 'it is a heap dump of a JVM, which has no CPU samples', openHeapDump),
  row('\0\x12portable heap dump', 'it is a heap dump of OpenJ9 (PHD), which has no CPU samples', openHeapDump),
  row(
    /^(\d+:\n)?\s*num +#instances +#bytes +class name/,
    'it is a class histogram of a JVM, which has no stacks',
    recordJvm,
  ),
  // `web-1  | Full thread dump OpenJDK`, `web-1  | "main" #1 prio=5 tid=0x...`. It is tried at each line (`m`), and
  // the limits bound what a try costs.
  row(
    /^\S[^\n]{0,200}?(\| +|\] +|std(out|err) F )(Full thread dump |"[^"\n]{1,200}" #\d+ [^\n]{0,200}tid=0x)/m,
    'it is a log with a prefix before each line of a thread dump',
    'Take the prefixes away, or use `docker logs` or `kubectl logs` of one container, or jstack, and import that.',
  ),
  row(/^={3,} FULL THREAD DUMP /, 'it is a thread dump of JRockit', recordJvm),
  row(
    /^-{3,} \d+ -{3,}\n0x[0-9a-f]+\t/m,
    'it is a mixed thread dump (`jstack -m`)',
    'Import the text of `jstack` without `-m`.',
  ),
  row(/^(0SECTION +TITLE|NULL +-{3,})/, 'it is a javacore of OpenJ9', recordJvm),
  row(
    /^(#[^\n]*\n)*# A fatal error has been detected by the Java Runtime/,
    'it is the log of a JVM that crashed',
    recordJvm,
  ),
  row(
    /^Attaching to process ID \d[^]*\nHeap Configuration:\n|^\d+:\n\s*(Native Memory Tracking:|[\w-][\w -]* total (reserved )?\d)/,
    'it is text of jmap or jcmd, which has no stacks',
    recordJvm,
  ),
  // `0x00007f3c1c000000 0x0000000000000040 Interpreter` of HotSpot, without 0x or in capitals of other runtimes. Five
  // lines must fit, since one alone may be of another tool.
  row(
    /^((0x)?[0-9a-f]{6,16} (0x)?[0-9a-f]{1,16} \S[^\n]*\n){5}/i,
    'it is a symbol map (perf-PID.map), which has no samples',
    'Import the text of `perf script`. It finds the names only where the map is in /tmp, as on the machine that recorded.',
  ),
  // Old profilers
  row(
    /^Flat profile of [\d.,]+ secs \(\d+ total ticks\)/,
    'it is a profile of `java -Xprof`, which has no stacks',
    recordJvm,
  ),
  row(/^count callee caller time\n/, 'it is a profile of `java -prof`, which has no stacks', recordJvm),
  row(
    /^(Printing Profile for [^\n]*\n)?\s*(Flat|Tree) Profile\b[^\n]*:\n\s*\(t +[\d.]+,s +[\d.]+\) /,
    'it is a report of Honest Profiler',
    recordJvm,
  ),
  // A native image has no JVM to record.
  row(/^\{\s*"version"\s*:\s*"[\d.]+",\s*"types"\s*:\s*\[/, 'it is a profile for native-image (.iprof)', recordPerf),
  // JFR, logs and other tools
  row(
    /^[\w$]+(\.[\w$]+)+ \{\n +\w+ = |^\{\s*"recording"\s*:\s*\{\s*"events"|^<\?xml[^>]*>\s*<recording\b/,
    'it is text of `jfr print`',
    importJfr,
  ),
  row(/^\s*Version: \d+\.\d+\n\s*Chunks: \d+\n/, 'it is text of `jfr summary`', importJfr),
  row(/^(@Name\("[\w.$]+"\)|class boolean \{)\n/, 'it is text of `jfr metadata`', importJfr),
  // A title over columns or over a form: `Method  Samples`, `PID: 4012`.
  row(
    /^(No events found for '| {3,}[A-Z][^\n]*\n( *-+ *\n\s*\n|(\s*\n)?[^\n]+\n-{3,}( -{3,})* *\n)|[A-Z][\w ]*\n-{3,}\n\s*[A-Z][\w ()/-]{0,60}: \S)/,
    'it is text of `jfr view`',
    importJfr,
  ),
  row(/^\[[^\n]*\]\[(trace|debug|info|warning|error) *\]\[[\w, ]+\]/, 'it is a log of a JVM', recordJvm),
  row(
    /^( {2}S0 +S1 +E +O )|^(\d{4}-[\dT:.+-]+: )?\d+\.\d+: \[(Full )?GC /,
    'it is text of jstat or a log of the garbage collector, which has no stacks',
    recordJvm,
  ),
  row(
    /^(# JMH version: |Secondary result ")/,
    'it is output of JMH',
    'Run it with `-prof async:output=jfr` and import the .jfr.',
  ),
  row(
    /^(YourKit Java Profiler|"(Name|Method)","(Total Time|Time \(ms\)))/,
    'it is a snapshot or a table of YourKit or VisualVM',
    recordJvm,
  ),
  row('nBpRoFiLeR', 'it is a snapshot of VisualVM or NetBeans', recordJvm),
  row(/^-{20,}\nSampling Histogram\. /, 'it is a histogram of the CPU sampler of GraalVM', recordJvm),
]
