import { expect, it } from 'vitest'
import { detectFormat } from '../detect.ts'
import { textVariants } from '../../testing/formats/text-variants.ts'
import { ProtobufWriter } from '../protobuf/protobuf-writer.ts'

const hintOf = (bytes: Uint8Array) => {
  const found = detectFormat(bytes)
  return found.format === null ? `${found.refusal.hint}. ${found.refusal.remedy}` : found.format
}
const hintOfText = (text: string) => hintOf(Buffer.from(text, 'latin1'))

it.each([
  [
    '     0.000 ( 0.005 ms): java/4012 futex(uaddr: 0x7f1c2c0a, op: WAIT|PRIVATE_FLAG, val: 2) = 0\n     0.010 (         ): java/4013 epoll_wait(epfd: 7, events: 0x7f1c, maxevents: 64, timeout: -1) ...\n     1.210 ( 1.101 ms): java/4013 epoll_wait(epfd: 7) = 1\n',
    'perf trace',
  ],
  [
    '\n Summary of events:\n\n java (4012), 2400 events, 99.9%\n\n   syscall            calls  errors  total       min       avg       max       stddev\n                                     (msec)    (msec)    (msec)    (msec)        (%)\n',
    'perf trace',
  ],
  ["# Event 'cycles'\n#\n# Baseline  Delta Abs  Shared Object      Symbol\n", 'perf diff'],
  [
    "Samples: 12  of event 'cycles', 4000 Hz, Event count (approx.): 1234, [percent: local period]\nscan  /tmp/perf-4012.map\nPercent\n",
    'perf annotate',
  ],
  [
    '#           time             counts unit events\n     1.000123456            1001.12 msec task-clock                #    1.001 CPUs utilized\n     1.000123456                 12      context-switches          #   11.987 /sec\n',
    'perf stat',
  ],
  [
    '1001.12,msec,task-clock,1001120000,100.00,1.001,CPUs utilized\n12,,context-switches,1001120000,100.00,11.987,/sec\n',
    'perf stat',
  ],
  [
    '\n ---------------------------------------------------------------------------------------------------\n  Task                  |   Runtime ms  |  Count   | Avg delay ms    | Max delay ms    | Max delay start           | Max delay end          |\n ---------------------------------------------------------------------------------------------------\n  java:(4)              |    120.123 ms |      300 | avg:   0.012 ms | max:',
    '(sched, c2c, lock)',
  ],
  [
    '=================================================\n            Trace Event Information\n=================================================\n  Total records                     :      12345\n',
    '(sched, c2c, lock)',
  ],
  [
    'CPU: Intel Haswell microarchitecture, speed 3.5e+06 MHz (estimated)\nCounted CPU_CLK_UNHALTED events (Clock cycles when not halted) with a unit mask of 0x00 (No unit mask) count 100000\nsamples  %        image name               symbol name\n',
    'OProfile',
  ],
  ['packet {\n  timestamp: 12345\n  trusted_packet_sequence_id: 2\n', 'Perfetto'],
  [
    'Attaching 3 probes...\n^C\n\n@usecs: \n[0]                    5 |@@                                                  |\n[1]                   11 |@@@@@                                               |\n[2, 4)               110 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@|\n',
    'histograms',
  ],
  [
    '@usecs[java, 4012]:\n[1]                    5 |@@                                                  |\n[2, 4)               110 |@@@@@@@@@@@@@|\n',
    'histograms',
  ],
  ['@: 1234\n@reads: 55\n@bytes[java]: 12345\n@avg[node, 4]: 77\n@s: count 5, average 12, total 60\n', 'counters'],
  [
    'Tracing block device I/O... Hit Ctrl-C to end.\n^C\n     usecs               : count     distribution\n         0 -> 1          : 0        |                                        |\n         2 -> 3          : 12       |****                                    |\n',
    'of bcc',
  ],
  ['# tracer: function\n#\n# entries-in-buffer/entries-written: 205060/205060   #P:2\n', 'ftrace'],
  [
    '            java-4012    [001] d..2. 12345.678901: sched_switch: prev_comm=java prev_pid=4012 ==> next_comm=swapper\n            java-4012    [001] d..3. 12345.678901: <stack trace>\n => __traceiter_sched_switch\n',
    'ftrace',
  ],
  ['# tracer: function_graph\n#\n# CPU  DURATION                  FUNCTION CALLS\n', 'ftrace'],
  ['version = 6\nCPU 0 is empty\ncpus=2\n', 'trace-cmd'],
  [
    '% time     seconds  usecs/call     calls    errors syscall\n------ ----------- ----------- --------- --------- ----------------\n 75.10    0.012345          12      1000           futex\n',
    'summary of strace',
  ],
  [
    '% time     seconds  usecs/call     calls      function\n------ ----------- ----------- --------- --------------------\n 50.00    0.1           1       10 malloc\n',
    'ltrace',
  ],
  [
    'execve("/usr/bin/java", ["java", "-jar", "a.jar"], 0x7ffc /* 20 vars */) = 0\nbrk(NULL)                               = 0x55d0\nopenat(AT_FDCWD, "/etc/ld.so.cache", O_RDONLY|O_CLOEXEC) = 3\n',
    'text of strace',
  ],
  [
    '4012  10:00:00.000123 futex(0x7f1c, FUTEX_WAIT_PRIVATE, 2, NULL <unfinished ...>\n4013  10:00:00.000223 read(3, "a", 1)           = 1\n4012  10:00:00.000323 <... futex resumed>)      = 0\n',
    'text of strace',
  ],
  ['\t\t     Call graph (explanation follows)\n\n\n', 'gprof'],
  [
    'Each sample counts as 0.01 seconds.\n  %   cumulative   self              self     total\n time   seconds   seconds    calls   s/call   s/call  name\n',
    'gprof',
  ],
  [
    '----------------------------------------\nCommand:            ./a\nMassif arguments:   (none)\nms_print arguments: massif.out.1\n----------------------------------------\n\n\n',
    'Valgrind',
  ],
  [
    '----------------------------------------\n-- Metadata\n----------------------------------------\nInvocation:       cg_annotate\nCommand:  ./a\nEvents recorded:  Ir\n',
    'Valgrind',
  ],
  [
    "----------------------------------------\nProfile data file 'callgrind.out.1' (creator: callgrind-3.19.0)\n----------------------------------------\n",
    'Valgrind',
  ],
  ['==4012== Memcheck, a memory error detector\n==4012== Copyright (C) 2002-2022\n==4012==\n', 'Valgrind'],
  ['v 10500 3\nx /usr/bin/java\nX java -jar a.jar\n', 'heaptrack'],
  ['Total: 120 samples\n      45  37.5%  37.5%       45  37.5% scan\n', 'report of pprof'],
  ['Showing top 10 nodes out of 20\n      flat  flat%   sum%        cum   cum%\n', 'report of pprof'],
  [
    "Collecting samples from 'python a.py' (python v3.11.4)\nTotal Samples 1200\nGIL: 0.00%, Active: 100.00%, Threads: 1\n",
    'py-spy top',
  ],
  [
    'rbspy02\n{"trace":[{"name":"scan","relative_path":"a.rb","absolute_path":null,"lineno":3}],"pid":4,"thread_id":1,"time":[1,2]}\n',
    'rbspy',
  ],
  [
    '% self  % total  name\n  3.05   100.00  <c function> - unknown\n  1.20    50.00  scan - /app/shop.rb\n',
    'summary of rbspy',
  ],
  [
    '# austin: 3.6.0\n# interval: 100\n# mode: full\n\nP4012;T0:4012;/app/shop.py:main:7;/app/shop.py:scan:12 300,0,1024\nP4012;T0:4012;/app/shop.py:main:7 100,1,-1024\n',
    'Austin',
  ],
  [
    '         197 function calls (192 primitive calls) in 0.002 seconds\n\n   Ordered by: cumulative time\n',
    'cProfile',
  ],
  [
    'Statistical profiling result from isolate-0x1-v8.log, (120 ticks, 3 unaccounted, 0 excluded).\n\n [Shared libraries]:\n',
    '--prof-process',
  ],
  [
    'Timestamp,Provider,Counter Name,Counter Type,Mean/Increment\n11/26/2026 10:00:00,System.Runtime,CPU Usage (%),Metric,12\n',
    'dotnet-counters',
  ],
  [
    'procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----\n r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st\n 1  0      0 12345  1234 12345    0    0     1     2   10   20  1  0 99  0  0\n',
    'vmstat',
  ],
  [
    'top - 10:00:00 up 1 day,  1:00,  1 user,  load average: 0.10, 0.20, 0.30\nThreads:  40 total,   1 running\n',
    'top',
  ],
  ['\x17\bDtracing6\0\0\b\0\x10\0\0header_page\0', 'trace-cmd'],
  ['gmon\x01\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0', 'gprof'],
  ['MOJ\x03\x01mode\0wall\0\x01interval\x00100\0', 'MOJO'],
  ['memray\0\x0b\0\0', 'Memray'],
  ['go 1.22 trace\0\0\0\x01\x02', 'trace of Go'],
  ['SQLite format 3\0\x10\0', 'SQLite'],
  ['\xc1\x1f\xfc\xc1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0', 'Common Trace'],
  ['{\xa9\x03\xda\bshop.py\xe9\x01\0\0\0\xda\b<module>(\x05\0', 'cProfile'],
])('%j is refused by its name, with a way out', (text, hint) => {
  for (const variant of textVariants(text)) {
    expect(hintOfText(variant)).toContain(hint)
    expect(hintOfText(variant)).toMatch(/\. (Run|Record|Fold|Have|Convert) /)
  }
})

it('knows a trace of Perfetto by its packets, and takes no message of pprof or OTLP for one', () => {
  const writer = new ProtobufWriter()
  writer.message(1, () => writer.message(33, () => writer.message(1, () => writer.integer(1, 32_768))))
  writer.message(1, () => {
    writer.integer(8, 123_456_789)
    writer.integer(10, 2)
  })
  expect(hintOf(writer.take())).toContain('trace of Perfetto')
  writer.message(1, () => {
    writer.message(1, () => undefined)
    writer.message(2, () => writer.message(2, () => writer.message(2, () => writer.integer(1, 8))))
  })
  expect(hintOf(writer.take())).toBe('otlp')
})

it.each([
  'gmon_start;main 4\n',
  'MOJO;main 4\n',
  '@main;scan 5\n@main;tick 6\n',
  'memray;main 1\n',
  'top;main 1\n',
  'cpus;main 1\n',
  'rbspy;main 1\n',
])('takes no folded text for another format by its first frame: %j', (text) => expect(hintOfText(text)).toBe('folded'))

it('reads a script of bpftrace that prints histograms beside its stacks', () => {
  const text = '@h: \n[1]     5 |@@@|\n[2, 4)  6 |@@@|\n\n@[\n    scan+1\n    main+2\n, java]: 12\n'
  expect(hintOfText(text)).toBe('bpftrace-text')
})
