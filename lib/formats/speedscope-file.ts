/**
 * The shape of a speedscope file, and ours inside it.
 *
 * Source: file-format-schema.json of speedscope 1.25; unknown keys are allowed there and passed over by speedscope.
 */
export const speedscopeSchema = 'https://www.speedscope.app/file-format-schema.json'

export interface SpeedscopeFrame {
  readonly name: string
  /** Source file; our own export puts the module here. */
  readonly file?: string
  /** Ours: the kind, and the raw name where it differs. */
  readonly kind?: string
  readonly raw?: string
}

/** Every stack as it was observed, root first. */
export interface SampledProfile {
  readonly type: 'sampled'
  readonly name: string
  readonly unit: string
  readonly startValue: number
  readonly samples: readonly (readonly number[])[]
  readonly weights: readonly number[]
  readonly hearth: OwnSamples | null
}

/** Every moment at which a frame opened (O) or closed (C). */
export interface EventedProfile {
  readonly type: 'evented'
  readonly name: string
  readonly unit: string
  readonly startValue: number
  readonly endValue: number
  readonly events: readonly { readonly type: string; readonly at: number; readonly frame: number }[]
}

/** Ours: what speedscope has no place for, of the samples of one thread. */
export interface OwnSamples {
  readonly thread: string
  readonly hostTid: number
  /** Place of each sample among those of all threads. */
  readonly order: readonly number[]
  /** Milliseconds since the start, null for none. */
  readonly times: readonly (number | null)[]
  /** Distinct runs of tiers, a digit for each frame, root first; '' when no tier of a stack is known. */
  readonly tierRuns: readonly string[]
  /** For each sample its run. */
  readonly tiers: readonly number[]
}

export interface SpeedscopeFile {
  readonly frames: readonly SpeedscopeFrame[]
  readonly profiles: readonly (SampledProfile | EventedProfile)[]
  readonly activeProfileIndex: number
  readonly name: string
  readonly exporter: string
  /** Not yet checked. */
  readonly hearth: unknown
}

/** What of a parsed JSON is a speedscope file; parts of another shape become empty ones. Null when nothing is. */
export function readSpeedscopeFile(value: unknown): SpeedscopeFile | null {
  if (!isRecord(value) || !isRecord(value.shared) || !Array.isArray(value.shared.frames)) return null
  if (!Array.isArray(value.profiles)) return null
  return {
    frames: value.shared.frames.map(readFrame),
    profiles: value.profiles.flatMap((profile: unknown) => readProfile(profile) ?? []),
    activeProfileIndex: numberOr(value.activeProfileIndex, 0),
    name: textOr(value.name, ''),
    exporter: textOr(value.exporter, ''),
    hearth: value.hearth,
  }
}

function readFrame(value: unknown): SpeedscopeFrame {
  const { name, file, kind, raw } = isRecord(value) ? value : {}
  return {
    name: textOr(name, ''),
    ...(typeof file === 'string' && { file }),
    ...(typeof kind === 'string' && { kind }),
    ...(typeof raw === 'string' && { raw }),
  }
}

function readProfile(value: unknown): SampledProfile | EventedProfile | null {
  if (!isRecord(value)) return null
  const { name, unit, startValue, endValue, samples, weights, events, hearth } = value
  const common = { name: textOr(name, ''), unit: textOr(unit, 'none'), startValue: numberOr(startValue, 0) }
  if (value.type === 'sampled' && Array.isArray(samples) && Array.isArray(weights)) {
    return {
      ...common,
      type: 'sampled',
      samples: samples.map((stack: unknown) => (Array.isArray(stack) ? stack.map((frame) => numberOr(frame, -1)) : [])),
      weights: weights.map((weight) => numberOr(weight, Number.NaN)),
      hearth: readOwnSamples(hearth, samples.length),
    }
  }
  if (value.type !== 'evented' || !Array.isArray(events)) return null
  return { ...common, type: 'evented', endValue: numberOr(endValue, 0), events: events.map(readEvent) }
}

function readEvent(value: unknown) {
  const { type, at, frame } = isRecord(value) ? value : {}
  return { type: textOr(type, ''), at: numberOr(at, Number.NaN), frame: numberOr(frame, -1) }
}

function readOwnSamples(value: unknown, length: number): OwnSamples | null {
  if (!isRecord(value)) return null
  const { thread, hostTid, order, times, tierRuns, tiers } = value
  const isWhole =
    typeof thread === 'string' &&
    isIndex(hostTid) &&
    isListOf(order, isIndex, length) &&
    isListOf(times, isTime, length) &&
    isListOf(tiers, isIndex, length) &&
    isListOf(tierRuns, (run): run is string => typeof run === 'string')
  return isWhole ? { thread, hostTid, order, times, tierRuns, tiers } : null
}

function isListOf<T>(value: unknown, isPart: (part: unknown) => part is T, length?: number): value is T[] {
  return Array.isArray(value) && (length === undefined || value.length === length) && value.every(isPart)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const isIndex = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) < 2 ** 32
const isTime = (value: unknown): value is number | null => value === null || Number.isFinite(value)
const textOr = (value: unknown, other: string) => (typeof value === 'string' ? value : other)
const numberOr = (value: unknown, other: number) => (typeof value === 'number' ? value : other)
