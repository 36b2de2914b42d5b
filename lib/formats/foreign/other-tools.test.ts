/**
 * Beginnings of files of tools that are not of Linux or of the JVM, and of forms that others do not have: each is
 * refused by its name.
 */
import { expect, it } from 'vitest'
import { detectFormat } from '../detect.ts'
import { textVariants } from '../../testing/formats/text-variants.ts'

const refusalOf = (text: string) => {
  const found = detectFormat(Buffer.from(text, 'latin1'))
  return found.format === null ? found.refusal : found.format
}

it.each([
  [
    'it counts calls without their stacks, as funccount and syscount of bcc do',
    "Tracing 30 functions for \"b'vfs_*'\"... Hit Ctrl-C to end.\n^C\nFUNC                                    COUNT\nb'vfs_fn0'                              7\nb'vfs_fn1'                              8\nb'vfs_fn2'                              9\nb'vfs_fn3'                              10\nb'vfs_fn4'                              11\n",
  ],
  [
    'it counts calls without their stacks, as funccount and syscount of bcc do',
    'Tracing syscalls, printing top 30... Ctrl+C to quit.\n[10:00:00]\nSYSCALL                   COUNT\nsys0                    7\nsys1                    8\nsys2                    9\nsys3                    10\nsys4                    11\nsys5                    12\nsys6                    13\nsys7                    14\n',
  ],
  [
    'it is a class histogram of a JVM, which has no stacks',
    '4711:\n num     #instances         #bytes  class name (module)\n-------------------------------------------------------\n   1:          1234        5678900  [B (java.base@17.0.9)\n',
  ],
  [
    'it is a dump of perf.data (`perf script -D`)',
    '\n0x1c8@perf.data [0x60]: event: 1\n.\n. ... raw event: size 96 bytes\n.  0000:  01 00 00 00 01 00 60 00 ff ff ff ff 00 00 00 00  ......`.........\n\n',
  ],
  [
    'it is a file of Valgrind (cachegrind, massif), which has no stacks of time',
    'cmd: ./depot\nevents: Ir\nfl=/a.c\nfn=main\n12 3\n',
  ],
  [
    'it is a heap dump of .NET, which has no CPU samples',
    '\x14\x00\x00\x00!FastSerialization.1\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00',
  ],
  [
    'it is a heap dump of OpenJ9 (PHD), which has no CPU samples',
    '\x00\x12portable heap dump\x00\x00\x00\x06\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00',
  ],
  [
    'it is a heap sampling profile of V8, which has no CPU samples',
    '{"profile": {"head": {"callFrame": {"functionName": "(root)", "scriptId": "1", "url": "file:///a.js", "lineNumber": 1, "columnNumber": 0}, "selfSize": 0, "id": 1, "children": [{"callFrame": {"functionName": "scan", "scriptId": "1", "url": "',
  ],
  [
    'it is a histogram of the CPU sampler of GraalVM',
    '-------------------------------------------------------------------------------\nSampling Histogram. Recorded 110 samples with period 10ms.\n  Self Time: Time spent on the top of the stack.\n-------------------------------------------------------------------------------\nThread[#1,main,5,main]\n',
  ],
  [
    'it is a legacy CPU profile of pprof',
    "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x03\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'\x10\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x03\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00\x00\x00@\x10\x00\x00\x00\x00\x00\x00@\x10 ",
  ],
  [
    'it is a legacy profile of pprof',
    '--- symbol\nbinary=/bin/depot\n0x0000000000401000 main\n0x0000000000401020 scan\n---\n--- profi',
  ],
  [
    'it is a log with a prefix before each line of a thread dump',
    '2025-03-04T10:00:00.123456789Z stdout F 2025-03-04 10:00:00\n2025-03-04T10:00:00.123456789Z stdout F Full thread dump Java HotSpot(TM) 64-Bit Server VM (25.202-b08 mixed mode):\n2025-03-04T10:00:00.123456789Z stdout F \n',
  ],
  [
    'it is a mixed thread dump (`jstack -m`)',
    '----------------- 4712 -----------------\n0x00007f10e8c3a000\t__pthread_cond_timedwait + 0x132\n',
  ],
  [
    'it is a perf.data file',
    '2ELIFREP\x00\x00\x00\x00\x00\x00\x00h\x00\x00\x00\x00\x00\x00\x00h\x00\x00\x00\x00\x00\x00\x00h\x00\x00\x00\x00\x00\x00\x00h\x00\x00\x00\x00\x00\x00\x00h\x00\x00\x00\x00\x00\x00\x00h\x00\x00\x00\x00\x00\x00\x00h\x00\x00\x00\x00\x00\x00\x00h',
  ],
  [
    'it is a perf.data file',
    'PERFFILEh\x00\x00\x00\x00\x00\x00\x00h\x00\x00\x00\x00\x00\x00\x00h\x00\x00\x00\x00\x00\x00\x00h\x00\x00\x00\x00\x00\x00\x00h\x00\x00\x00\x00\x00\x00\x00h\x00\x00\x00\x00\x00\x00\x00h\x00\x00\x00\x00\x00\x00\x00h\x00\x00\x00\x00\x00\x00\x00',
  ],
  [
    'it is a profile of Blackfire, which has callers and no stacks',
    'file-format: BlackfireProbe\ncost-dimensions: wt cpu mu pmu\n\nmain()//1 1220 1200 300 400\nmain()==>scan//3 900 900 1 1\n',
  ],
  [
    'it is a profile of GHC',
    '{"program": "depot", "arguments": [], "rts_arguments": ["-pj"], "end_time": "Tue", "initial_capabilities": 0, "total_time": 1.22, "total_ticks": 1220, "tick_interval": 1000, "total_alloc": 12345, "cost_centres": [{"id": 1, "label": "scan", "module": "Main", "src_loc": "a.hs:3", "is_caf": false}], "profile": {"id": 1, "entries": ',
  ],
  [
    'it is a profile of GHC',
    'hdrbhetbetb\x00\x00\x00\xfa\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00',
  ],
  [
    'it is a profile of GHC',
    'JOB "depot +RTS -hc"\nDATE "Tue Mar  4 10:00 2025"\nSAMPLE_UNIT "seconds"\nVALUE_UNIT "bytes"\nBEGIN_SAMPLE 0.00\nEND_SAMPLE 0.00\nBEGIN_SAMPLE 0.10\n(120)scan/main\t8\n(121)scan/main\t108\n(122)scan/main\t208\n(123)scan/main\t308\n(124)scan/main\t408\n',
  ],
  [
    'it is a profile of XHProf, which has callers and no stacks',
    '{"profile": {"main()": {"ct": 1, "wt": 1220}}, "meta": {"url": "/"}}',
  ],
  [
    'it is a profile of XHProf, which has callers and no stacks',
    '{"main()": {"ct": 1, "wt": 1220}, "main()==>Depot::run": {"ct": 1, "wt": 1220}, "Depot::run==>Stock::scan": {"ct": 3, "wt": 900}}',
  ],
  [
    'it is a profile of XHProf, which has callers and no stacks',
    'a:2:{s:6:"main()";a:2:{s:2:"ct";i:1;s:2:"wt";i:1220;}s:18:"main()==>Depot::run";a:2:{s:2:"ct";i:1;s:2:"wt";i:1220;}}',
  ],
  [
    'it is a profile of `java -Xprof`, which has no stacks',
    '\nFlat profile of 10.01 secs (853 total ticks): main\n\n  Interpreted + native   Method\n  1.2%    10  +     0    depot.Stock.scan\n  0.6%     5  +     0    depot.Clock.tick\n  1.8%    15  +     0    Total interpreted\n\n     Compiled + native   Method\n 92.3%   787  +     0    depot.Stock.scan\n',
  ],
  [
    'it is a profile of `java -prof`, which has no stacks',
    'count callee caller time\n1 depot.Stock.scan(I)V depot.Depot.run()V 30\n1 depot.Clock.tick()V depot.Depot.run()V 10\n',
  ],
  [
    'it is a profile of cProfile, Scalene or line_profiler, which has no stacks',
    '\xfb)\x03\xfa\b<string>\xe9\x01\x00\x00\x00\xfa\b<module>)\x05r\x02\x00\x00\x00r\x02\x00\x00\x00g\xf5\xd8)e8\xef\xb6>gh:\xf7\xfb\x1e%\x11?{)\x03\xfa\x01~\xe9\x00\x00\x00\x00\xfa\x1f<built-in method bu',
  ],
  [
    'it is a profile of cProfile, Scalene or line_profiler, which has no stacks',
    'Timer unit: 1e-06 s\n\nTotal time: 1.22 s\nFile: a.py\nFunction: scan at line 20\n\nLine #      Hits         Time  Per Hit   % Time  Line Contents\n==============================================================\n',
  ],
  [
    'it is a profile of cProfile, Scalene or line_profiler, which has no stacks',
    '{\n    "alloc_samples": 0,\n    "args": [\n        "a.py"\n    ],\n    "elapsed_time_sec": 1.2,\n    "files": {\n        "a.py": {\n            "functions": [],\n            "lines": []\n        }\n    }\n}',
  ],
  [
    'it is a profile of callgrind, which has no stacks',
    'events: Cycles Instructions Flops\nfl=file.f\nfn=main\n15 90 14 2\n16 20 12\n',
  ],
  [
    'it is a profile of callgrind, which has no stacks',
    '# generated\nversion: 1\ncreator: ruby_prof 1.7\nevents: wall_time\n\nfl=a.rb\nfn=main\n1 100\n',
  ],
  [
    'it is a profile of callgrind, which has no stacks',
    'positions: instr line\nevents: cpu(ms)\n\nob=(1) /app/depot\nfl=(1) /app/depot.go\nfn=(1) main.scan\n0x401000 12 900\n',
  ],
  [
    'it is a profile of pyinstrument',
    '{"start_time": 1.0, "duration": 1.22, "sample_count": 4, "program": "a.py", "cpu_time": 1, "root_frame": {"function": "run", "file_path_short": "a.py", "time": 1.22, "children": [{"function": "scan", "time": 0.9, "children": []}]}}',
  ],
  ['it is a profile of pyinstrument', '\n  _     ._   __/__   _ _  _  _ _/_   Recorded: 10:00:00  Samples:  4\n'],
  [
    'it is a recording or report of heaptrack',
    'reading file "/tmp/heaptrack.depot.4711.zst" - please wait, this might take some time...\nDebuggee command was: ./depot\nfinished reading file, now analyzing data:\n\nMOST CALLS TO ALLOCATION FUNCTIONS\n',
  ],
  [
    'it is a recording or table of Memray',
    'allocator,num_allocations,size,tid,thread_name,stack_trace\nMALLOC,1,3000,1,main,scan;a.py;20|run;a.py;12\n',
  ],
  [
    'it is a recording or table of Visual Studio, PerfView or ETW',
    '<StackWindow>\n<StackSource>\n <Frames Count="3">\n  <Frame ID="0">main</Frame>\n </Frames>\n',
  ],
  [
    'it is a recording or table of Visual Studio, PerfView or ETW',
    'Function Name,"Total CPU [unit, %]","Self CPU [unit, %]",Module,Category\n"| - main","1,220 (100.00%)","0 (0.00%)",depot.exe,""\n',
  ],
  [
    'it is a recording or table of Visual Studio, PerfView or ETW',
    'BeginHeader\n            P-Start, TimeStamp, Process Name ( PID)\n       SampledProfile, TimeStamp, Process Name ( PID), ThreadID, PrgrmCtr, CPU\nEndHeader\n       SampledProfile, 123, depot.exe (4711), 4712, 0x7ff, 0\n',
  ],
  [
    'it is a report of VTune',
    'Function,CPU Time,CPU Time:Effective Time,CPU Time:Spin Time,Module\nscan,0.9,0.9,0.0,depot\ntick,0.3,0.3,0.0,depot\n',
  ],
  ['it is a report of VTune', 'Function Stack;CPU Time:Self;Module\nTotal;0.0;[Unknown]\n  main;1.2;depot\n'],
  ['it is a report of VTune', 'Function Stack\tCPU Time:Self\tModule\nTotal\t0.0\t[Unknown]\n  main\t1.2\tdepot\n'],
  [
    'it is a report of VTune',
    "vtune: Using result path `/tmp/r000hs'\nvtune: Executing actions 75 % Generating a report\nFunction Stack  CPU Time:Self  Module\n--------------  -------------  ------\nTotal                    0.0s\n",
  ],
  [
    'it is a report of fprof or eprof, which has no stacks',
    '\n****** Process <0.34.0>    -- 100.00 % of profiled time *** \nFUNCTION       CALLS        %  TIME  [uS / CALLS]\n--------       -----  -------  ----  [----------]\ndepot:scan/1       3    75.00   900  [    300.00]\n',
  ],
  [
    'it is a report of fprof or eprof, which has no stacks',
    '%% Analysis results:\n{  analysis_options,\n [{callers, true},\n  {sort, acc},\n  {totals, false},\n  {details, true}]}.\n\n%                                               CNT       ACC       OWN\n',
  ],
  [
    'it is a report of gprofng, which has no stacks',
    'Functions sorted by metric: Exclusive Total CPU Time\n\nExcl.        Incl. Total   Name\nTotal        CPU\nCPU sec.     sec.\n1.220        1.220         <Total>\n0.900        0.900         scan\n',
  ],
  [
    'it is a report of perf (sched, c2c, lock), which has no stacks',
    ' contended   total wait     max wait     avg wait         type   caller\n\n         5     12.34 us      3.45 us      2.47 us     spinlock   rcu_core+0xd4\n        15    112.34 us     13.45 us     12.47 us        mutex   pipe_read+0x50\n',
  ],
  [
    'it is a report of pprof',
    'Using local file ./depot.\nTotal: 12.3 MB\n     9.0  73.8%  73.8%      9.0  73.8% scan\n',
  ],
  [
    'it is a report of pprof',
    'File: depot\nType: cpu\nEntering interactive mode (type "help" for commands, "o" for options)\n(pprof) top\nShowing nodes accounting for 1.20s, 98.36% of 1.22s total\n',
  ],
  [
    'it is a report of pprof',
    'Total: 1.22s\nROUTINE ======================== main.scan in /app/depot.go\n     900ms      900ms (flat, cum) 73.77% of Total\n         .          .     12:func scan() {\n     900ms      900ms     13:\tfor i := 0; i < 9; i++ {\n',
  ],
  [
    'it is a report of pprof',
    'Using local file ./depot.\nUsing local file depot.prof.\nTotal: 122 samples\n      90  73.8%  73.8%       90  73.8% scan\n',
  ],
  [
    'it is a report of pprof',
    ' thread: Total 1.22s\n         900.0ms (73.77%): main\n         320.0ms (26.23%): other\n',
  ],
  [
    'it is a report of pprof',
    'Type: inuse_space\nTime: Mar 4, 2025 at 10:00am (UTC)\nActive filters:\n   focus=main\nShowing nodes accounting for 1.20MB, 98.36% of 1.22MB total\n      flat  flat%   sum%        cum   cum%\n',
  ],
  [
    'it is a report of pprof',
    'File: depot\nType: cpu\nTime: Mar 4, 2025 at 10:00am (UTC)\nDuration: 30s, Total samples = 40ms \n-----------+-------------------------------------------------------\n      30ms   main.scan\n             main.main\n',
  ],
  [
    'it is a report of ruby-prof, which has no stacks',
    'Measure Mode: wall_time\nThread ID: 4711\nFiber ID: 8\nTotal: 1.220000\nSort by: self_time\n\n %self      total      self      wait     child     calls  name                           location\n',
  ],
  [
    'it is a report of spindump of macOS',
    'Date/Time:        2025-03-04 10:00:00.000 +0100\nEnd time:         2025-03-04 10:00:10.000 +0100\nOS Version:       macOS 14.4 (Build 23E214)\nArchitecture:     arm64e\nReport Version:   60\n\nData Source:      Stackshots\nCommand:          depot\n',
  ],
  [
    'it is a report of stackprof, which has no stacks',
    '==================================\n  Mode: cpu(1000)\n  Samples: 4 (0.00% miss rate)\n  GC: 0 (0.00%)\n==================================\n     TOTAL    (pct)     SAMPLES    (pct)     FRAME\n',
  ],
  [
    'it is a snapshot or a table of YourKit or VisualVM',
    '"Method","Time (ms)","Own Time (ms)","Invocation Count"\n"depot.Stock.scan","900","900","3"\n',
  ],
  // `jcmd PID Compiler.perfmap` of JDK 17 and 25.
  [
    'it is a symbol map (perf-PID.map), which has no samples',
    '0x00007f0738ec71c0 0x0000000000000270 void depot.Stock::scan(int)\n0x00007f0738ec7600 0x00000000000001e0 depot.Clock::tick\n0x00007f0738ec7a40 0x0000000000000040 Interpreter\n0x00007f0738ec7ac0 0x00000000000002b8 StubRoutines (1)\n0x00007f0738ec7e00 0x0000000000000170 vtable chunks\n',
  ],
  // CPython 3.12 with `-X perf`
  [
    'it is a symbol map (perf-PID.map), which has no samples',
    '0x7f8c3a000010 b py::scan:/app/depot.py\n0x7f8c3a00001b b py::tick:/app/depot.py\n0x7f8c3a000026 b py::main:/app/depot.py\n0x7f8c3a000031 b py::load:/app/depot.py\n0x7f8c3a00003c b py::<module>:/app/depot.py\n',
  ],
  // .NET with `DOTNET_PerfMapEnabled=1`
  [
    'it is a symbol map (perf-PID.map), which has no samples',
    '00007FBEA4A3A7C0 e void [depot] Depot.Stock::Scan(int32)[Tier0]\n00007FBEA4A3A7E0 2b void [depot] Depot.Clock::Tick()[Tier0]\n00007FBEA4A3A820 1F void [depot] Depot.Program::Main()[Tier0]\n00007FBEA4A3A860 40 stub<1> GenerateResolveStub\n00007FBEA4A3A8A0 40 stub<2> GenerateLookupStub\n',
  ],
  [
    'it is a symbol map (perf-PID.map), which has no samples',
    '7f10e8c3a000 120 void depot.Stock::scan(int)\n7f10e8c3a120 40 Interpreter\n7f10e8c3a160 80 depot.Clock::tick\n7f10e8c3a000 120 void depot.Stock::scan(int)\n7f10e8c3a120 40 Interpreter\n7f10e8c3a160 80 depot.Clock::tick\n7f10e8c3a000 120 void depot.Stock::scan(int)\n7f10e8c3a120 40 Interpreter\n7f10e8c3a160 80 depot.Clock::tick\n',
  ],
  ['it is a table of Grafana as CSV', '"level";"value";"self";"label"\n0;4;0;"total"\n'],
  ['it is a table of Grafana as CSV', 'Symbol,Self,Total\nscan,3,3\n'],
  ['it is a table of Grafana as CSV', 'level,value,self,label\n0,4,0,total\n1,4,0,run\n'],
  [
    'it is a table of dotnet-counters or dotnet-trace, which has no stacks',
    'Top 5 Functions (Exclusive)                      Inclusive           Exclusive\n1. Depot.Stock.Scan(int32)                       75%                 75%\n',
  ],
  [
    'it is a text dump of a pprof profile',
    'Comment: -gcflags\nPeriodType: cpu nanoseconds\nPeriod: 10000000\nSamples:\n',
  ],
  [
    'it is a thread dump of JRockit',
    '===== FULL THREAD DUMP ===============\nTue Mar  4 10:00:00 2025\nOracle JRockit(R) R28.3.14-21-175642-1.6.0_121-20160609-1430-windows-x86_64\n\n"Main Thread" id=1 idx=0x4 tid=4711 prio=5 alive, native_waiting\n',
  ],
  [
    'it is a trace in the Common Trace Format (LTTng), or its text',
    '[10:00:00.123456789] (+?.?????????) host sched_switch: { cpu_id = 1 }, { prev_comm = "java", prev_tid = 4711, prev_prio = 20 }\n[10:00:00.123466789] (+0.000010000) host sched_wakeup: { cpu_id = 1 }, { comm = "java", tid = 4711 }\n',
  ],
  [
    'it is a trace in the Common Trace Format (LTTng), or its text',
    '\xc1\xfc\x1f\xc1\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00',
  ],
  [
    'it is a trace in the Common Trace Format (LTTng), or its text',
    'W\x1d\xd1u\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00',
  ],
  [
    'it is a trace in the Common Trace Format (LTTng), or its text',
    '/* CTF 1.8 */\n\ntrace {\n\tmajor = 1;\n\tminor = 8;\n};\n',
  ],
  [
    'it is a trace of Android (ANR)',
    '----- pid 4711 at 2025-03-04 10:00:00.123456 -----\nCmd line: com.depot\nBuild fingerprint: \'x/y\'\n\nDALVIK THREADS (12):\n"main" prio=5 tid=1 Runnable\n  | group="main" sCount=0 dsCount=0 flags=0 obj=0x7 self=0x7\n',
  ],
  [
    'it is a trace of Xdebug',
    'TRACE START [2025-03-04 10:00:00.123456]\n    0.0003     393216   -> {main}() /app/depot.php:0\n    0.0004     393216     -> scan() /app/depot.php:12\n',
  ],
  [
    'it is an archive of 7-Zip or RAR',
    "7z\xbc\xaf'\x1c\x00\x04:\xd4\xaa\xf6\x93\xbb\xf2\xe9\x06\xa8~b\xdeR:\xeao:\xd9F\xdak\n\x93\xa4vh\xbd\xd8\x81\xa9n\xbd1F\x96`\f7\xfd\xba\xbd\xb2\x1f\xf7`!\x18\xb1\xa9!\x87\x15d\x0bm\xb4\x0f~i",
  ],
  [
    'it lists branches of a processor\u2019s trace, which have no stacks',
    '            java  4711 [000]   123.456001234:          1                  branches:uH:      7f00aa10 main+0x10 (/a) =>      7f00bb00 scan+0x0 (/a)\n',
  ],
  [
    'it is compressed with lz4',
    '\x04"M\x18d@\xa7\x0e\xd2\xc9>v\xf8\xa5#6i\xa8Wsg\xfb\n\x02\x81\xa2\x9a ]\xa8\xa6\x8e\x85\x99[\xc90\xc0\x19\xa1\\\xf8>=s\xaeW]\xc8\x85\xdc8n\t\xed\xce\x9a\x80\x07\x89g\x03(\xa3c\xd9\xfd',
  ],
  [
    'it is output of DTrace',
    '\n              libdepot.dylib`depot::scan(int, char const*)+0x10\n              libdepot.dylib`depot::run(int, int)+0x4\n               12\n',
  ],
  [
    'it is output of JMH',
    'Secondary result "depot.Bench.scan:stack":\nStack profiler:\n\n....[Thread state distributions]....................................................................\n 50.0%         RUNNABLE\n\n',
  ],
  [
    'it is output of SystemTap',
    ' 0xffffffff8103ce3b : native_safe_halt+0xb/0x10 [kernel]\n 0xffffffff8101c6a3 : default_idle+0x53/0x1d0 [kernel]\n\t12345\n 0xffffffff8103ce3b : schedule+0xb/0x10 [kernel]\n 0xffffffff8101c6a3 : do_nanosleep+0x53/0x1d0 [kernel]\n\t345\n',
  ],
  [
    'it is output of memleak of bcc, which prints what is in use again and again',
    'Attaching to pid 4711, Ctrl+C to quit.\n[10:00:00] Top 2 stacks with outstanding allocations:\n\t3000 bytes in 3 allocations from stack\n\t\tscan+0x10 [depot]\n\t\tmain+0x4 [depot]\n',
  ],
  [
    'it is output of phpspy',
    '0 sleep <internal>:-1\n1 <main> /app/depot.php:3\n\n0 sleep <internal>:-1\n1 <main> /app/depot.php:3\n\n0 sleep <internal>:-1\n1 <main> /app/depot.php:3\n\n0 sleep <internal>:-1\n1 <main> /app/depot.php:3\n\n0 sleep <internal>:-1\n',
  ],
  [
    'it is statistics of jemalloc, which have no stacks',
    '___ Begin jemalloc statistics ___\nVersion: "5.3.0-0-g54eaed1d8b56b1aa528be3bdd1877e59c56fa90c"\nBuild-time option settings\n',
  ],
  [
    'it is text of perf top, which has no samples',
    '   PerfTop:    3994 irqs/sec  kernel:12.3%  exact:  0.0% lost: 0/0 drop: 0/0 [4000Hz cycles],  (all, 4 CPUs)\n-------------------------------------------------------------------------------\n\n',
  ],
  [
    'it is text of async-profiler 1.0',
    '--- Execution profile ---\nTotal:                 45\nUnknown (native):      1 (2.22%)\n\nSamples: 30 (66.67%)\n\t[ 0] depot.Stock.scan\n\t[ 1] depot.Depot.run\n\nSamples: 15 (33.33%)\n\t[ 0] depot.Clock.tick\n\t[ 1] depot.Depot.run\n',
  ],
  [
    'it is text of async-profiler without stacks (`flat`)',
    'Started [cycles] profiling\n--- Execution profile ---\nTotal samples       : 45\n\n       total  percent  samples  top\n  ----------  -------  -------  ---\n   300000000   66.67%       30  depot.Stock.scan\n',
  ],
  [
    'it is text of jmap or jcmd, which has no stacks',
    '4711:\n garbage-first heap   total 262144K, used 5120K [0x00000000e0000000, 0x0000000100000000)\n  region size 1024K, 6 young (6144K), 0 survivors (0K)\n',
  ],
  [
    'it is text of perf report, which has no samples',
    '# Overhead,Command,Shared Object,Symbol\n75.00%,java,perf-4711.map,[.] depot.Stock.scan\n25.00%,java,perf-4711.map,[.] depot.Clock.tick\n',
  ],
  [
    'it is text of perf report, which has no samples',
    "Samples: 1K of event 'cycles', Event count (approx.): 1234567\n  Children      Self  Command  Shared Object     Symbol\n-   99.90%     0.00%  java     libc.so.6         [.] start_thread\n   - start_thread\n      - 75.00% depot.Stock.scan\n",
  ],
  [
    'it is text of perf report, which has no samples',
    '-   99.90%     0.00%  java     libc.so.6         [.] start_thread\n   - start_thread\n      + 75.00% depot.Stock.scan\n+   25.00%    25.00%  java     perf-4711.map     [.] depot.Clock.tick\n',
  ],
  [
    'it is text of perf stat, which has no stacks',
    'Performance counter statistics:\n\n#         count  event_name                # count / runtime\n  1,234,567,890  cpu-cycles                # 1.8 GHz\n',
  ],
  [
    'it is text of simpleperf',
    'magic: PERFILE2\nheader_size: 104\nattr_size: 136\nattrs[file_section]: offset 104, size 136\n',
  ],
  [
    'it is text of simpleperf',
    'sample:\n  event_type: cpu-cycles\n  time: 123456\n  event_count: 250000\n  thread_id: 4711\n  thread_name: depot\n  vaddr_in_file: 7f00\n  file: /system/lib64/libc.so\n  symbol: scan\n  callchain:\n    vaddr_in_file: 7f10\n',
  ],
  [
    'it is the log of a JVM that crashed',
    '#\n# A fatal error has been detected by the Java Runtime Environment:\n#\n#  SIGSEGV (0xb) at pc=0x00007f10e8c3a000, pid=4711, tid=4712\n#\n# JRE version: OpenJDK Runtime Environment (17.0.9+9) (build 17.0.9+9)\n# Problematic frame:\n',
  ],
  [
    'it shows the stacks of one moment, in the form of eu-stack, lldb, pstack, py-spy, dotnet-stack or Go',
    'Thread (0x1267):\n  [Native Frames]\n  System.Private.CoreLib!System.Threading.Thread.Sleep(int32)\n  depot!Depot.Stock.Scan(int32)\n  depot!Depot.Program.Main(class System.String[])\n\n',
  ],
  [
    'it shows the stacks of one moment, in the form of eu-stack, lldb, pstack, py-spy, dotnet-stack or Go',
    "* thread #1, name = 'depot', stop reason = signal SIGSTOP\n  * frame #0: 0x00007f10 depot`scan at a.c:40\n    frame #1: 0x00007f11 depot`main at a.c:12\n",
  ],
  [
    'it shows the stacks of one moment, in the form of eu-stack, lldb, pstack, py-spy, dotnet-stack or Go',
    '[<0>] futex_wait_queue_me+0xb6/0x120\n[<0>] futex_wait+0x10f/0x240\n[<0>] do_syscall_64+0x3b/0x90\n',
  ],
  [
    'it shows the stacks of one moment, in the form of eu-stack, lldb, pstack, py-spy, dotnet-stack or Go',
    '4711:\t./depot\n-----------------  lwp# 1 / thread# 1  --------------------\n ff1c0a34 read     (0, ffbff4b8, 400)\n 00010a34 main (1, ffbff4b8, 0) + 12\n',
  ],
  [
    'it shows the stacks of one moment, in the form of eu-stack, lldb, pstack, py-spy, dotnet-stack or Go',
    '[{"pid": 4711, "thread_id": 1, "thread_name": "MainThread", "os_thread_id": 4711, "active": true, "owns_gil": false, "frames": [{"name": "scan", "filename": "a.py", "line": 20}]}]',
  ],
  [
    'it shows the stacks of one moment, in the form of gdb or eu-stack',
    '[New LWP 4712]\n[Thread debugging using libthread_db enabled]\nUsing host libthread_db library "/lib/libthread_db.so.1".\n0x00007f in read () from /lib/libc.so.6\n\nThread 2 (Thread 0x7f10 (LWP 4712) "java"):\n#0  0x00007f10e8c3a000 in scan () at a.c:40\n#1  0x00007f10e8c3b000 in main () at a.c:12\n',
  ],
  [
    'it shows the stacks of one moment, in the form of gdb or eu-stack',
    '\nThread 2 (LWP 4712):\n#0  0x00007f10e8c3a000 in scan ()\n#1  0x00007f10e8c3b000 in main ()\n',
  ],
  [
    'its lines have stacks and no counts',
    '(4.711.0);depot:run/0;depot:scan/1\n(4.711.0);depot:run/0;depot:scan/1\n(4.711.0);depot:run/0;depot:scan/1\n(4.711.0);depot:run/0;depot:tick/0\n',
  ],
  [
    'it counts values without stacks, as argdist of bcc does',
    '[10:00:00]\np:c:malloc(size_t size):size_t:size\n\tCOUNT      EVENT\n\t32         size = 16\n\t7          size = 4096\n',
  ],
  [
    'it is output of DTrace',
    '\n  java/lang/Thread.sleep(J)V\n  shop/Shop.tick(I)I*\n  shop/Shop.main([Ljava/lang/String;)V\n  StubRoutines (1)\n                7\n\n  shop/Shop.scan()V\n               12\n',
  ],
  ['it is text of Austin with time and memory in each line', 'P4012;T1;app.py:run:3;app.py:scan:9 120,0,-16'],
  // jstack() below what the tool writes on stderr, below a frame without a descriptor, and without a final newline.
  [
    'it is output of DTrace',
    "dtrace: description 'profile-97 ' matched 1 probe\n\n  shop/Shop.scan()V\n  shop/Shop.main([Ljava/lang/String;)V\n   12\n",
  ],
  ['it is output of DTrace', '\n  StubRoutines (1)\n  shop/Shop.main([Ljava/lang/String;)V\n                7\n'],
  ['it is output of DTrace', '\n  shop/Shop.scan()V\n  shop/Shop.main([Ljava/lang/String;)V\n   12'],
  [
    'it is output of DTrace',
    "dtrace: description 'tick-60s ' matched 1 probe\nCPU     ID                    FUNCTION:NAME\n  0  64091                  :tick-60s",
  ],
  [
    'it is a report of Honest Profiler',
    'Printing Profile for log.hpl\n Flat Profile (by method):\n\t(t 100.0,s  2.0) shop.Shop::main\n\t(t  98.0,s 97.0) shop.Shop::scan\n',
  ],
  [
    'it is a report of Honest Profiler',
    ' Tree Profile:\n  (t 100.0,s  2.0) shop.Shop::main\n   (t 98.0,s 97.0) scan\n',
  ],
  [
    'it is a profile for native-image (.iprof)',
    '{\n  "version": "1.1.0",\n  "types": [\n    { "id": 0, "name": "shop.Shop" }\n  ],\n  "methods": []\n}\n',
  ],
  [
    'it is JSON of d3-flame-graph',
    '{"name":"root","value":110,"children":[{"name":"main","value":110,"children":[]}]}',
  ],
  [
    'it is JSON of d3-flame-graph',
    '{\n "v": 110,\n "n": "root",\n "c": [\n  {"n": "main", "v": 110, "c": []}\n ]\n}\n',
  ],
  [
    'it is an answer of Parca as JSON',
    '{"flamegraph":{"root":{"cumulative":"110","children":[{"meta":{"location":{}}}]}}}',
  ],
  [
    'it is a table of Windows Performance Analyzer',
    'Line #,Process,Thread ID,Stack,Count,Weight (in view) (ms)\n1,java.exe (4711),12,[Root]/java.exe!main,7,7.123\n',
  ],
  [
    'it is output of `go test`, which has no stacks',
    'goos: linux\ngoarch: amd64\npkg: shop\nBenchmarkScan-2 100 1100 ns/op\n',
  ],
  ['it is output of `go test`, which has no stacks', '=== RUN   TestScan\n--- PASS: TestScan (0.01s)\nPASS\n'],
  [
    'it is a log of Go’s collector, which has no stacks',
    'gc 1 @0.012s 2%: 0.026+0.38+0.056 ms clock, 0.10+0.1/0.3/0.4+0.22 ms cpu, 4->4->0 MB, 5 MB goal, 4 P\n',
  ],
] as const)('%s: %j', (hint, text) => {
  for (const variant of textVariants(text)) expect(refusalOf(variant)).toMatchObject({ hint })
})

it('names a tar archive and a recording of Windows by what stands further inside', () => {
  expect(refusalOf('a.folded'.padEnd(257, '\0') + 'ustar'.padEnd(255, '\0'))).toMatchObject({
    hint: 'it is a tar archive',
  })
  const utf16 = Array.from('C:\\shop.etl', (one) => `${one}\0`).join('')
  expect(refusalOf(`\0\0\x01\0${'\0'.repeat(60)}${utf16}`)).toMatchObject({
    hint: expect.stringContaining('ETW') as string,
  })
})

it.each([
  ' ',
  '\t',
  ' \n',
  '0 ',
  '# ',
  '1.1: ',
  '"',
  'a;',
  '] "',
  '-',
  '--- 1 ',
  'Stack,',
  ' a.b()V\n',
  'x 1.1: 1 branches: a ',
])('looks at 64 KiB of %j in less than 2 s of CPU', (part) => {
  const before = process.cpuUsage()
  refusalOf(part.repeat(2 ** 16 / part.length))
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1e6).toBeLessThan(2)
})

it('takes stacks that are not repeated, and a list of names, for nothing that could be counted', () => {
  expect(refusalOf('a;b\na;b\na;c\n')).toMatchObject({ hint: 'its lines have stacks and no counts' })
  for (const text of ['a;b\na;c\n', 'name;"value"\nname;"value"\n']) {
    expect(refusalOf(text)).toMatchObject({ hint: expect.stringContaining('neither samples') as string })
  }
})
