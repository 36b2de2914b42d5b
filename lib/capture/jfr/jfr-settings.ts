/** Which JFR events make which graph, and how they are asked for. Never a preset: those hold environment variables. */
import type { EventId } from '../../profile/model/event-ids.ts'
import { cpuTimeVersion, exceptionThrottleVersion } from '../../targets/readiness/jfr.ts'

/** `jdk.ExecutionSample#period` to `10ms`. */
export type JfrSettings = ReadonlyMap<string, string>

/** First with jdk.ObjectAllocationSample, which has a bound on its cost. */
const allocationSampleVersion = 16
/** First whose JFR.start takes settings of single events. */
const inlineVersion = 17

/** These always have stacks; others only when they are asked for. */
const samplers = ['ExecutionSample', 'CPUTimeSample']
/** Events about the samples: how many were lost, which threads are no older than the recording. */
const aboutSamples = ['CPUTimeSamplesLost', 'ThreadStart']
/** Bytes of settings in one attach request: the rest of it is less than 200 bytes long. */
const inlineBytes = 800

/** HotSpot's sampler wakes up no more often. */
const shortestPeriodMs = 10
/** Shorter waits are not worth an event each. */
const threshold = '1 ms'

export interface SettingsRequest {
  readonly events: readonly EventId[]
  /** Feature version of the JDK. */
  readonly feature: number
  readonly frequencyHz: number
}

export function samplingPeriodMs(frequencyHz: number): number {
  return Math.max(shortestPeriodMs, Math.round(1000 / frequencyHz))
}

export function jfrSettings(request: SettingsRequest): JfrSettings {
  const settings = new Map<string, string>()
  for (const event of request.events) {
    for (const name of eventsOf(event, request.feature)) {
      settings.set(`jdk.${name}#enabled`, 'true')
      if (![...samplers, ...aboutSamples].includes(name)) settings.set(`jdk.${name}#stackTrace`, 'true')
      const [option, value] = optionOf(name, request) ?? []
      if (option !== undefined) settings.set(`jdk.${name}#${option}`, value!)
    }
  }
  return settings
}

/**
 * Gives the settings as arguments of JFR.start; null where it must read a file: the JDK is older, or they are too many.
 */
export function inlineSettings(settings: JfrSettings, feature: number): string[] | null {
  // With a plus an event that the preset does not know is added; without it there is a warning and an empty recording.
  const options = ['settings=none', ...Array.from(settings, ([name, value]) => `+${name}=${value.replace(' ', '')}`)]
  return feature >= inlineVersion && options.join(' ').length <= inlineBytes ? options : null
}

/** A file of settings, as the JDK's own default.jfc is one. */
export function settingsFile(settings: JfrSettings): string {
  const byEvent = Map.groupBy(settings, ([name]) => name.split('#')[0]!)
  const events = Array.from(byEvent, ([name, entries]) => {
    const lines = entries.map(([key, value]) => `    <setting name="${key.split('#')[1]}">${value}</setting>\n`)
    return `  <event name="${name}">\n${lines.join('')}  </event>\n`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<configuration version="2.0">\n${events.join('')}</configuration>\n`
}

function eventsOf(event: EventId, feature: number): string[] {
  switch (event) {
    case 'cpu':
      return feature >= cpuTimeVersion ? ['CPUTimeSample', 'CPUTimeSamplesLost'] : ['ExecutionSample']
    case 'alloc':
      return feature >= allocationSampleVersion
        ? ['ObjectAllocationSample', 'ThreadStart']
        : ['ObjectAllocationInNewTLAB', 'ObjectAllocationOutsideTLAB']
    case 'lock':
      return ['JavaMonitorEnter', 'ThreadPark']
    case 'exceptions':
      return ['JavaExceptionThrow']
    case 'io':
      return ['SocketRead', 'SocketWrite', 'FileRead', 'FileWrite']
    default:
      throw new Error(`JFR has no event for ${event}`)
  }
}

function optionOf(name: string, { feature, frequencyHz }: SettingsRequest): [string, string] | null {
  const period = `${samplingPeriodMs(frequencyHz)} ms`
  switch (name) {
    case 'ExecutionSample':
      return ['period', period]
    case 'CPUTimeSample':
      return ['throttle', period]
    case 'ObjectAllocationSample':
      return ['throttle', '1000/s']
    case 'JavaExceptionThrow':
      return feature >= exceptionThrottleVersion ? ['throttle', '1000/s'] : null
    case 'CPUTimeSamplesLost':
    case 'ThreadStart':
    case 'ObjectAllocationInNewTLAB':
    case 'ObjectAllocationOutsideTLAB':
      return null
    default:
      return ['threshold', threshold]
  }
}
