/**
 * Detects whose JSON a file is by its first bytes. Members may come in any order, so each pattern may match anywhere in
 * these.
 */
import type { FormatAnswer, FileStart } from '../reading/file-start.ts'
import { speedscopeSchema } from '../speedscope/speedscope-file.ts'

/** A byte-order mark is passed over. */
const beginsJson = /^(\xef\xbb\xbf)?\s*(\{|(?!\[(?:\d+\][ \t]+\S|\d\d:\d\d:\d\d))\[\s*[{\]\d"])/
const beginsList = /^(\xef\xbb\xbf)?\s*\[/

/**
 * An object or a list; folded text may begin with `[http-1 tid=4711]` or `[libc.so.6]`, perf script with the CPU
 * `[001]`, a log with the time `[10:00:00]`.
 */
export function isJson({ text }: Pick<FileStart, 'text'>): boolean {
  return beginsJson.test(text)
}

/** Yes: it names speedscope's schema. Maybe: it has one of the keys that such a file has. */
export function isSpeedscope({ text }: Pick<FileStart, 'text'>): FormatAnswer {
  if (beginsList.test(text)) return 'no'
  if (text.includes(speedscopeSchema)) return 'yes'
  return /"shared"\s*:|"profiles"\s*:/.test(text) ? 'maybe' : 'no'
}

/** Yes: it tells its version, or has the libraries of a raw profile. Maybe: it has tables of that name. */
export function isFirefox({ text }: Pick<FileStart, 'text'>): FormatAnswer {
  if (beginsList.test(text)) return 'no'
  if (/"(preprocessedProfileVersion|breakpadId)"\s*:/.test(text)) return 'yes'
  if (/"(stackTable|frameTable|markerSchema)"\s*:/.test(text)) return 'yes'
  return /"meta"\s*:\s*\{/.test(text) && /"(threads|libs|interval|processes)"\s*:/.test(text) ? 'maybe' : 'no'
}

/** Yes: nodes of V8's profiler, or a trace that says it holds some. Maybe: any trace, whose profiles may come later. */
export function isCpuProfile({ text }: Pick<FileStart, 'text'>): FormatAnswer {
  if (/"callFrame"\s*:\s*\{/.test(text) || /"name"\s*:\s*"ProfileChunk"/.test(text)) return 'yes'
  if (/"head"\s*:\s*\{/.test(text) && /"functionName"\s*:/.test(text)) return 'yes'
  if (/"timeDeltas"\s*:\s*\[/.test(text) || /"traceEvents"\s*:\s*\[/.test(text)) return 'maybe'
  return beginsList.test(text) && /"ph"\s*:/.test(text) && /"ts"\s*:/.test(text) ? 'maybe' : 'no'
}

/** Yes: a flame graph of Pyroscope, whose boxes stand by level, or the table that Grafana draws one from. */
export function isFlamebearer({ text }: Pick<FileStart, 'text'>): FormatAnswer {
  if (/"flamebearer"\s*:\s*\{/.test(text) || /"levels"\s*:\s*\[\s*(\[\s*\d+\s*,|\{\s*"values"\s*:)/.test(text))
    return 'yes'
  return /"fields"\s*:\s*\[[^]*"name"\s*:\s*"level"[^]*"name"\s*:\s*"self"/.test(text) ? 'yes' : 'no'
}

/** Yes: a dump of a JVM's threads. */
export function isThreadDumpJson({ text }: Pick<FileStart, 'text'>): FormatAnswer {
  return /"threadDump"\s*:\s*\{/.test(text) ? 'yes' : 'no'
}
