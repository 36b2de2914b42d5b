import { describe, expect, it } from 'vitest'
import { readableFormats } from '../profile/model/format-ids.ts'
import { textVariants } from '../testing/formats/text-variants.ts'
import { detectFormat } from './detect.ts'

const refusalOf = (text: string) => {
  const found = detectFormat(Buffer.from(text, 'latin1'))
  return found.format === null ? `${found.refusal.hint}. ${found.refusal.remedy}` : found.format
}
const integers = (...values: readonly number[]) => values.map((value) => `${String.fromCharCode(value)}\0\0\0`).join('')

describe('a text of no profiler is not taken for output of one', () => {
  it.each([
    [
      'a manual with commands in backticks',
      '# Shop\n\n- start it:\n\n    npm start `port`\n  `stop` ends it\n\n  12\n',
    ],
    ['a sentence that wraps in a command', 'Docs:\n  call it by `shop\n  run` now\n'],
    ['a title that is underlined', 'Frequently Asked Questions\n--------------------------\n\nWhy a shop?\n'],
  ])('%s', (_, text) => {
    expect(refusalOf(text)).toMatch(/^its lines are neither samples of `perf script` nor folded stacks/)
  })
})

it('takes a frame whose name begins as another kind of file does for a frame', () => {
  for (const name of ['MZoo', 'GIF8x', '%PDF-writer']) expect(refusalOf(`${name};bar;baz 5\n`)).toBe('folded')
})

describe('a line made to hold a pattern is answered at once', () => {
  const blanks = ' '.repeat(60)
  it.each([
    ['a report of pprof', `Active filters:\n${`${blanks}x\n`.repeat(5)}nope\n`],
    ['a total of pprof', `Total: ${'1'.repeat(50_000)}!\n`],
    ['jcmd', `1:\n${blanks.repeat(1000)}!\n`],
    ['a stack of gdb', `#0 ${blanks.repeat(1000)}\n`],
    ['perf trace', `1.0 (${blanks.repeat(1000)}!\n`],
    ['perf script', `${blanks.repeat(1000)}!\n`],
    ['a thread dump', `"x" #1\n   at ${'a.'.repeat(30_000)}!\n`],
    ['folded stacks with a count before', `  12 ${';'.repeat(60_000)}\u2028\n`],
  ])('%s', (_, text) => {
    expect(refusalOf(text)).toMatch(/^(it|folded)/)
  })
})

describe('a file of another kind is refused by its name, with the way out', () => {
  it.each([
    ['pprof', integers(0, 3, 0, 100, 0, 1, 3), 'legacy CPU profile of pprof', 'pprof -proto'],
    ['pprof', integers(0, 0, 3, 0, 0, 0, 100, 0, 0, 0, 1, 0), 'legacy CPU profile of pprof', 'pprof -proto'],
    ['pprof', 'heap profile:  4:  8 [ 4: 8] @ heapz_v2/524288\n 1: 2 [1: 2] @ 0xbc\n', 'legacy', 'pprof -proto'],
    ['pprof', '--- contentionz 1 ---\ncycles/second = 3\n 19304 27 @ 0xbc 0xc6\n', 'legacy', 'pprof -proto'],
    ['pprof', '--- threadz 1 ---\n\n--- Thread 7f (name: main/1) stack: ---\n', 'legacy', 'pprof -proto'],
    ['pprof', 'goroutine profile: total 7\n1 @ 0x4 0x5\n', 'legacy', 'pprof -proto'],
    ['pprof', 'PeriodType: cpu nanoseconds\nPeriod: 100\nSamples:\n 1 100: 1 2\n', 'text dump', 'pprof -proto'],
    ['perf report', "# cmdline : perf record\n#\n# Samples: 2K of event 'cpu'\n", 'perf report', 'perf script'],
    ['perf report', '#\n# Samples: 2  of event x\n#\n 91.05% java\n70.20% a;b\n', 'perf report', 'perf script'],
    ['perf report', '# Children      Self  Command  Symbol\n    91.05%  0.00%  java\n', 'perf report', 'perf script'],
    ['perf report', '\n    91.05%     0.00%  java  libjvm.so  [.] fib\n70.20% a;b\n', 'perf report', 'perf script'],
    ['perf report', '70.20% a;b\n20.10% a;c\n', 'perf report', 'perf script'],
    ['perf', ' Percent |\tSource code & Disassembly of x.so for cycles\n', 'perf annotate', 'perf script'],
    ['perf', '{\n\t"linux-perf-json-version": 1,\n\t"headers": {}', 'perf data convert', 'perf script'],
    ['bpftrace', '{"type": "attached_probes", "data": {"probes": 1}}\n', 'JSON of bpftrace', 'without `-f json`'],
    ['bcc', '[03:27:49] Top 10 stacks with outstanding allocations:\n\t8 bytes', 'memleak of bcc', 'mallocstacks'],
    ['simpleperf', 'Cmdline: /system/bin/simpleperf record -g\nArch: arm64\n', 'simpleperf', 'stackcollapse.py'],
    ['simpleperf', 'record sample: type 9, misc 2, size 104\n  sample_type: 0x3\n', 'simpleperf', 'stackcollapse.py'],
    ['pprof', '--- contention:\ncycles/second=21\n100 1 @ 0x1\n', 'legacy', 'pprof -proto'],
    ['gprof', 'Flat profile:\n\nEach sample counts as 0.01 seconds.\n', 'gprof', 'perf record'],
    ['gdb', 'Thread 1 (Thread 0x7f (LWP 12)):\n#0  0x00007f in scan () from /x\n', 'of gdb', 'perf record'],
    ['eu-stack', 'PID 4012 - process\nTID 4012:\n#0  0x00007f scan\n', 'eu-stack', 'perf record'],
    ['py-spy', 'Process 4012: python a.py\nPython v3.8 (python)\n\nThread 4012 (active)\n', 'py-spy', 'perf record'],
    ['Go', 'goroutine 1 [running]:\nmain.scan(0x1)\n\t/a.go:12 +0x1d\n', 'or Go', 'perf record'],
    ['Valgrind', 'desc: --time-unit=ms\ncmd: ./a\ntime_unit: ms\n', 'Valgrind', 'perf record'],
    ['OpenJ9', '0SECTION       TITLE subcomponent dump routine\nNULL   ===\n', 'javacore', 'async-profiler'],
    ['JVM', '\n Version: 2.1\n Chunks: 2\n Start: 2026-11-26\n', 'jfr summary', '.jfr'],
    ['stackprof', '\x04\x08{\x0e:\fversionf\b1.2:\x0fgc_samplesi\0', 'stackprof', '--stackcollapse'],
    ['DTrace', '\n\n  libjvm.so`scan\n  java`main\n  12\n', 'DTrace', 'dtrace'],
    [
      'sample',
      'Sampling process 7 for 10 seconds with 1 millisecond of run time\nAnalysis of sampling shop (pid 7) every 1 ms\n',
      'macOS',
      'collapse-sample',
    ],
    ['async-profiler', '--- Execution profile ---\nTotal samples       : 45\n', 'text of async-profiler', 'collapsed'],
    ['async-profiler', 'Profiling for 3 seconds\nDone\n--- Execution profile ---\n', 'of async-profiler', 'collapsed'],
    ['async-profiler', '          ns  percent  samples  top\n  ------  ---\n', 'text of async-profiler', 'collapsed'],
    ['async-profiler', '       bytes  percent  samples  top\n  ------  ---\n', 'text of async-profiler', 'collapsed'],
    ['async-profiler', '<!DOCTYPE html>\n<html>\n<ul class="tree">\n<li>', 'call tree of async-profiler', 'collapsed'],
    ['JVM', 'JAVA PROFILE 1.0.2\0\0\0\0\x08', 'heap dump', 'Eclipse MAT'],
    ['JVM', ' num     #instances         #bytes  class name (module)\n-----\n', 'class histogram', 'async-profiler'],
    ['JVM', 'jdk.ExecutionSample {\n  startTime = 10:00:00.000\n', 'text of `jfr print`', '.jfr'],
    ['JVM', '[0.003s][info][gc] Using G1\n', 'log of a JVM', 'async-profiler'],
    ['JVM', 'com.acme.Order {\n  startTime = 10:00:00.123\n', 'text of `jfr print`', '.jfr'],
    ['JVM', '{\n  "recording": {\n    "events": [{\n', 'text of `jfr print`', '.jfr'],
    ['JVM', '<?xml version="1.0" encoding="UTF-8"?>\n<recording xmlns:xsi="x">\n', 'text of `jfr print`', '.jfr'],
    ['JVM', 'class boolean {\n}\n\nclass byte {\n}\n', 'text of `jfr metadata`', '.jfr'],
    ['JVM', '\n          Java Methods that Execute the Most\n\nMethod  Samples\n------- -------\n', 'jfr view', '.jfr'],
    ['JVM', '\nJVM Information\n---------------\n\nPID: 4012\n', 'text of `jfr view`', '.jfr'],
    ['JVM', "\nNo events found for 'Thread Count'.\n", 'text of `jfr view`', '.jfr'],
    ['JVM', '  S0     S1     E      O      M     CCS    YGC\n  0.00 100.00\n', 'jstat', 'async-profiler'],
    ['JVM', '4012:\n\nNative Memory Tracking:\n\nTotal: reserved=1KB\n', 'jcmd', 'async-profiler'],
    ['VisualVM', '"Name","Total Time","Total Time (CPU)"\n"main","1 ms"\n', 'VisualVM', 'async-profiler'],
    ['V8', '{"samples":[{"size":8,"nodeId":3}],"head":{"callFrame":{}}}', 'heap sampling', '--cpu-prof'],
    ['VisualVM', 'nBpRoFiLeR\x01', 'snapshot of VisualVM', 'async-profiler'],
    ['.NET', 'Nettrace\x14\0\0\0!FastSerialization.1', '.NET', 'speedscope'],
    ['jemalloc', 'heap_v2/524288\n  t*: 1: 2 [0: 0]\n', 'jemalloc', 'jeprof'],
    ['perf stat', "\n Performance counter stats for 'sleep 1':\n", 'perf stat', 'perf record'],
    ['Grafana', '"level","value","self","label"\n0,4,0,total\n', 'table of Grafana as CSV', 'pprof'],
    ['Graphviz', 'digraph "shop" {\nnode [style=filled]\n', 'Graphviz', 'recording'],
    ['pprof', 'File: shop\nType: cpu\nShowing nodes accounting for 1s\n', 'report of pprof', 'pprof -proto'],
    [
      'DTrace',
      'CPU     ID                    FUNCTION:NAME\n  0  64091                  :tick-60s\n',
      'DTrace',
      'dtrace',
    ],
    [
      'DTrace',
      '\n              libc.so.1`read+0x10\n              shop`main+0x4\n               12\n',
      'DTrace',
      'dtrace',
    ],
    [
      'sample',
      'Analysis of sampling shop (pid 7) every 1 millisecond\nProcess: shop [7]\n',
      'macOS',
      'collapse-sample',
    ],
    ['VTune', 'Function Stack,CPU Time:Self,Module\nTotal,0.0,[Unknown]\n', 'VTune', 'inferno-collapse-vtune'],
    [
      'Visual Studio',
      '\xef\xbb\xbfLevel,Function Name,Number of Calls,Elapsed\n0,"a.exe",0\n',
      'Visual Studio',
      'vsprof',
    ],
    ['xctrace', '<?xml version="1.0"?>\n<trace-query-result>\n<node/>', 'xctrace', 'inferno-collapse-xctrace'],
    ['Instruments', 'PK\x03\x04\x14\0\0\0shop.trace/instrument_data/', 'Instruments', 'inferno-collapse-xctrace'],
    ['Instruments', 'Weight\tSelf Weight\t\tSymbol Name\n4.93 s  100.0%\t0 s\t \tstart\n', 'Instruments', 'xctrace'],
    ['GHC', '\tSun Aug 6 14:52 2023 Time and Allocation Profiling Report  (Final)\n\n', 'GHC', 'collapse-ghcprof'],
    ['callgrind', '# callgrind format\nevents: Ir\n\nfn=main\n16 400\n', 'callgrind', 'perf'],
    ['callgrind', 'version: 1\ncreator: xdebug 3.0.2\nevents: Time\n', 'callgrind', 'perf'],
    [
      'pmcstat',
      '@ inst_retired.any [35705 samples]\n\n20.86% [7447] zfs @ /boot/kernel\n',
      'pmcstat',
      'stackcollapse-pmc',
    ],
    ['simpleperf', 'SIMPLEPERF\x01\0\x20', 'simpleperf', 'stackcollapse.py'],
    ['Android', 'SLOW\xf3\0\x20\0', 'method trace of Android', 'simpleperf'],
    ['Android', '*version\n3\ndata-file-overflow=false\n', 'method trace of Android', 'simpleperf'],
    ['V8', 'v8-version,11,3,244,8,-node.38,0\n', 'log of V8', '--cpu-prof'],
    [
      'V8',
      '{"head":{"callFrame":{"functionName":"(root)"},"selfSize":0,"children":[]}}',
      'heap sampling',
      '--cpu-prof',
    ],
    ['V8', '{"snapshot":{"meta":{"node_fields":["type"]}}}', 'heap snapshot', '--cpu-prof'],
    [
      'stackprof',
      '{"version":1.2,"mode":"wall","interval":1000,"samples":4,"gc_samples":0}',
      'stackprof',
      '--stackcollapse',
    ],
    ['DHAT', '{"dhatFileVersion": 2, "mode": "rust-heap"}', 'DHAT', 'perf'],
    ['Safari', '{"version":1,"recording":{"displayName":"Timeline","startTime":4}}', 'Safari', 'Chrome'],
  ])('%s: %j', (_, text, hint, wayOut) => {
    for (const variant of textVariants(text)) {
      expect(refusalOf(variant)).toContain(hint)
      expect(refusalOf(variant)).toContain(wayOut)
    }
  })

  it.each([
    'desc: x;main 1\n',
    '0SECTIONs;main 1\n',
    'NULL;main 1\n',
    'graph;main 1\n',
    'digraph::walk;main 1\n',
    'SLOWpath;main 1\n',
    'BZheap;main 1\n',
    'creator;main 1\n',
  ])('takes no folded text for another format by its first frame: %j', (text) => expect(refusalOf(text)).toBe('folded'))

  it('lists every format that is read where it knows none', () => {
    const refusal = refusalOf('class Foo {\n}\n')
    expect(refusal).toContain(readableFormats)
    for (const name of ['JFR', 'Chrome', 'bpftrace', 'Firefox']) expect(refusal).toContain(name)
  })
})
