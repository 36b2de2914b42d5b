/**
 * A flame graph of Pyroscope and Grafana as JSON: boxes by level, four numbers each. `x` is the distance to the end of
 * the box before it; a box stands on the one of the level before that has its `x`.
 *
 *     {"flamebearer": {"names": ["total", "main"], "levels": [[0, 4, 0, 0], [0, 3, 3, 1]]}, "metadata": {"units": "samples"}}
 *                                                     x, total, self, name
 *
 * An answer of the query service has its levels as `{"values": ["0", "4", "0", "0"]}` in `flamegraph`, and no unit. For
 * tables of Grafana see grafana-table.ts.
 *
 * Source: FlamebearerProfileV1 of Pyroscope 0.37 and 1.15; before 0.10 the metadata stood in `flamebearer`.
 */
import { noTime } from '../../profile/model/profile-builder.ts'
import { Problem } from '../../errors.ts'
import { emptyProvenance, type Unit } from '../../profile/model/profile.ts'
import { doubled, PairTable } from '../../profile/model/pair-table.ts'
import { type JsonEnd, type JsonShape, membersOf, parseJsonStream } from '../json/json-stream.ts'
import { numberOr, textOr } from '../json/json-values.ts'
import { readForeignFrame } from '../native/foreign-frame.ts'
import { findUnitScale } from '../pprof/pprof-values.ts'
import { createGrafanaTable } from './grafana-table.ts'
import { guessEvent } from '../reading/guess-event.ts'
import { createImportBuilder, finishImport, type ReaderResult, type ReaderOptions } from '../reading/import.ts'
import { packTieredFrame, type TieredFrame } from '../reading/stack-collector.ts'
import { createNumberQueue } from '../reading/number-queue.ts'
import { createStackRows } from '../reading/stack-tree.ts'
import { createWarnings } from '../reading/warnings.ts'

/**
 * Keeps: skips boxes whose weight is negative or no number. Reads a file that was cut up to the cut.
 *
 * Throws: Problem `unreadable-profile`, for a comparison, too.
 */
export async function readFlamebearer(
  chunks: AsyncIterable<Uint8Array>,
  { provenance = {} }: ReaderOptions = {},
): Promise<ReaderResult> {
  const { names, boxes, metadata, end } = await readFile(chunks)
  if (metadata.format === 'double')
    throw new Problem('unreadable-profile', { reason: 'it is a comparison; export each of its two profiles' })
  if (boxes.length === 0) throw new Problem('unreadable-profile', { reason: 'no box of a flame graph is in it' })
  if (names.length === 0)
    throw new Problem('unreadable-profile', { reason: 'the names of the functions are not in it, only their numbers' })
  const builder = createImportBuilder()
  const warnings = createWarnings()
  warnings.addJsonEnd(end)

  const tieredFrames = new Map<number, TieredFrame>()
  const frameOf = (box: number): TieredFrame | null => {
    if (boxes.isTotal(box)) return null
    const name = boxes.nameOf(box)
    const met = tieredFrames.get(name)
    if (met !== undefined) return met
    const text = names[name]
    if (text === undefined) {
      warnings.addCount('frames-missing')
      return null
    }
    const frame = readForeignFrame(text, '', '')
    const tiered = packTieredFrame(builder.frame(frame.name, frame.kind, frame), frame.tier)
    tieredFrames.set(name, tiered)
    return tiered
  }
  const rows = createStackRows({ length: boxes.length, parentOf: boxes.parentOf, frameOf }, builder)
  const { unit, scale, frequencyHz } = unitOf(metadata)
  const thread = builder.thread('')
  warnings.addCount('counts-not-usable', boxes.unusable)
  for (let box = 0; box < boxes.length; box++) {
    const weight = boxes.selfOf(box) * scale
    if (weight === Infinity) warnings.addCount('counts-not-usable')
    else if (weight > 0) {
      const row = rows.rowOf(box)
      if (row < 0) warnings.addCount('samples-without-stack')
      builder.sample(row, thread, noTime, weight)
    }
  }
  warnings.addCount('deep-frames-left-out', rows.cut)
  const described = {
    ...emptyProvenance(metadata.spyName || 'Pyroscope'),
    event: guessEvent(`${metadata.name} ${metadata.units}`),
    frequencyHz,
  }
  return finishImport({ builder, warnings, unit, described, overrides: provenance })
}

interface Metadata {
  format: string
  spyName: string
  name: string
  units: string
  /** Samples in one second of CPU time. */
  sampleRate: number
}

type FlamebearerBoxes = Readonly<Omit<ReturnType<typeof createBoxes>, 'startLevel' | 'add'>>

interface FlamebearerFile {
  readonly names: readonly string[]
  readonly boxes: FlamebearerBoxes
  readonly metadata: Metadata
  readonly end: JsonEnd
}

async function readFile(chunks: AsyncIterable<Uint8Array>): Promise<FlamebearerFile> {
  const names: string[] = []
  const boxes = createBoxes()
  const metadata: Metadata = { format: '', spyName: '', name: '', units: '', sampleRate: 0 }
  const described: Readonly<Record<string, JsonShape>> = {
    format: { value: (value) => (metadata.format = textOr(value, '')) },
    spyName: { value: (value) => (metadata.spyName = textOr(value, '')) },
    name: { value: (value) => (metadata.name = textOr(value, '')) },
    units: { value: (value) => (metadata.units = textOr(value, '')) },
    sampleRate: { value: (value) => (metadata.sampleRate = numberOr(value, 0)) },
  }
  const graph: Readonly<Record<string, JsonShape>> = {
    ...described,
    names: { items: () => ({ value: (value) => names.push(textOr(value, '')) }) },
    levels: {
      items: () => {
        boxes.startLevel()
        const values = { items: (index: number) => ({ value: (value: unknown) => boxes.add(Number(value), index) }) }
        return { number: (value, index) => boxes.add(value, index), members: membersOf({ values }) }
      },
    },
    leftTicks: { value: () => (metadata.format = 'double') },
  }
  const inside = { members: membersOf(graph) }
  const nested = { flamebearer: inside, flamegraph: inside, metadata: { members: membersOf(described) } }
  const shapeOfMember = membersOf({ ...graph, ...nested })
  const table = createGrafanaTable()
  const end = await parseJsonStream(chunks, {
    members: (key) => shapeOfMember(key) ?? (boxes.length > 0 ? null : table.members(key)),
    items: table.items,
  })
  const tableBoxes = table.boxes()
  if (tableBoxes === null) return { names, boxes, metadata, end }
  if (table.isComparison) metadata.format = 'double'
  return { names: table.names, boxes: tableBoxes, metadata: { ...metadata, units: table.unit }, end }
}

/** Takes the numbers of each level as they come. Boxes of one name on one box are one, so memory follows the stacks. */
function createBoxes() {
  /** Rows of (box below or -1, index into the names). */
  const boxes = new PairTable()
  let selfs = new Float64Array(16)
  let unusable = 0
  let level = -1
  /** How many boxes stand in the lowest level: one of all, which is no function. */
  let roots = 0
  let above = createLevel()
  let current = createLevel()
  /** The box of the level before that the next one may stand on; -1 behind the last. */
  let below = -1
  let belowEnd = 0
  let x = 0
  let distance = 0
  let total = 0
  let self = 0

  return {
    startLevel(): void {
      level++
      above = current
      current = createLevel()
      belowEnd = x = 0
      advance()
    },
    add(value: number, index: number): void {
      const part = index & 3
      if (part === 0) distance = value
      else if (part === 1) total = value
      else if (part === 2) self = value
      else {
        x += distance
        while (below >= 0 && !(x < belowEnd)) advance()
        const box = boxes.add(below, value === (value | 0) ? value : -1)
        current.ends.add(distance + total)
        current.rows.add(box)
        x += total
        if (box >= selfs.length) selfs = doubled(selfs)
        if (self >= 0 && self < Infinity) selfs[box] = selfs[box]! + self
        else unusable++
        if (level === 0) roots++
      }
    },
    get length() {
      return boxes.length
    },
    parentOf: (box: number) => boxes.first[box]!,
    nameOf: (box: number) => boxes.second[box]!,
    selfOf: (box: number) => selfs[box]!,
    isTotal: (box: number) => box === 0 && roots === 1,
    /** How many weights cannot be added. */
    get unusable() {
      return unusable
    },
  }

  function advance(): void {
    below = above.rows.length > 0 ? above.rows.take() : -1
    belowEnd += above.ends.take()
  }
}

/** The boxes of one level in their order: how far each ends behind the one before it, and its row. */
function createLevel() {
  return { ends: createNumberQueue(), rows: createNumberQueue() }
}

/** `cpu` of Pyroscope 1 is in samples of which 1,000,000,000 are a second. */
function unitOf({ units, sampleRate }: Metadata): { unit: Unit; scale: number; frequencyHz: number | null } {
  const [unit, scale] = findUnitScale(units.replace(/^lock_/, ''))
  if (units === 'samples' && sampleRate >= 1e6)
    return { unit: 'nanoseconds', scale: 1e9 / sampleRate, frequencyHz: null }
  const isRate = units === 'samples' && sampleRate > 0
  return { unit, scale, frequencyHz: isRate ? sampleRate : null }
}
