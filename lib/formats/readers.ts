/** The readers, each loaded when a file needs it: most of the parser's code is of one format. */
export const readers = {
  asyncProfilerPage: () => import('./async-profiler/page.ts'),
  asyncProfilerTraces: () => import('./async-profiler/traces.ts'),
  threadDump: () => import('./thread-dump/thread-dump.ts'),
  threadDumpJson: () => import('./thread-dump/thread-dump-json.ts'),
  hprofText: () => import('./hprof/hprof-text.ts'),
  flamebearer: () => import('./flamebearer/flamebearer.ts'),
  jfr: () => import('./jfr/jfr.ts'),
  pprof: () => import('./pprof/pprof.ts'),
  otlp: () => import('./otlp/otlp.ts'),
  speedscope: () => import('./speedscope/speedscope.ts'),
  firefox: () => import('./firefox/firefox.ts'),
  cpuProfile: () => import('./chrome/cpuprofile.ts'),
  bpftrace: () => import('./bpf/bpftrace.ts'),
  bpftraceText: () => import('./bpf/bpftrace-text.ts'),
  perfScript: () => import('./perf/perf-script.ts'),
  bcc: () => import('./bpf/bcc.ts'),
  difffolded: () => import('./folded/difffolded.ts'),
  folded: () => import('./folded/folded.ts'),
}

/** Loads all readers at once, for a process that then becomes a user who may not read our code. */
export async function loadAllReaders(): Promise<void> {
  await Promise.all(Object.values(readers).map((load) => load() as Promise<unknown>))
}
