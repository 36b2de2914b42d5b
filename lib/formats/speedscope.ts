/**
 * speedscope's own JSON, as py-spy, rbspy, dotnet-trace, Hermes and many others write it. Each of its profiles is a thread
 * here. Our own export (write-speedscope.ts) comes back without loss.
 */
import { Problem } from '../errors.ts'
import {
  compileTiers,
  emptyProvenance,
  type FrameKind,
  frameKinds,
  type Profile,
  type ProfileWarning,
  type Provenance,
} from '../profile/profile.ts'
import { createProfileBuilder, type ProfileBuilder } from '../profile/profile-builder.ts'
import { readForeignFrame } from './foreign-frame.ts'
import { mergeProvenance, readOwnFacts } from './own-facts.ts'
import { scaleOf } from './pprof-values.ts'
import { readAll } from './read-all.ts'
import { stretchesOf } from './speedscope-evented.ts'
import {
  type EventedProfile,
  readSpeedscopeFile,
  type SampledProfile,
  type SpeedscopeFile,
  type SpeedscopeFrame,
} from './speedscope-file.ts'
import { createStackCollector, frameOfPlace, framePlace, type FramePlace } from './stack-collector.ts'
import { createWarnings } from './warnings.ts'

/**
 * Keeps: profiles of the first one's unit; leaves out frames that the file does not hold, and samples whose weight is negative
 * or not a number.
 *
 * Throws: Problem `unreadable-profile`, `parser-limit`.
 */
export async function readSpeedscope(
  chunks: AsyncIterable<Uint8Array>,
  { provenance = {} }: { readonly provenance?: Partial<Provenance> } = {},
): Promise<{ profile: Profile; warnings: ProfileWarning[] }> {
  const file = readSpeedscopeFile(parseJson(await readAll(chunks)))
  if (file === null) throw new Problem('unreadable-profile', { reason: 'it is JSON, but not a file of speedscope' })
  const own = readOwnFacts(file.hearth)
  const builder = createProfileBuilder()
  const placeOf = placesOf(file, builder, own !== null)
  const stacks = createStackCollector(builder)
  const warnings = createWarnings()
  const first = file.profiles[file.activeProfileIndex] ?? file.profiles[0]
  const [unit, scale] = scaleOf(first?.unit ?? 'none')
  const found: Found[] = []

  const rowOf = (stack: readonly number[], tiers: string): number => {
    stacks.start()
    for (let depth = stack.length - 1; depth >= 0; depth--) {
      const place = placeOf(stack[depth]!)
      const tier = compileTiers[Number(tiers[depth])]
      if (place === undefined) warnings.add('frames-missing', 0)
      else stacks.push(tier === undefined ? place : framePlace(frameOfPlace(place), tier))
    }
    return stacks.finish()
  }

  for (const profile of file.profiles) {
    if (profile.unit !== first!.unit) {
      warnings.add('profiles-left-out', 0)
      continue
    }
    const samples = profile.type === 'sampled' ? sampledOf(profile) : eventedOf(profile)
    for (const { stack, tiers, ...rest } of samples) {
      const weight = rest.weight * scale
      if (weight >= 0 && weight < Infinity) found.push({ ...rest, row: rowOf(stack, tiers), weight })
      else warnings.add('counts-not-usable', 0)
    }
  }
  if (own !== null) found.sort((a, b) => a.order - b.order)
  for (const { row, thread, hostTid, timeMs, weight } of found)
    builder.sample(row, builder.thread(thread, hostTid), timeMs, weight)

  warnings.add('stacks-cut', 0, stacks.cut)
  const listed = warnings.list()
  const described = own?.provenance ?? describe(file, unit)
  const profile = builder.finish(own?.unit ?? unit, mergeProvenance(described, provenance, listed))
  return { profile, warnings: listed }

  function* eventedOf(profile: EventedProfile): Generator<Given> {
    const inMs = scaleOf(profile.unit)[0] === 'nanoseconds' ? scale / 1e6 : Number.NaN
    const thread = threadOf(file!, profile.name)
    for (const { stack, from, weight } of stretchesOf(profile, () => warnings.add('events-out-of-order', 0)))
      yield { stack, weight, thread, hostTid: 0, timeMs: (from - profile.startValue) * inMs, tiers: '', order: 0 }
  }

  /** The weights of samples in a unit of time follow one another, so their sum is when each began. */
  function* sampledOf({ name, unit: of, samples, weights, hearth }: SampledProfile): Generator<Given> {
    const inMs = scaleOf(of)[0] === 'nanoseconds' ? scale / 1e6 : Number.NaN
    const thread = hearth?.thread ?? threadOf(file!, name)
    let sum = 0
    for (const [index, stack] of samples.entries()) {
      const weight = weights[index] ?? Number.NaN
      const timeMs = hearth === null ? sum * inMs : (hearth.times[index] ?? Number.NaN)
      const tiers = hearth?.tierRuns[hearth.tiers[index]!] ?? ''
      yield {
        stack,
        weight,
        thread,
        hostTid: hearth?.hostTid ?? 0,
        timeMs,
        tiers,
        order: hearth?.order[index] ?? index,
      }
      if (weight >= 0) sum += weight
    }
  }
}

/** A sample as the file tells it. */
interface Given {
  readonly stack: readonly number[]
  readonly tiers: string
  readonly weight: number
  readonly thread: string
  readonly hostTid: number
  readonly timeMs: number
  readonly order: number
}
type Found = Omit<Given, 'stack' | 'tiers'> & { readonly row: number }

/** Each frame is made when a stack first holds it: a file may list many that none does. */
function placesOf({ frames }: SpeedscopeFile, builder: ProfileBuilder, isOwn: boolean) {
  const places: FramePlace[] = []
  const make = ({ name, file = '', kind, raw = name }: SpeedscopeFrame): FramePlace => {
    if (isOwn && isKind(kind)) return framePlace(builder.frame(name, kind, { raw, module: file }), 'unknown')
    const frame = readForeignFrame(name, file, '')
    return framePlace(builder.frame(frame.name, frame.kind, { raw: frame.raw }), frame.tier)
  }
  return (index: number): FramePlace | undefined => {
    const frame = frames[index]
    return frame === undefined ? undefined : (places[index] ??= make(frame))
  }
}

const isKind = (kind: string | undefined): kind is FrameKind => frameKinds.some((one) => one === kind)

/** With one profile its name is that of the file, not of a thread. */
function threadOf({ profiles }: SpeedscopeFile, name: string): string {
  return profiles.length > 1 ? name : ''
}

function describe({ exporter, profiles }: SpeedscopeFile, unit: string): Provenance {
  const lengths = profiles.flatMap((profile) =>
    profile.type === 'evented' && unit === 'nanoseconds' ? [profile.endValue - profile.startValue] : [],
  )
  const longest = lengths.reduce((longer, length) => Math.max(longer, length), 0)
  const [, scale] = scaleOf(profiles[0]?.unit ?? '')
  const isKnown = longest > 0 && longest < Infinity
  return {
    ...emptyProvenance('speedscope'),
    durationMs: isKnown ? (longest * scale) / 1e6 : null,
    versions: exporter === '' ? {} : { exporter },
  }
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch (cause) {
    throw new Problem('unreadable-profile', { reason: 'its JSON is damaged' }, { cause })
  }
}
