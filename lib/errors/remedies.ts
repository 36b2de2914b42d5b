/**
 * What a JVM can lack for an engine, and what can be done about it: texts of failures, and of the doctor's findings.
 */
import { formatBytes } from '../profile/format/units.ts'

/**
 * Why the loader of a JVM's C library refuses a library: files that are not there, or a version of symbols that one of
 * them lacks.
 */
export type LoadObstacle =
  | { readonly kind: 'missing'; readonly files: readonly string[] }
  | { readonly kind: 'too-old'; readonly file: string; readonly version: string }

/** What can be done about each cause. */
export const loadRemedies = {
  missing:
    'Add these files to its image (those of glibc are in the package libc6 of Debian and Ubuntu, glibc of Fedora), or use perf or JFR.',
  'too-old':
    'If HEARTH_ASYNC_PROFILER or HEARTH_PERF_MAP_AGENT names a copy of your own, use one that was built for an older C library; the async-profiler that `npm start` fetches needs glibc 2.17 or musl. Else use JFR.',
  'other-libc':
    'The library was built for another C library: use the async-profiler that `npm start` fetches, which works with glibc and musl, or use perf or JFR.',
  'not-executable':
    'Mount an executable tmpfs on its /tmp (docker run --tmpfs /tmp:exec …), or use perf or JFR, which load nothing.',
  forbidden:
    'A security policy (SELinux, AppArmor) forbids it: allow it there, or use perf or JFR, which load nothing.',
  unknown: 'Use perf or JFR, which load nothing.',
} as const
export type LoadCause = keyof typeof loadRemedies

/**
 * What would fill a JVM's /tmp: a recording of async-profiler or JFR, or the symbol map that perf and bpftrace ask for.
 */
export interface TmpShortage {
  use: 'async-profiler' | 'jfr' | 'map'
  freeBytes: number
  neededBytes: number
}

export function tmpShortage({ use, freeBytes, neededBytes }: TmpShortage): string {
  const who = { 'async-profiler': 'async-profiler needs', jfr: 'JFR needs', map: 'a symbol map may need' }[use]
  return `has ${formatBytes(freeBytes)} free, ${who} ${formatBytes(neededBytes)}`
}

const needsLess = 'Give it more space, or use perf or bpftrace, which put only a symbol map there.'
export const tmpRemedies = { 'async-profiler': needsLess, jfr: needsLess, map: 'Give it more space.' } as const
