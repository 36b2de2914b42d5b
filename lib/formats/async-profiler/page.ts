/**
 * Reads the flame graph that async-profiler writes as a page, of every version (see page-boxes.ts). The self weight of
 * a box is the part of its width that no callee covers. The page gives a method the tier in which it mostly ran, which
 * is read; its counts of the other tiers, per box and not per stack, are not.
 */
import { Problem } from '../../errors.ts'
import { type CompileTier, emptyProvenance } from '../../profile/model/profile.ts'
import { doubled, PairTable } from '../../profile/model/pair-table.ts'
import { noTime, type ProfileBuilder } from '../../profile/model/profile-builder.ts'
import { type BoxKind, type BoxType, createBoxReader, type PageBox } from './page-boxes.ts'
import { readFoldedFrame } from '../folded/folded.ts'
import { guessEvent } from '../reading/guess-event.ts'
import { readThreadFrame } from '../reading/thread-frame.ts'
import {
  createImportBuilder,
  finishImport,
  type ReaderResult,
  type ReaderOptions,
  forEachLine,
} from '../reading/import.ts'
import { findUnitScale } from '../pprof/pprof-values.ts'
import { packTieredFrame, type TieredFrame, addTieredFrame, deepestStack } from '../reading/stack-collector.ts'
import { createStackRows } from '../reading/stack-tree.ts'
import { isUnnamed } from '../../profile/names/unknown-names.ts'
import { isThreadStart } from '../../profile/names/thread-work.ts'
import { createWarnings } from '../reading/warnings.ts'

/** The suffix of a name of this type in async-profiler's text. */
const suffixes: Readonly<Record<BoxType, string>> = {
  interpreted: '_[0]',
  compiled: '_[j]',
  inlined: '_[i]',
  native: '',
  'c++': '',
  kernel: '_[k]',
  c1: '_[1]',
}
/**
 * Keeps: skips boxes that stand on nothing or cannot be read. Reads a page that was cut up to the cut.
 *
 * Throws: Problem `unreadable-profile` when no box is in it.
 */
export async function readAsyncProfilerHtml(
  chunks: AsyncIterable<Uint8Array>,
  { provenance = {} }: ReaderOptions = {},
): Promise<ReaderResult> {
  const warnings = createWarnings()
  const reader = createBoxReader()
  const boxes = createBoxes(reader.kinds)
  let lastLine = 0

  await forEachLine(chunks, warnings, (bytes, start, end, line) => {
    lastLine = line
    const box = reader.read(bytes, start, end)
    if (box === null) return
    if (box === 'bad' || !boxes.add(box)) warnings.add('lines-skipped', line)
  })
  boxes.close(0)
  if (boxes.length === 0) throw new Problem('unreadable-profile', { reason: 'no box of a flame graph is in it' })

  const { facts } = reader
  const builder = createImportBuilder()
  const [unit, scale] = findUnitScale(facts.unit)
  const event = guessEvent(facts.title)
  const isReversed = areStartsAtLeaves(boxes)
  const rowOf = createRows(boxes, builder, { isReversed, leafIsClass: isOfClasses(event) })
  for (const { box, width, thread } of boxes.samples()) {
    const row = builder.thread(thread?.name ?? '', thread?.tid ?? 0)
    builder.sample(rowOf(box), row, noTime, width * scale)
  }
  warnings.addCount('stacks-turned-round', Number(isReversed))
  warnings.addCount('stacks-cut', boxes.cut)
  if (!facts.isWhole) warnings.add('input-damaged', lastLine)
  const described = { ...emptyProvenance('async-profiler'), event }
  return finishImport({ builder, warnings, unit, described, overrides: provenance })
}

interface OpenBox {
  readonly index: number
  readonly width: number
  /** Width of the boxes on it. */
  covered: number
}

type PageThread = NonNullable<ReturnType<typeof readThreadFrame>>

type PageBoxes = ReturnType<typeof createBoxes>

/** The boxes of a page as they come, each on the one before it that is a level lower. Those of one path are one. */
function createBoxes(kinds: readonly BoxKind[]) {
  const open: OpenBox[] = []
  /** A parent stands before its callees; -1 for that of a box of all. */
  const nodes = new PairTable()
  /** For each node the width that no callee covers, and whether it has callees. */
  let selfs = new Float64Array(16)
  let areCallers = new Uint8Array(16)
  const threadsByKind = new Map<number, PageThread | null>()
  let cut = 0

  const parentOf = (box: number) => (box >= 0 && box < nodes.length ? nodes.first[box]! : -1)
  const threadOf = (box: number): PageThread | null => {
    const kind = nodes.second[box]!
    let thread = threadsByKind.get(kind)
    if (thread === undefined) threadsByKind.set(kind, (thread = readThreadFrame(kinds[kind]!.name)))
    return thread
  }
  /** The box of all, or that of a thread. */
  const isNoFunction = (box: number) => parentOf(box) < 0 || (parentOf(parentOf(box)) < 0 && threadOf(box) !== null)

  return {
    /** False when there is nothing below it. */
    add(box: PageBox): boolean {
      // Deeper ones count for the one at this level; async-profiler itself stops at 2,048 frames.
      if (box.level > deepestStack) {
        cut++
        return true
      }
      if (box.level > open.length) return false
      close(box.level)
      const below = open.at(-1)
      if (below !== undefined) {
        below.covered += box.width
        areCallers[below.index] = 1
      }
      const index = nodes.add(below?.index ?? -1, box.kind)
      if (index === selfs.length) {
        selfs = doubled(selfs)
        areCallers = doubled(areCallers)
      }
      open.push({ index, width: box.width, covered: 0 })
      return true
    },
    close,
    /** Gives a sample for each box that is wider than its callees. */
    *samples(): Generator<{ readonly box: number; readonly width: number; readonly thread: PageThread | null }> {
      /** Maps each node to the node of its thread, -1 for none. */
      const threads = new Int32Array(nodes.length).fill(-1)
      for (let box = 0; box < nodes.length; box++) {
        const parent = parentOf(box)
        if (parent >= 0) threads[box] = parentOf(parent) < 0 && threadOf(box) !== null ? box : threads[parent]!
        const thread = threads[box]! < 0 ? null : threadOf(threads[box]!)
        if (selfs[box]! > 0) yield { box, width: selfs[box]!, thread }
      }
    },
    parentOf,
    /** Index into the kinds of the page; -1 for the box of all and those of threads, which are no functions. */
    kindOf: (box: number) => (box < 0 || isNoFunction(box) ? -1 : nodes.second[box]!),
    nameOf: (kind: number) => kinds[kind]!.name,
    typeOf: (kind: number) => kinds[kind]!.type,
    /** Nothing stands on it. */
    isTop: (box: number) => areCallers[box] === 0,
    get length() {
      return nodes.length
    },
    get cut() {
      return cut
    },
  }

  function close(level: number): void {
    while (open.length > level) {
      const { index, width, covered } = open.pop()!
      if (width > covered) selfs[index] = selfs[index]! + width - covered
    }
  }
}

interface RowOptions {
  readonly isReversed: boolean
  /** Leaves are classes: of the bytes that were allocated, of the locks that were waited for. */
  readonly leafIsClass: boolean
}

/**
 * Gives the row of the stack table for a box with all that it stands on; those of reversed pages stand on their
 * callees.
 */
function createRows(boxes: PageBoxes, builder: ProfileBuilder, { isReversed, leafIsClass }: RowOptions) {
  const methods = new Map<number, TieredFrame>()
  const classes = new Map<number, TieredFrame>()
  const isBottom = (box: number) => boxes.kindOf(boxes.parentOf(box)) < 0
  const frameOf = (box: number): TieredFrame | null => {
    const kind = boxes.kindOf(box)
    return kind < 0 ? null : toTieredFrame(kind, leafIsClass && (isReversed ? isBottom(box) : boxes.isTop(box)))
  }
  if (!isReversed) {
    const rows = createStackRows({ length: boxes.length, parentOf: boxes.parentOf, frameOf }, builder)
    return (box: number): number => rows.rowOf(box)
  }
  return (box: number): number => {
    let row = -1
    for (let at = box; at >= 0; at = boxes.parentOf(at)) {
      const tiered = frameOf(at)
      if (tiered !== null) row = addTieredFrame(builder, row, tiered)
    }
    return row
  }

  function toTieredFrame(kind: number, isClass: boolean): TieredFrame {
    const cachedFrames = isClass ? classes : methods
    let tiered = cachedFrames.get(kind)
    if (tiered === undefined) {
      const name = boxes.nameOf(kind)
      const frame = readFoldedFrame(name + suffixes[boxes.typeOf(kind)])
      const tier: CompileTier = isClass ? 'unknown' : frame.tier
      const row = isClass ? builder.frame(name, 'java') : builder.frame(frame.name, frame.kind, { raw: frame.raw })
      cachedFrames.set(kind, (tiered = packTieredFrame(row, tier)))
    }
    return tiered
  }
}

/**
 * Whether the starts of threads stand nearer to the leaves than to the roots, by the weight of the samples. The page
 * does not tell whether it was written with `reverse`: its flag `inverted` may be the drawing alone.
 */
function areStartsAtLeaves(boxes: PageBoxes): boolean {
  let all = 0
  let atRoot = 0
  let atLeaf = 0
  const starts = new Map<number, Start>()
  const startOf = (kind: number): Start => {
    const cachedStart = starts.get(kind)
    if (cachedStart !== undefined) return cachedStart
    const name = boxes.nameOf(kind)
    const start = !isThreadStart(name) ? 'none' : name.endsWith('main') ? 'main' : 'native'
    starts.set(kind, start)
    return start
  }
  for (const { box, width } of boxes.samples()) {
    all += width
    const native = findStarts(boxes, box, (kind) => startOf(kind) === 'native')
    // Java decides only in stacks of Java frames: behind native ones without names, a busy `main` would be a leaf that
    // looks like a root.
    const isJava = native.toLeaf < 0 && !isUnnamed(native.root)
    const { toRoot, toLeaf } = isJava ? findStarts(boxes, box, (kind) => startOf(kind) !== 'none') : native
    if (toRoot < toLeaf) atRoot += width
    if (toLeaf < toRoot) atLeaf += width
  }
  return atLeaf * 2 > all && atRoot * 4 < atLeaf
}

type Start = 'native' | 'main' | 'none'

/**
 * How many frames stand between the starts of threads and both ends of a stack, -1 where there is none; and the name of
 * its lowest box.
 */
function findStarts(boxes: PageBoxes, box: number, isStart: (kind: number) => boolean) {
  let depth = 0
  let nearestLeaf = -1
  let nearestRoot = -1
  let root = -1
  for (let at = box; at >= 0; at = boxes.parentOf(at)) {
    const kind = boxes.kindOf(at)
    if (kind < 0) continue
    if (isStart(kind)) {
      if (nearestLeaf < 0) nearestLeaf = depth
      nearestRoot = depth
    }
    root = kind
    depth++
  }
  const toRoot = nearestRoot < 0 ? -1 : depth - 1 - nearestRoot
  return { toLeaf: nearestLeaf, toRoot, root: root < 0 ? '' : boxes.nameOf(root) }
}

function isOfClasses(event: string): boolean {
  return event === 'alloc' || event === 'live-heap' || event === 'lock'
}
