/**
 * speedscope's own JSON, as py-spy, rbspy, dotnet-trace, Hermes and many others write it. Each of its profiles is a
 * thread here. Our own export (write-speedscope.ts) comes back without loss.
 */
import { Problem } from '../../errors.ts'
import { compileTiers, emptyProvenance, type Provenance } from '../../profile/model/profile.ts'
import { groupIndexes } from '../../profile/model/sorted-columns.ts'
import type { ProfileBuilder } from '../../profile/model/profile-builder.ts'
import { createImportBuilder, finishImport, type ReaderResult, type ReaderOptions } from '../reading/import.ts'
import { readHearthMetadata } from '../reading/provenance.ts'
import { findUnitScale } from '../pprof/pprof-values.ts'
import { readSpeedscopeFile, type SpeedscopeFile, toTieredFrame } from './speedscope-file.ts'
import {
  addIncomplete,
  type ProfileSamples,
  type StoredSamples,
  getCompleteStoredSamples,
} from './speedscope-samples.ts'
import { unpackFrame, type TieredFrame, deepestStack } from '../reading/stack-collector.ts'
import { createStackRows } from '../reading/stack-tree.ts'
import { explainDamagedJson } from '../json/json-stream.ts'
import { createWarnings } from '../reading/warnings.ts'

/**
 * Keeps: profiles of the first one's unit; leaves out frames that the file does not hold, and samples whose weight is
 * negative or not a number. Reads a file that was cut up to the cut.
 *
 * Throws: Problem `unreadable-profile`.
 */
export async function readSpeedscope(
  chunks: AsyncIterable<Uint8Array>,
  { provenance = {} }: ReaderOptions = {},
): Promise<ReaderResult> {
  const warnings = createWarnings()
  const file = await readSpeedscopeFile(chunks, {
    onSkipped: () => warnings.addCount('events-out-of-order'),
    onLeftOpen: (frames) => warnings.addCount('frames-left-open', frames),
  })
  if (!file.isSpeedscope) throw new Problem('unreadable-profile', explainOther(file))
  warnings.addJsonEnd(file.end)
  const own = readHearthMetadata(file.hearth)
  const builder = createImportBuilder({ isOwn: own !== null })
  const profiles = file.profiles.filter(({ type }) => type === 'sampled' || type === 'evented')
  const first = profiles[file.activeProfileIndex] ?? profiles[0]
  const [unit, scale] = findUnitScale(first?.unit ?? 'none')
  const same = profiles.filter((profile) => profile.unit === first!.unit)
  warnings.addCount('profiles-left-out', profiles.length - same.length)

  const rows = createRows(file, builder, own !== null)
  const nameOf = ({ name }: ProfileSamples) => (profiles.length > 1 ? name : '')
  const threads: OwnThread[] = []
  const others: ProfileSamples[] = []
  for (const profile of same) {
    const own = profile.type === 'sampled' ? getCompleteStoredSamples(profile) : null
    if (own !== null) threads.push({ name: own.thread ?? nameOf(profile), profile, own })
    else others.push(profile)
  }
  mergeByTime(threads, ({ name, profile: { sampled }, own }, sample) => {
    const weight = sampled.weights.at(sample) * scale
    if (!(weight >= 0 && weight < Infinity)) return warnings.addCount('counts-not-usable')
    const row = rows.rowOf(sampled.stacks.at(sample), own.tierRuns[own.tiers.at(sample)] ?? '')
    builder.sample(row, builder.thread(name, own.hostTid), own.times.at(sample), weight)
  })

  others.forEach(addIncomplete)
  const inMs = unit === 'nanoseconds' ? scale / 1e6 : Number.NaN
  const { thread, stack, time, weight } = file.samples.all()
  const { members, starts } = groupIndexes(thread, 2 * (file.profiles.at(-1)?.index ?? 0) + 2)
  for (const profile of others) {
    const isEvented = profile.type === 'evented'
    const group = 2 * profile.index + Number(isEvented)
    if (!isEvented) warnings.addCount('counts-not-usable', profile.unweighted)
    for (const sample of members.subarray(starts[group], starts[group + 1])) {
      const weighed = weight[sample]! * scale
      const startMs = (time[sample]! - (isEvented ? profile.startValue : 0)) * inMs
      if (weighed === Infinity) warnings.addCount('counts-not-usable')
      else builder.sample(rows.rowOf(stack[sample]!, ''), builder.thread(nameOf(profile)), startMs, weighed)
    }
  }

  warnings.addCount('frames-missing', rows.missing())
  warnings.addCount('deep-frames-left-out', rows.cut())
  const described = own?.provenance ?? createProvenance(file, same, unit)
  return finishImport({ builder, warnings, unit: own?.unit ?? unit, described, overrides: provenance })
}

/** One profile of our own file. */
interface OwnThread {
  readonly name: string
  readonly profile: ProfileSamples
  readonly own: StoredSamples
}

/** Samples of all threads as they stood before they were parted. */
function mergeByTime(threads: readonly OwnThread[], add: (thread: OwnThread, sample: number) => void): void {
  const length = threads.reduce((sum, { profile }) => sum + profile.sampled.stacks.length, 0)
  const thread = new Uint32Array(length)
  const sample = new Uint32Array(length)
  const order = new Float64Array(length)
  let filled = 0
  for (const [index, { profile, own }] of threads.entries()) {
    for (let of = 0; of < profile.sampled.stacks.length; of++, filled++) {
      thread[filled] = index
      sample[filled] = of
      order[filled] = own.order.at(of)
    }
  }
  const picks = Uint32Array.from(order.keys()).sort((a, b) => order[a]! - order[b]! || a - b)
  for (const pick of picks) add(threads[thread[pick]!]!, sample[pick]!)
}

/**
 * Rows of our table of stacks for those of the file, each made when a sample first has it: a file may list many that
 * none has.
 */
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

function explainOther({ end: { stoppedAt } }: SpeedscopeFile) {
  return stoppedAt === null ? { reason: 'it is JSON, but not a file of speedscope' } : explainDamagedJson(stoppedAt)
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
