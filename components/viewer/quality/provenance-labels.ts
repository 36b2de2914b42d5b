import { capitalise } from '../../../lib/profile/format/capitalise.ts'
import { kindGroups } from '../../../lib/profile/colour/colour-group.ts'
import {
  type FrameKind,
  frameKinds,
  type MergedFrom,
  type Overhead,
  type ProfilerWork,
  type Provenance,
  type Unit,
} from '../../../lib/profile/model/profile.ts'
import { engineNames, getEngineLabel } from '../../../lib/contract/engines.ts'
import { formatMoment } from '../../../lib/contract/profile-title.ts'
import { formatCount, formatCountOf, formatDuration, formatShare } from '../../../lib/profile/format/units.ts'
import { formatWeight } from '../../../lib/profile/format/weight.ts'

const mechanisms: Readonly<Record<string, string>> = {
  ctimer: 'ctimer: a CPU timer for each thread, without kernel frames',
  itimer: 'itimer: one CPU timer for the process, without kernel frames',
  perf_events: 'perf_events: the kernel counts, with kernel frames',
  'cpu-clock': 'cpu-clock: a timer of the kernel',
  cycles: 'cycles: the counter of the processor',
  CPUTimeSample: 'CPUTimeSample: CPU time of each thread, since JDK 25',
  ExecutionSample: 'ExecutionSample: Java threads at work, looked at every few milliseconds',
  sched_switch: 'sched_switch: each switch of a thread, from the scheduler of the kernel',
}

/** Says what the mechanism is: a timer, a counter or an event. One that the table lacks is given as it is. */
export function formatMechanism(mechanism: string): string {
  return mechanisms[mechanism] ?? mechanism
}

/** Gives what is known of `async-profiler · ctimer · helper`. */
export function formatEngine({
  engine,
  mechanism,
  vantage,
}: Pick<Provenance, 'engine' | 'mechanism' | 'vantage'>): string {
  return [getEngineLabel(engine), mechanism, vantage].filter((part) => part !== null && part !== '').join(' · ')
}

/** `2.4% of the recording, 31 samples: left out of the graph`. */
export function formatProfilerWork({ samples, weight, share }: ProfilerWork, unit: Unit): string {
  if (samples === 0) return 'no samples of its own'
  return `${formatShare(share)} of the recording, ${formatWeight(weight, unit)}: left out of the graph`
}

/** Lists each profile of a merge: `1: shop-a`, `perf, 2026-11-24 05:46 UTC, 30 s, 1,359 samples`. */
export function listSources({ count, profiles }: MergedFrom, unit: Unit): [string, string][] {
  const more = count - profiles.length
  return [
    ...profiles.map(({ name, engine, startedAt, durationMs, samples }, index): [string, string] => [
      `${index + 1}: ${name || 'without a name'}`,
      [
        getEngineLabel(engine),
        ...(startedAt === null ? [] : [formatMoment(startedAt)]),
        ...(durationMs === null ? [] : [formatDuration(durationMs)]),
        // Where the unit is not samples, what a file holds may be lines.
        unit === 'samples' ? formatWeight(samples, unit) : formatCountOf(samples, 'record'),
      ].join(', '),
    ]),
    ...(more > 0 ? [[`and ${formatCount(more)} more`, 'the earliest are listed'] satisfies [string, string]] : []),
  ]
}

/**
 * Lists the cost for the JVM: `CPU of the JVM, before`, `12.4% of one CPU, over 2 s`; how often Hearth attached to it,
 * and with which commands. CPU is that of the whole container (or process, outside one), and may be above 100%.
 */
export function listOverhead({ before, during, attaches }: Overhead): [string, string][] {
  const load = (one: Overhead['before']) =>
    one ? `${formatShare(one.cpuPercent / 100)} of one CPU, over ${formatDuration(one.seconds * 1000)}` : 'not measured'
  return [
    ['CPU of the JVM, before', load(before)],
    ['CPU of the JVM, during', load(during)],
    ['Attached to the JVM', formatAttaches(attaches)],
  ]
}

/** `11 times, 1.8 s in all. Commands: load an agent 10, jcmd 1`. */
function formatAttaches(attaches: Overhead['attaches']): string {
  if (attaches.length === 0) return 'never'
  const counts = new Map<string, number>()
  for (const { what: command } of attaches) {
    const what = command === 'load' ? 'load an agent' : command
    counts.set(what, (counts.get(what) ?? 0) + 1)
  }
  const kinds = Array.from(counts, ([what, count]) => (counts.size === 1 ? what : `${what} ${count}`)).join(', ')
  const time = formatDuration(attaches.reduce((sum, attach) => sum + attach.ms, 0))
  const times = attaches.length === 1 ? `once, ${time}` : `${attaches.length} times, ${time} in all`
  return `${times}. ${counts.size === 1 ? 'Command' : 'Commands'}: ${kinds}`
}

/**
 * Gives `Main class` for `mainClass`, `JDK` for `jdk`: the label of a fact about the target, or of a tool. Names of
 * engines stay as they are.
 */
export function labelOfKey(key: string): string {
  if (engineNames.includes(key)) return key
  const text = key
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/\b(pid|id|jdk|jvm)\b/g, (word) => word.toUpperCase())
  return capitalise(text)
}

/**
 * Lists the share of named frames for each kind and for all kinds together: `Java`, `99.8% of 3,120 frames`. A frame
 * counts once for each sample that it is in.
 */
export function listNamedFrames(resolution: Provenance['resolution']): [string, string][] {
  const kinds = Object.entries(resolution)
  const counts = kinds.map(([, count]) => count)
  const sum = (of: 'frames' | 'named') => counts.reduce((total, count) => total + count[of], 0)
  const all = { frames: sum('frames'), named: sum('named') }
  const rows = kinds.map(([kind, count]) => [isKind(kind) ? kindGroups[kind].label : kind, count] as const)
  return [...rows, ...(rows.length > 1 ? [['all kinds', all] as const] : [])].map(([label, { frames, named }]) => [
    capitalise(label),
    frames === 0 ? 'none' : `${formatShare(named / frames)} of ${formatCountOf(frames, 'frame')}`,
  ])
}

const isKind = (kind: string): kind is FrameKind => frameKinds.some((known) => known === kind)
