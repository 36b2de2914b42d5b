/**
 * pprof: stacks of locations with values, in Protocol Buffers, as Go, perf_to_profile, async-profiler, Pyroscope and
 * many more write it; here after it was unpacked. Our own export (write-pprof.ts) comes back without loss.
 */
import { noTime } from '../../profile/model/profile-builder.ts'
import { compileTiers, emptyProvenance, type Provenance } from '../../profile/model/profile.ts'
import { createImportBuilder, finishImport, type ReaderResult, type ReaderOptions } from '../reading/import.ts'
import { type HearthMetadata, readHearthMetadata } from '../reading/provenance.ts'
import { createPprofFrames, type StoredFrameKinds } from './pprof-frames.ts'
import { type PprofFile, readPprofFile } from './pprof-file.ts'
import type { Label } from './pprof-samples.ts'
import { chooseValue } from './pprof-values.ts'
import { createStackCollector, unpackFrame, packTieredFrame } from '../reading/stack-collector.ts'
import { createWarnings } from '../reading/warnings.ts'

/**
 * Labels of a pprof sample that are read: thread, time, and those that our own export adds so that nothing is lost.
 *
 *     thread         name                    also `thread name`, `thread_name`, `comm`
 *     thread_id      number                  also `thread id`, `tid`
 *     time           ns since the start      ours; Datadog's `end_timestamp_ns` counts from 1970
 *     hearth.time    the same in ms, as the bits of a double, where ns are not exact
 *     hearth.weight  the weight, as the bits of a double, where it is no int64
 *     hearth.tiers   a digit for each frame, leaf first: index into compileTiers
 */
interface SampleLabels {
  readonly thread: string
  readonly hostTid: number
  /** NaN when no label tells. */
  readonly timeMs: number
  readonly weight: number | null
  readonly tiers: string
}

const threadNames = new Set(['thread', 'thread name', 'thread_name', 'comm'])
const threadIds = new Set(['thread_id', 'thread id', 'tid'])

function readLabels({ strings, timeNanos }: PprofFile, labels: readonly Label[]): SampleLabels {
  let thread = ''
  let hostTid = 0
  let timeMs = noTime
  let weight: number | null = null
  let tiers = ''
  let hasExactTime = false
  for (const { key, str, num, double } of labels) {
    const name = strings[key] ?? ''
    const text = strings[str] ?? ''
    if (threadNames.has(name)) thread = text
    else if (threadIds.has(name)) hostTid = /^\d{1,10}$/.test(text) ? Number(text) : num
    else if (name === 'time' && !hasExactTime) timeMs = num / 1e6
    else if (name === 'end_timestamp_ns') timeMs = (num - timeNanos) / 1e6
    else if (name === 'hearth.time') {
      timeMs = Number.isFinite(double) ? double : noTime
      hasExactTime = true
    } else if (name === 'hearth.weight') weight = double
    else if (name === 'hearth.tiers') tiers = text
  }
  return { thread, hostTid, timeMs, weight, tiers }
}

/**
 * Keeps: one of several values per sample (default_sample_type, else the last); leaves out frames that the file points
 * at and does not hold, and samples whose value is negative; an address without a name is a frame called `0x7f..`.
 *
 * Throws: Problem `unreadable-profile`, `parser-limit`.
 */
export async function readPprof(
  chunks: AsyncIterable<Uint8Array>,
  { provenance = {} }: ReaderOptions = {},
): Promise<ReaderResult> {
  const file = await readPprofFile(chunks)
  const own = findHearthMetadata(file)
  const value = chooseValue(file)
  const builder = createImportBuilder({ isOwn: own !== null })
  const frames = createPprofFrames(file, builder, own)
  const stacks = createStackCollector(builder)
  const warnings = createWarnings()
  if (file.sampleTypes.length > 1) warnings.addCount('values-left-out')

  const { samples } = file
  warnings.addCount('counts-not-usable', samples.unusable(value.index))
  if (!samples.hasAllLabels()) warnings.addCount('labels-left-out')
  for (let row = 0; row < samples.length; row++) {
    const { thread, hostTid, timeMs, weight: exactWeight, tiers } = readLabels(file, samples.labelsOf(row))
    const exact = exactWeight === null ? null : exactWeight * samples.countOf(row)
    const weight = exact ?? samples.valueOf(row, value.index) * (own === null ? value.scale : 1)
    if (!(weight >= 0 && weight < Infinity)) {
      warnings.addCount('counts-not-usable')
      continue
    }
    // Most samples of a heap profile have nothing in use any more.
    if (weight === 0 && own === null) continue
    const locations = samples.locationsOf(row)
    stacks.start()
    for (let depth = 0; depth < locations.length; depth++) {
      const tieredFrames = frames.at(locations[depth]!)
      if (tieredFrames === null) {
        warnings.addCount('frames-missing')
        continue
      }
      const tier = tiers === '' ? undefined : compileTiers[Number(tiers[depth])]
      for (const tiered of tieredFrames)
        stacks.push(tier === undefined ? tiered : packTieredFrame(unpackFrame(tiered), tier))
    }
    builder.sample(stacks.finish(), builder.thread(thread, hostTid), timeMs, weight)
  }

  warnings.addCount('stacks-cut', stacks.cut)
  const described = own?.provenance ?? createProvenance(file, value.event)
  return finishImport({
    ...{ builder, warnings, unit: own?.unit ?? value.unit, described, overrides: provenance },
    ...(own === null && { isNamed: frames.isNamed, mayLackNames: true }),
  })
}

function createProvenance(
  { strings, timeNanos, durationNanos, period, periodType }: PprofFile,
  event: string,
): Provenance {
  const isInTime = periodType !== null && strings[periodType.unit] === 'nanoseconds' && period > 0
  return {
    ...emptyProvenance('pprof'),
    event,
    startedAt: timeNanos > 0 ? timeNanos / 1e6 : null,
    durationMs: durationNanos > 0 ? durationNanos / 1e6 : null,
    frequencyHz: isInTime ? 1e9 / period : null,
  }
}

/** Gives the facts that our own export wrote beside pprof's fields; null when a tool has dropped or damaged them. */
function findHearthMetadata({ own }: PprofFile): (HearthMetadata & StoredFrameKinds) | null {
  const value = parse(own)
  const facts = readHearthMetadata(value)
  const { kinds, namesHash } = (value ?? {}) as Partial<StoredFrameKinds>
  const isWhole = facts !== null && typeof kinds === 'string' && typeof namesHash === 'number'
  return isWhole ? { ...facts, kinds, namesHash } : null
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
