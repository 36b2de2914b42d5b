/** Reads from the settings of a recording how its samples were made. */
import type { Writer } from './frame-names.ts'
import type { SampleEvent } from './sample-events.ts'

type SettingsByName = ReadonlyMap<string, string>
interface WrittenSettings {
  readonly settings: SettingsByName
  readonly writer: Writer
}

/** Whether a setting is one of the few that are read here, of hundreds. */
export function isUsedSetting(key: string): boolean {
  return usedSettings.has(key)
}

/** async-profiler writes settings of the whole run under its own recording, the rest under events. */
const run = 'jdk.ActiveRecording'
const usedSettings: ReadonlySet<string> = new Set([
  ...['version', 'event', 'engine', 'cstack'].map((name) => `${run}#${name}`),
  ...['interval', 'wall', 'period'].map((name) => `jdk.ExecutionSample#${name}`),
  ...['jdk.CPUTimeSample#throttle', 'jdk.JavaMonitorEnter#threshold', 'jdk.SocketRead#threshold'],
])
const eventsOfTime = /^(cpu|cpu-clock|task-clock|cycles|itimer|ctimer|wall)?$/

/**
 * `ctimer`, `perf_events` and so on, as async-profiler says; null when it says nothing. Events of no clock are named.
 */
export function readMechanism({ graph, mechanism }: SampleEvent, { settings, writer }: WrittenSettings): string | null {
  if (writer !== 'async-profiler') return mechanism ?? null
  if (graph !== 'cpu') return null
  const engine = settings.get(`${run}#engine`) ?? ''
  const event = settings.get(`${run}#event`) ?? ''
  return [engine, eventsOfTime.test(event) ? '' : event].filter((text) => text !== '').join(', ') || null
}

/** Null when async-profiler has not written this. */
export function readProfilerVersion({ settings }: WrittenSettings): string | null {
  return settings.get(`${run}#version`) ?? null
}

/** Whether async-profiler read HotSpot's structures; with the other ways it cannot tell how a frame was compiled. */
export function isStackWalked(settings: SettingsByName): boolean {
  return settings.get(`${run}#cstack`)?.startsWith('vm') ?? false
}

/**
 * Which graph all samples of async-profiler up to 2 are of: it wrote one state for the CPU and the wall clock. Null
 * where the state of each sample tells: of later versions, and of 2.10 when it sampled both clocks.
 *
 * Source: flightRecorder.cpp of 2.0 to 3.0; STATE_DEFAULT came with 2.10, which led to 3.0. A setting `wall` below 0 is
 * none.
 */
export function findGraphOfAllSamples(settings: SettingsByName): 'cpu' | 'wall' | null {
  if (!/^[12]\./.test(settings.get(`${run}#version`) ?? '')) return null
  if (settings.get(`${run}#event`) === 'wall') return 'wall'
  return Number(settings.get('jdk.ExecutionSample#wall') ?? -1) >= 0 ? null : 'cpu'
}

/** Per thread and second; null when the recording does not say. */
export function readFrequency({ graph, mechanism }: SampleEvent, { settings, writer }: WrittenSettings): number | null {
  if (writer === 'async-profiler') return asyncFrequency(graph, settings)
  if (mechanism === 'CPUTimeSample') return perSecond(settings.get('jdk.CPUTimeSample#throttle'))
  return mechanism === 'ExecutionSample' ? perSecond(settings.get('jdk.ExecutionSample#period')) : null
}

/** `10 ms` when events shorter than that were not recorded; null for none, and where async-profiler recorded them. */
export function readThreshold({ graph }: SampleEvent, { settings, writer }: WrittenSettings): string | null {
  if (writer !== 'jdk') return null
  const event = graph === 'lock' ? 'jdk.JavaMonitorEnter' : graph === 'io' ? 'jdk.SocketRead' : null
  const threshold = event === null ? undefined : settings.get(`${event}#threshold`)
  return threshold !== undefined && (millisecondsIn(threshold) ?? 0) > 0 ? threshold : null
}

/** Where the interval is 0, async-profiler takes 10 ms for the CPU. That of events of no clock is a count. */
function asyncFrequency(graph: string, settings: SettingsByName): number | null {
  if (graph !== 'cpu' && graph !== 'wall') return null
  if (graph === 'cpu' && !eventsOfTime.test(settings.get(`${run}#event`) ?? '')) return null
  const isWallRun = settings.get(`${run}#event`) === 'wall'
  const name = graph === 'cpu' || isWallRun ? 'interval' : 'wall'
  const nanoseconds = Number(settings.get(`jdk.ExecutionSample#${name}`) ?? Number.NaN)
  if (nanoseconds === 0 && graph === 'cpu') return 100
  return nanoseconds > 0 ? 1e9 / nanoseconds : null
}

function perSecond(period: string | undefined): number | null {
  const milliseconds = millisecondsIn(period ?? '')
  return milliseconds === null || milliseconds === 0 ? null : 1000 / milliseconds
}

const millisecondsPer: Readonly<Record<string, number>> = { ns: 1e-6, us: 1e-3, ms: 1, s: 1000, m: 60_000 }

/** Reads `20 ms` or `10ms`; gives null for anything else, such as the rate `500/s`. */
function millisecondsIn(text: string): number | null {
  const duration = /^(\d{1,12}) ?(ns|us|ms|s|m)$/.exec(text)
  return duration === null ? null : Number(duration[1]) * millisecondsPer[duration[2]!]!
}
