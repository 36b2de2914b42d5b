/**
 * The flame graph that async-profiler writes as a page, of every version (see page-boxes.ts). A box's own weight
 * is what its callees leave of its width. A method is shown as it mostly ran, and so its tier is read; the counts of the
 * others, which the page knows per box and not per stack, are not.
 */
import { Problem } from '../../errors.ts'
import { type CompileTier, emptyProvenance } from '../../profile/model/profile.ts'
import type { ProfileBuilder } from '../../profile/model/profile-builder.ts'
import { type PageBox, type BoxType, createBoxReader } from './page-boxes.ts'
import { readFoldedFrame } from '../folded/folded.ts'
import { guessEvent } from '../reading/guess-event.ts'
import { createImportBuilder, finishImport, type Imported, type ImportOptions, readLines } from '../reading/import.ts'
import { decodeText } from '../reading/lines.ts'
import { findUnitScale } from '../pprof/pprof-values.ts'
import { createIndexColumn } from '../reading/number-column.ts'
import { packTieredFrame, type TieredFrame, addTieredFrame, deepestStack } from '../reading/stack-collector.ts'
import { createStackRows } from '../reading/stack-tree.ts'
import { isUnnamed } from '../../profile/names/unknown-names.ts'
import { isThreadStart } from '../../profile/quality/stack-flags.ts'
import { createWarnings } from '../reading/warnings.ts'

/** What async-profiler's text has behind a name of this type. */
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
 * Keeps: skips boxes that stand on nothing or cannot be read; of a page that was cut, what is there.
 *
 * Throws: Problem `unreadable-profile` when no box is in it.
 */
export async function readAsyncProfilerHtml(
  chunks: AsyncIterable<Uint8Array>,
  { provenance = {} }: ImportOptions = {},
): Promise<Imported> {
  const warnings = createWarnings()
  const reader = createBoxReader()
  const boxes = createBoxes()
  let lastLine = 0

  await readLines(chunks, warnings, (bytes, start, end, line) => {
    lastLine = line
    const box = reader.read(decodeText(bytes, start, end))
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
  boxes.samples.forEach(({ box, width, thread }) => {
    const row = builder.thread(thread?.name ?? '', thread?.tid ?? 0)
    builder.sample(rowOf(box), row, Number.NaN, width * scale)
  })
  warnings.add('stacks-turned-round', 0, Number(isReversed))
  warnings.add('stacks-cut', 0, boxes.cut)
  if (!facts.isWhole) warnings.add('input-damaged', lastLine)
  const described = { ...emptyProvenance('async-profiler'), event }
  return finishImport({ builder, warnings, unit, described, overrides: provenance })
}

interface OpenBox {
  readonly index: number
  readonly width: number
  readonly thread: PageThread | null
  /** Width of what stands on it. */
  covered: number
}

interface BoxKind extends Pick<PageBox, 'name' | 'type'> {
  readonly isThreadStart: boolean
}

interface PageThread {
  readonly name: string
  readonly tid: number
}

type Boxes = ReturnType<typeof createBoxes>

/** The boxes of a page as they come, each on the one before it that is a level lower. */
function createBoxes() {
  const open: OpenBox[] = []
  const parents = createIndexColumn()
  /** Index into `kinds`; -1 for the box of all and those of threads, which are no functions. */
  const kindOfBox = createIndexColumn()
  const kinds: BoxKind[] = []
  const kindIndexes = new Map<string, number>()
  const samples: { readonly box: number; readonly width: number; readonly thread: PageThread | null }[] = []
  let cut = 0

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
      if (below !== undefined) below.covered += box.width
      const index = parents.length
      const ofThread = box.level === 1 ? /^\[(.*) tid=(\d{1,10})\]$/s.exec(box.name) : null
      const thread = ofThread === null ? (below?.thread ?? null) : { name: ofThread[1]!, tid: Number(ofThread[2]) }
      parents.add(below?.index ?? -1)
      kindOfBox.add(box.level === 0 || ofThread !== null ? -1 : kindIndex(box))
      open.push({ index, width: box.width, thread, covered: 0 })
      return true
    },
    close,
    /** Of the boxes that are wider than what stands on them. */
    samples,
    parentOf: parents.at,
    kindOf: (box: number) => kinds[kindOfBox.at(box)] ?? null,
    /** Nothing stands on it: its own callee would be the next box. */
    isTop: (box: number) => parents.at(box + 1) !== box,
    get length() {
      return parents.length
    },
    get cut() {
      return cut
    },
  }

  function close(level: number): void {
    while (open.length > level) {
      const { index, width, thread, covered } = open.pop()!
      if (width > covered) samples.push({ box: index, width: width - covered, thread })
    }
  }

  function kindIndex({ name, type }: PageBox): number {
    const key = `${type} ${name}`
    const known = kindIndexes.get(key)
    if (known !== undefined) return known
    kindIndexes.set(key, kinds.length)
    return kinds.push({ name, type, isThreadStart: isThreadStart(name) }) - 1
  }
}

interface RowOptions {
  readonly isReversed: boolean
  /** Leaves are classes: of the bytes that were allocated, of the locks that were waited for. */
  readonly leafIsClass: boolean
}

/** Gives the row of the stack table for a box with all that it stands on; those of reversed pages stand on their callees. */
function createRows(boxes: Boxes, builder: ProfileBuilder, { isReversed, leafIsClass }: RowOptions) {
  const methods = new Map<BoxKind, TieredFrame>()
  const classes = new Map<BoxKind, TieredFrame>()
  const isBottom = (box: number) => boxes.kindOf(boxes.parentOf(box)) === null
  const frameOf = (box: number): TieredFrame | null => {
    const kind = boxes.kindOf(box)
    return kind === null ? null : toTieredFrame(kind, leafIsClass && (isReversed ? isBottom(box) : boxes.isTop(box)))
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

  function toTieredFrame(kind: BoxKind, isClass: boolean): TieredFrame {
    const known = isClass ? classes : methods
    let tiered = known.get(kind)
    if (tiered === undefined) {
      const { name, type } = kind
      const frame = readFoldedFrame(name + suffixes[type])
      const tier: CompileTier = isClass ? 'unknown' : frame.tier
      const row = isClass ? builder.frame(name, 'java') : builder.frame(frame.name, frame.kind, { raw: frame.raw })
      known.set(kind, (tiered = packTieredFrame(row, tier)))
    }
    return tiered
  }
}

/**
 * Whether the starts of threads stand nearer to the leaves than to the roots, by the weight of the samples. The page does not tell whether it
 * was written with `reverse`: its flag `inverted` may be the drawing alone.
 */
function areStartsAtLeaves(boxes: Boxes): boolean {
  let all = 0
  let atRoot = 0
  let atLeaf = 0
  for (const { box, width } of boxes.samples) {
    all += width
    const native = findStarts(boxes, box, ({ name }) => !name.endsWith('main'))
    // Of Java frames alone; behind native ones without names, a busy `main` would be a leaf that looks like a root.
    const starts = native.toLeaf < 0 && !isUnnamed(native.root) ? findStarts(boxes, box, () => true) : native
    if (starts.toRoot < starts.toLeaf) atRoot += width
    if (starts.toLeaf < starts.toRoot) atLeaf += width
  }
  return atLeaf * 2 > all && atRoot * 4 < atLeaf
}

/** How many frames stand between the starts of threads and both ends of a stack, -1 where there is none; and the name of its lowest box. */
function findStarts(boxes: Boxes, box: number, isSuch: (kind: BoxKind) => boolean) {
  let depth = 0
  let nearestLeaf = -1
  let nearestRoot = -1
  let root = ''
  for (let at = box; at >= 0; at = boxes.parentOf(at)) {
    const kind = boxes.kindOf(at)
    if (kind === null) continue
    if (kind.isThreadStart && isSuch(kind)) {
      if (nearestLeaf < 0) nearestLeaf = depth
      nearestRoot = depth
    }
    root = kind.name
    depth++
  }
  return { toLeaf: nearestLeaf, toRoot: nearestRoot < 0 ? -1 : depth - 1 - nearestRoot, root }
}

function isOfClasses(event: string): boolean {
  return event === 'alloc' || event === 'live-heap' || event === 'lock'
}
