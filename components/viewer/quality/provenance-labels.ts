import type { MergedFrom, Overhead, ProfilerWork, Provenance, Unit } from '../../../lib/profile/model/profile.ts'
import { formatMoment } from '../../../lib/contract/profile-title.ts'
import { formatCount, formatDuration, formatShare } from '../../../lib/profile/format/units.ts'
import { formatWeight } from '../../../lib/profile/format/weight.ts'

const mechanisms: Readonly<Record<string, string>> = {
  ctimer: 'ctimer: a CPU timer for each thread, without kernel frames',
  itimer: 'itimer: one CPU timer for the process, without kernel frames',
  perf_events: 'perf_events: the kernel counts, with kernel frames',
  'cpu-clock': 'cpu-clock: a timer of the kernel',
  cycles: 'cycles: the counter of the processor',
  CPUTimeSample: 'CPUTimeSample: CPU time of each thread, since JDK 25',
  ExecutionSample: 'ExecutionSample: Java threads at work, looked at every few milliseconds',
}

/** What made the samples, in words: real perf events or timers. */
export function formatMechanism(mechanism: string | null): string {
  return mechanism === null ? 'not known' : (mechanisms[mechanism] ?? mechanism)
}

/** `async-profiler · ctimer · helper`, as far as it is known. */
export function formatEngine({
  engine,
  mechanism,
  vantage,
}: Pick<Provenance, 'engine' | 'mechanism' | 'vantage'>): string {
  return [engine, mechanism, vantage].filter((part) => part !== null && part !== '').join(' · ')
}

/** `12% CPU before, 13% during; 2 attaches, 41 ms`. */
export function formatOverhead({ before, during, attaches }: Overhead): string {
  const percent = (load: Overhead['before']) => formatShare(load!.cpuPercent / 100)
  const load =
    before && during
      ? `${percent(before)} CPU before, ${percent(during)} during`
      : during
        ? `${percent(during)} CPU during; not measured before`
        : 'CPU not measured'
  const ms = attaches.reduce((sum, attach) => sum + attach.ms, 0)
  const count = attaches.length === 1 ? '1 attach' : `${attaches.length} attaches`
  return `${load}; ${attaches.length === 0 ? 'no attach' : `${count}, ${formatDuration(ms)}`}`
}

/** `2.4% of the recording, 31 samples: left out of the graph`. */
export function formatProfilerWork({ samples, weight, share }: ProfilerWork, unit: Unit): string {
  if (samples === 0) return 'no samples of its own'
  return `${formatShare(share)} of the recording, ${formatWeight(weight, unit)}: left out of the graph`
}

/** Each profile of a merge: `1: shop-a`, `perf, 2026-11-24 05:46 UTC, 30 s, 1,359 samples`. */
export function listSources({ count, profiles }: MergedFrom): [string, string][] {
  const more = count - profiles.length
  return [
    ...profiles.map(({ name, engine, startedAt, durationMs, samples }, index): [string, string] => [
      `${index + 1}: ${name || 'without a name'}`,
      [
        engine,
        ...(startedAt === null ? [] : [formatMoment(startedAt)]),
        ...(durationMs === null ? [] : [formatDuration(durationMs)]),
        formatWeight(samples, 'samples'),
      ].join(', '),
    ]),
    ...(more > 0 ? [[`and ${formatCount(more)} more`, 'the earliest are listed'] satisfies [string, string]] : []),
  ]
}

/** What the capture cost the JVM, fact by fact. */
export function listOverheadDetails({ before, during, attaches }: Overhead): [string, string][] {
  const load = (name: string, one: Overhead['before']): [string, string][] =>
    one ? [[name, `${formatShare(one.cpuPercent / 100)} of one CPU, over ${formatDuration(one.seconds * 1000)}`]] : []
  return [
    ...load('CPU before', before),
    ...load('CPU during', during),
    ...attaches.map(({ what, ms }): [string, string] => [`attach: ${what}`, formatDuration(ms)]),
  ]
}
