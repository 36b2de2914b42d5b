/**
 * Reads files of the Firefox Profiler: of Firefox itself, of samply, and of any other tool whose files its page shows.
 * Each thread of each process is a thread here. Threads are sampled whether they run or wait: the event is wall time.
 */
import { Problem } from '../../errors.ts'
import { emptyProvenance, type Provenance, type Unit } from '../../profile/model/profile.ts'
import { noTime, type ProfileBuilder } from '../../profile/model/profile-builder.ts'
import { type FirefoxFile, type FirefoxProcess, type FirefoxThread, readFirefoxFile } from './firefox-file.ts'
import { firefoxFrame } from './firefox-frames.ts'
import { columnOf, type FirefoxTables } from './firefox-tables.ts'
import { createImportBuilder, finishImport, type ReaderResult, type ReaderOptions } from '../reading/import.ts'
import { packTieredFrame, type TieredFrame } from '../reading/stack-collector.ts'
import { createStackRows, type StackRows } from '../reading/stack-tree.ts'
import { explainDamagedJson } from '../json/json-stream.ts'
import { createWarnings, type Warnings } from '../reading/warnings.ts'
import { takeStart } from '../../profile/names/cut-text.ts'

/** Characters that are kept of the name of the recorder. */
const longestProduct = 200
/** ms since 1970 of the last moment that a Date can be. */
const lastMomentMs = 8.64e15

const units: Readonly<Record<string, readonly [Unit, number]>> = {
  samples: ['samples', 1],
  'tracing-ms': ['nanoseconds', 1e6],
  bytes: ['bytes', 1],
}

/**
 * Keeps: threads whose samples count the same as those of the first one; leaves out samples whose weight is negative.
 *
 * Throws: Problem `unreadable-profile` when there is no sample in it.
 */
export async function readFirefox(
  chunks: AsyncIterable<Uint8Array>,
  { provenance = {} }: ReaderOptions = {},
): Promise<ReaderResult> {
  const warnings = createWarnings()
  const file = await readFirefoxFile(chunks)
  warnings.addJsonEnd(file.end)
  const sampled = file.threads.filter(({ stacks }) => stacks.length > 0)
  if (sampled.length === 0) {
    const { stoppedAt } = file.end
    const noSamples = { reason: 'it holds no samples of a thread' }
    throw new Problem('unreadable-profile', stoppedAt === null ? noSamples : explainDamagedJson(stoppedAt))
  }
  const weightType = sampled[0]!.weightType
  const threads = sampled.filter((thread) => thread.weightType === weightType)
  warnings.addCount('profiles-left-out', sampled.length - threads.length)
  const [unit, scale] = Object.hasOwn(units, weightType) ? units[weightType]! : units.samples!

  const builder = createImportBuilder()
  const span = addThreads(file, threads, { builder, warnings, scale })
  const described = createProvenance(file.main, span)
  return finishImport({ builder, warnings, unit, described, overrides: provenance, mayLackNames: true })
}

interface Destination {
  readonly builder: ProfileBuilder
  readonly warnings: Warnings
  readonly scale: number
}
/** Milliseconds since the start of the main process. */
interface TimeSpan {
  readonly fromMs: number
  readonly toMs: number
}

function addThreads(file: FirefoxFile, threads: readonly FirefoxThread[], into: Destination): TimeSpan {
  const times = threads.map((thread) => timesOf(thread, file.main))
  const [earliest, toMs] = spanOf(times)
  const begun = file.main.profilingStartTime
  const fromMs = begun <= earliest ? begun : earliest
  const processes = new Set(threads.map(({ process, processName }) => (process === file.main ? processName : process)))
  const trees = new Map<FirefoxTables, StackRows>()
  for (const [index, thread] of threads.entries()) {
    const tables = tablesOf(thread, file.shared)
    let tree = trees.get(tables)
    if (tree === undefined) trees.set(tables, (tree = buildStackRows(tables, thread.process, into.builder)))
    const label = processes.size > 1 ? `${thread.name} (${thread.processName || 'another process'})` : thread.name
    // samply numbers the parts of a thread: `12.1`.
    const row = into.builder.thread(label, Math.floor(thread.tid))
    addSamples(thread, times[index]!, { ...into, tree, thread: row, fromMs })
  }
  for (const tree of trees.values()) into.warnings.addCount('deep-frames-left-out', tree.cut)
  return { fromMs, toMs }
}

interface ThreadDestination extends Destination {
  readonly tree: StackRows
  readonly thread: number
  readonly fromMs: number
}

function addSamples({ stacks, weights }: FirefoxThread, times: Float64Array, into: ThreadDestination): void {
  const { builder, warnings, scale, tree, thread, fromMs } = into
  for (let sample = 0; sample < stacks.length; sample++) {
    const weight = weights.length === 0 ? 1 : weights.at(sample) * scale
    if (!(weight >= 0 && weight < Infinity)) {
      warnings.addCount('counts-not-usable')
      continue
    }
    if (weight === 0) continue
    const stack = stacks.at(sample)
    if (stack < 0) warnings.addCount('samples-without-stack')
    const row = stack < 0 ? -1 : tree.rowOf(stack)
    builder.sample(row, thread, Number.isFinite(times[sample]) ? times[sample]! - fromMs : noTime, weight)
  }
}

/** Until version 60 each thread had tables of its own; strings were shared earlier, from version 56 on. */
function tablesOf({ tables }: FirefoxThread, shared: FirefoxTables): FirefoxTables {
  if (columnOf(tables, 'stackTable.frame').length === 0) return shared
  if (tables.strings.length > 0) return tables
  const sources = shared.columns.get('sources.filename')
  if (sources !== undefined) tables.columns.set('sources.filename', sources)
  return { ...tables, strings: shared.strings }
}

function buildStackRows(tables: FirefoxTables, process: FirefoxProcess, builder: ProfileBuilder): StackRows {
  const frames = columnOf(tables, 'stackTable.frame')
  const prefixes = columnOf(tables, 'stackTable.prefix')
  const offsets = columnOf(tables, 'stackTable.prefixOffset')
  const tieredFrames = new Map<number, TieredFrame | null>()
  const frameOf = (node: number): TieredFrame | null => {
    const index = frames.at(node)
    const cachedFrame = tieredFrames.get(index)
    if (cachedFrame !== undefined) return cachedFrame
    const frame = firefoxFrame(tables, process, index)
    const tiered = frame === null ? null : packTieredFrame(builder.frame(frame.name, frame.kind, frame), 'unknown')
    tieredFrames.set(index, tiered)
    return tiered
  }
  const parentOf = (node: number): number => {
    if (offsets.length === 0) return prefixes.at(node)
    const offset = offsets.at(node)
    return offset > 0 ? node - offset : -1
  }
  return createStackRows({ length: frames.length, parentOf, frameOf }, builder)
}

/** Milliseconds since the main process began; NaN where the file has none. */
function timesOf({ stacks, times, timeDeltas, process }: FirefoxThread, main: FirefoxProcess): Float64Array {
  const later = process.startTime > 0 && main.startTime > 0 ? process.startTime - main.startTime : 0
  const found = new Float64Array(stacks.length)
  let sum = 0
  for (let sample = 0; sample < found.length; sample++) {
    sum += timeDeltas.at(sample)
    found[sample] = later + (times.length > 0 ? times.at(sample) : sum)
  }
  return found
}

function spanOf(times: readonly Float64Array[]): [from: number, to: number] {
  let from = Infinity
  let to = -Infinity
  for (const column of times) {
    for (const time of column) {
      if (time < from) from = time
      if (time > to && time < Infinity) to = time
    }
  }
  return from <= to ? [from, to] : [0, 0]
}

function createProvenance({ startTime, intervalMs, product }: FirefoxProcess, { fromMs, toMs }: TimeSpan): Provenance {
  const isDated = startTime > 0 && startTime < lastMomentMs
  const durationMs = toMs - fromMs
  return {
    ...emptyProvenance('firefox'),
    event: 'wall',
    startedAt: isDated ? startTime + fromMs : null,
    durationMs: durationMs > 0 && durationMs < Infinity ? durationMs : null,
    frequencyHz: intervalMs > 0 && intervalMs < Infinity ? 1000 / intervalMs : null,
    versions: product === '' ? {} : { recorder: takeStart(product, longestProduct) },
  }
}
