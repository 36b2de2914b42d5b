/**
 * speedscope's own JSON, as py-spy, rbspy, dotnet-trace, Hermes and many others write it. Each of its profiles is a thread
 * here. Our own export (write-speedscope.ts) comes back without loss.
 */
import { Problem } from '../../errors.ts'
import { compileTiers, emptyProvenance, type Provenance } from '../../profile/model/profile.ts'
import { createProfileBuilder, type ProfileBuilder } from '../../profile/model/profile-builder.ts'
import { finishImport, type Imported, type ImportOptions } from '../reading/import.ts'
import { readHearthMetadata } from '../reading/provenance.ts'
import type { NumberColumn } from '../reading/number-column.ts'
import { findUnitScale } from '../pprof/pprof-values.ts'
import { readSpeedscopeFile, type SpeedscopeFile, toTieredFrame } from './speedscope-file.ts'
import { type ProfileSamples, type SampleColumns, getCompleteStoredSamples } from './speedscope-samples.ts'
import { unpackFrame, type TieredFrame, deepestStack } from '../reading/stack-collector.ts'
import { createStackRows } from '../reading/stack-tree.ts'
import { createWarnings } from '../reading/warnings.ts'

/**
 * Keeps: profiles of the first one's unit; leaves out frames that the file does not hold, and samples whose weight is negative
 * or not a number; of a file that was cut, what is there.
 *
 * Throws: Problem `unreadable-profile`.
 */
export async function readSpeedscope(
  chunks: AsyncIterable<Uint8Array>,
  { provenance = {} }: ImportOptions = {},
): Promise<Imported> {
  const warnings = createWarnings()
  const file = await readSpeedscopeFile(chunks, {
    onSkipped: () => warnings.add('events-out-of-order', 0),
    onLeftOpen: (frames) => warnings.add('frames-left-open', 0, frames),
  })
  if (!file.isSpeedscope) throw new Problem('unreadable-profile', { reason: reasonOf(file) })
  warnings.addJsonEnd(file.end)
  const own = readHearthMetadata(file.hearth)
  const builder = createProfileBuilder()
  const profiles = file.profiles.filter(({ type }) => type === 'sampled' || type === 'evented')
  const first = profiles[file.activeProfileIndex] ?? profiles[0]
  const [unit, scale] = findUnitScale(first?.unit ?? 'none')
  const same = profiles.filter((profile) => profile.unit === first!.unit)
  warnings.add('profiles-left-out', 0, profiles.length - same.length)

  const rows = createRows(file, builder, own !== null)
  const threads = same.map((profile) => toThread(profile, profiles.length > 1, unit === 'nanoseconds' ? scale : null))
  const add = ({ columns, name, hostTid, startMs, tiersOf }: Thread, sample: number): void => {
    const weight = columns.weights.at(sample) * scale
    if (!(weight >= 0 && weight < Infinity)) return warnings.add('counts-not-usable', 0)
    const row = rows.rowOf(columns.stacks.at(sample), tiersOf(sample))
    builder.sample(row, builder.thread(name, hostTid), startMs(sample), weight)
  }
  if (own !== null) mergeByTime(threads, add)
  else
    for (const thread of threads)
      for (let sample = 0; sample < thread.columns.stacks.length; sample++) add(thread, sample)

  warnings.add('frames-missing', 0, rows.missing())
  warnings.add('deep-frames-left-out', 0, rows.cut())
  const described = own?.provenance ?? createProvenance(file, same, unit)
  return finishImport({ builder, warnings, unit: own?.unit ?? unit, described, overrides: provenance })
}

/** One profile of the file, its samples to be asked for by number. */
interface Thread {
  readonly name: string
  readonly hostTid: number
  readonly columns: SampleColumns
  readonly startMs: (sample: number) => number
  /** A digit for each frame, root first; '' when none is known. */
  readonly tiersOf: (sample: number) => string
  /** Its place among those of all threads. */
  readonly orderOf: (sample: number) => number
}

/** `scale` makes nanoseconds of the profile's unit, null when that is no time. With one profile its name is that of the file. */
function toThread(profile: ProfileSamples, hasSeveral: boolean, scale: number | null): Thread {
  const isEvented = profile.type === 'evented'
  const columns = isEvented ? profile.evented : profile.sampled
  const name = hasSeveral ? profile.name : ''
  const inMs = scale === null ? Number.NaN : scale / 1e6
  const own = isEvented ? null : getCompleteStoredSamples(profile)
  if (own !== null) {
    return {
      name: own.thread ?? name,
      hostTid: own.hostTid,
      columns,
      startMs: own.times.at,
      tiersOf: (sample) => own.tierRuns[own.tiers.at(sample)] ?? '',
      orderOf: own.order.at,
    }
  }
  const starts = isEvented ? columns.from : sums(columns.weights, columns.stacks.length)
  const startMs = (sample: number) => (starts.at(sample)! - (isEvented ? profile.startValue : 0)) * inMs
  return { name, hostTid: 0, columns, startMs, tiersOf: () => '', orderOf: (sample) => sample }
}

/** The weights of samples in a unit of time follow one another, so their sum is when each began. */
function sums(weights: NumberColumn, length: number): Float64Array {
  const starts = new Float64Array(length)
  let sum = 0
  for (let sample = 0; sample < length; sample++) {
    starts[sample] = sum
    const weight = weights.at(sample)
    if (weight >= 0) sum += weight
  }
  return starts
}

/** Samples of all threads as they stood before they were parted. */
function mergeByTime(threads: readonly Thread[], add: (thread: Thread, sample: number) => void): void {
  const length = threads.reduce((sum, { columns }) => sum + columns.stacks.length, 0)
  const thread = new Uint32Array(length)
  const sample = new Uint32Array(length)
  const order = new Float64Array(length)
  let filled = 0
  for (const [index, { columns, orderOf }] of threads.entries()) {
    for (let of = 0; of < columns.stacks.length; of++, filled++) {
      thread[filled] = index
      sample[filled] = of
      order[filled] = orderOf(of)
    }
  }
  const picks = Uint32Array.from(order.keys()).sort((a, b) => order[a]! - order[b]! || a - b)
  for (const pick of picks) add(threads[thread[pick]!]!, sample[pick]!)
}

/** Rows of our table of stacks for those of the file, each made when a sample first has it: a file may list many that none has. */
function createRows({ frames, stacks }: SpeedscopeFile, builder: ProfileBuilder, isOwn: boolean) {
  const tieredFrames: (TieredFrame | undefined)[] = []
  const withTiers = new Map<string, number>()
  let missing = 0
  const frameOf = (row: number): TieredFrame | null => {
    const index = stacks.second[row]!
    const frame = frames[index]
    if (frame === undefined) {
      missing++
      return null
    }
    return (tieredFrames[index] ??= toTieredFrame(frame, builder, isOwn))
  }
  const tree = createStackRows({ length: stacks.length, parentOf: (row) => stacks.first[row]!, frameOf }, builder)
  return {
    rowOf(stack: number, tiers: string): number {
      if (stack < 0 || tiers === '') return tree.rowOf(stack)
      const key = `${stack} ${tiers}`
      let made = withTiers.get(key)
      if (made === undefined) withTiers.set(key, (made = addTieredStack(stack, tiers)))
      return made
    },
    missing: () => missing,
    cut: () => tree.cut,
  }

  function addTieredStack(stack: number, tiers: string): number {
    const path: number[] = []
    for (let row = stack; row >= 0; row = stacks.first[row]!) path.push(row)
    let made = -1
    for (let depth = 0; depth < path.length && depth < deepestStack; depth++) {
      const tiered = frameOf(path[path.length - 1 - depth]!)
      const tier = compileTiers[Number(tiers[depth])] ?? 'unknown'
      if (tiered !== null) made = builder.stack(made, unpackFrame(tiered), tier)
    }
    return made
  }
}

function reasonOf({ end }: SpeedscopeFile): string {
  return end.stoppedAt === null
    ? 'it is JSON, but not a file of speedscope'
    : `its JSON is damaged or cut off at byte ${end.stoppedAt}`
}

function createProvenance({ exporter }: SpeedscopeFile, profiles: readonly ProfileSamples[], unit: string): Provenance {
  const lengths = profiles.flatMap(({ type, startValue, endValue }) =>
    type === 'evented' && unit === 'nanoseconds' ? [endValue - startValue] : [],
  )
  const longest = lengths.reduce((longer, length) => Math.max(longer, length), 0)
  const [, scale] = findUnitScale(profiles[0]?.unit ?? '')
  const isKnown = longest > 0 && longest < Infinity
  return {
    ...emptyProvenance('speedscope'),
    durationMs: isKnown ? (longest * scale) / 1e6 : null,
    versions: exporter === '' ? {} : { exporter },
  }
}
