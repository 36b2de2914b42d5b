import type { Overhead, Provenance } from '../../../lib/profile/model/profile.ts'
import { formatDuration } from '../../format/units.ts'

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

/** `12 % CPU before, 13 % during; 2 attaches, 41 ms`. */
export function formatOverhead({ before, during, attaches }: Overhead): string {
  const percent = (load: Overhead['before']) => `${load!.cpuPercent.toFixed(load!.cpuPercent < 10 ? 1 : 0)} %`
  const load =
    before && during
      ? `${percent(before)} CPU before, ${percent(during)} during`
      : during
        ? `${percent(during)} CPU during; not measured before`
        : 'CPU not measured'
  const ms = attaches.reduce((sum, attach) => sum + attach.ms, 0)
  const count = attaches.length === 1 ? '1 attach' : `${attaches.length} attaches`
  return `${load}; ${attaches.length === 0 ? 'the JVM was asked nothing' : `${count}, ${formatDuration(ms)}`}`
}

/** What the capture cost the JVM, fact by fact. */
export function listOverheadDetails({ before, during, attaches }: Overhead): [string, string][] {
  const load = (name: string, one: Overhead['before']): [string, string][] =>
    one ? [[name, `${one.cpuPercent.toFixed(1)} % of one CPU, over ${formatDuration(one.seconds * 1000)}`]] : []
  return [
    ...load('CPU before', before),
    ...load('CPU during', during),
    ...attaches.map(({ what, ms }): [string, string] => [`asked: ${what}`, formatDuration(ms)]),
  ]
}
