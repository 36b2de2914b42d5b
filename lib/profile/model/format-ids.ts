/**
 * The formats of recordings that Hearth reads, and their names for people. Who adds a format adds a row here;
 * CONTRIBUTING.md lists the other files.
 */
export const formatTitles = {
  'perf-script': 'perf script',
  folded: 'folded',
  jfr: 'JFR',
  pprof: 'pprof',
  otlp: 'OTLP profiles',
  'otlp-json': 'OTLP profiles',
  speedscope: 'speedscope',
  cpuprofile: 'Chrome',
  firefox: 'Firefox',
  'async-profiler-html': "async-profiler's page",
  'async-profiler-traces': "async-profiler's traces",
  'thread-dump': 'thread dumps',
  'thread-dump-json': 'thread dumps',
  'hprof-text': 'hprof text',
  flamebearer: "Pyroscope's JSON",
  bpftrace: 'bpftrace',
  'bpftrace-text': 'bpftrace',
  bcc: 'bcc',
  /** The encoded profile itself, and the HTML file around it. */
  hearth: 'what Hearth exported',
  html: 'what Hearth exported',
} as const

/** Names for people of all formats that are read, each once. */
export const readableFormats = [...new Set(Object.values(formatTitles))].join(', ')

export type FormatId = keyof typeof formatTitles
export const formatIds = Object.keys(formatTitles) as [FormatId, ...FormatId[]]
