/**
 * The flame graph that async-profiler writes as a page, of every version (see page-boxes.ts). A box's own weight
 * is what its callees leave of its width. A method is shown as it mostly ran, and so its tier is read; the counts of the
 * others, which the page knows per box and not per stack, are not.
 */
import { Problem } from '../../errors.ts'
import { type CompileTier, emptyProvenance } from '../../profile/model/profile.ts'
import { createProfileBuilder, type ProfileBuilder } from '../../profile/model/profile-builder.ts'
import { type PageBox, type BoxType, createBoxReader } from './page-boxes.ts'
import { readFoldedFrame } from '../folded/folded.ts'
import { guessEvent } from '../reading/guess-event.ts'
import { finishImport, type Imported, type ImportOptions, readLines } from '../reading/import.ts'
import { decodeText } from '../reading/lines.ts'
import { findUnitScale } from '../pprof/pprof-values.ts'
import { packTieredFrame, type TieredFrame, addTieredFrame, deepestStack } from '../reading/stack-collector.ts'
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
/** Deeper boxes count for the one at this level; async-profiler itself stops at 2,048 frames. */
/**
 * Keeps: skips boxes that stand on nothing or cannot be read; of a page that was cut, what is there.
 *
 * Throws: Problem `unreadable-profile` when no box is in it.
 */
export async function readAsyncProfilerHtml(
  chunks: AsyncIterable<Uint8Array>,
  { provenance = {} }: ImportOptions = {},
): Promise<Imported> {
  const builder = createProfileBuilder()
  const warnings = createWarnings()
  const reader = createBoxReader()
  const turned = createProfileBuilder()
  const starts = createStartCounts()
  let open: { readonly asIs: OpenStack; readonly turned: OpenStack } | null = null
  let lastLine = 0

  await readLines(chunks, warnings, (bytes, start, end, line) => {
    lastLine = line
    const box = reader.read(decodeText(bytes, start, end))
    if (box === null) return
    // The title stands before the first box, and says whether leaves are classes.
    if (open === null) {
      const scale = findUnitScale(reader.facts.unit)[1]
      const leafIsClass = isOfClasses(guessEvent(reader.facts.title))
      open = {
        asIs: createOpenStack(builder, { scale, leafIsClass, onSample: starts.add }),
        turned: createOpenStack(turned, { scale, leafIsClass, isReversed: true }),
      }
    }
    if (box === 'bad' || !open.asIs.add(box)) warnings.add('lines-skipped', line)
    else open.turned.add(box)
  })
  if (open === null) throw new Problem('unreadable-profile', { reason: 'no box of a flame graph is in it' })
  const built = open as { readonly asIs: OpenStack; readonly turned: OpenStack }
  built.asIs.finish()
  built.turned.finish()
  const isReversed = starts.areAtLeaves()

  const { facts } = reader
  warnings.add('stacks-turned-round', 0, Number(isReversed))
  warnings.add('stacks-cut', 0, built.asIs.cut())
  if (!facts.isWhole) warnings.add('input-damaged', lastLine)
  const described = { ...emptyProvenance('async-profiler'), event: guessEvent(facts.title) }
  const unit = findUnitScale(facts.unit)[0]
  return finishImport({ builder: isReversed ? turned : builder, warnings, unit, described, overrides: provenance })
}

interface OpenBox {
  readonly box: PageBox
  readonly parent: number
  readonly thread: number
  /** Row of the stack table; null until something stands on it, since a leaf may be a class. */
  row: number | null
  /** Width of what stands on it. */
  covered: number
}

/**
 * Weight of the samples of which the start of a thread stands nearer to the root, and of those where it is nearer to the leaf. The page
 * does not tell whether it was written with `reverse`: its flag `inverted` may be the drawing alone.
 */
function createStartCounts() {
  let all = 0
  let atRoot = 0
  let atLeaf = 0
  return {
    /** `path`: names from the lowest box. */
    add: (path: readonly string[], weight: number): void => {
      all += weight
      let first = path.findIndex(isStart)
      let last = path.findLastIndex(isStart)
      if (first < 0 && !isUnnamed(path[0] ?? '')) {
        // Of Java frames alone; behind native ones without names, a busy `main` would be a leaf that looks like a root.
        first = path.findIndex(isThreadStart)
        last = path.findLastIndex(isThreadStart)
      }
      if (first < 0) return
      const toLeaf = path.length - 1 - last
      if (first < toLeaf) atRoot += weight
      if (toLeaf < first) atLeaf += weight
    },
    areAtLeaves: () => atLeaf * 2 > all && atRoot * 4 < atLeaf,
  }
}

const isStart = (name: string): boolean => isThreadStart(name) && !name.endsWith('main')

interface OpenStackOptions {
  readonly scale: number
  readonly leafIsClass: boolean
  /** Boxes stand on what they call. */
  readonly isReversed?: boolean
  /** Is told the names of the boxes, from the lowest. */
  readonly onSample?: (path: readonly string[], weight: number) => void
}

type OpenStack = ReturnType<typeof createOpenStack>

/** The boxes that are open: each stands on the one before. */
function createOpenStack(
  builder: ProfileBuilder,
  { scale, leafIsClass, isReversed = false, onSample }: OpenStackOptions,
) {
  const open: OpenBox[] = []
  const tieredFrames = new Map<string, TieredFrame>()
  let cut = 0

  return {
    /** False when there is nothing below it. */
    add(box: PageBox): boolean {
      if (box.level > deepestStack) {
        cut++
        return true
      }
      if (box.level > open.length) return false
      close(box.level)
      const below = open.at(-1)
      if (below !== undefined) below.covered += box.width
      const thread = box.level === 1 ? /^\[(.*) tid=(\d{1,10})\]$/s.exec(box.name) : null
      open.push({
        box,
        parent: below === undefined || isReversed ? -1 : rowOf(below, false),
        thread: thread === null ? (below?.thread ?? builder.thread('')) : builder.thread(thread[1]!, Number(thread[2])),
        row: box.level === 0 || thread !== null ? -1 : null,
        covered: 0,
      })
      return true
    },
    finish: () => close(0),
    cut: () => cut,
  }

  function close(level: number): void {
    while (open.length > level) {
      const last = open.pop()!
      const self = (last.box.width - last.covered) * scale
      if (self <= 0) continue
      const path = [...open, last].filter(({ row }) => row !== -1)
      builder.sample(isReversed ? reversedRow(path) : rowOf(last, last.covered === 0), last.thread, Number.NaN, self)
      onSample?.(
        path.map(({ box }) => box.name),
        self,
      )
    }
  }

  function reversedRow(path: readonly OpenBox[]): number {
    return path.reduceRight(
      (row, { box }, index) => addTieredFrame(builder, row, toTieredFrame(box, index === 0 && leafIsClass)),
      -1,
    )
  }

  function rowOf(one: OpenBox, isLeaf: boolean): number {
    if (one.row !== null) return one.row
    return (one.row = addTieredFrame(builder, one.parent, toTieredFrame(one.box, isLeaf && leafIsClass)))
  }

  function toTieredFrame({ name, type }: PageBox, isClass: boolean): TieredFrame {
    const key = `${isClass ? 'class' : type} ${name}`
    let tiered = tieredFrames.get(key)
    if (tiered === undefined) {
      const frame = readFoldedFrame(name + suffixes[type])
      const tier: CompileTier = isClass ? 'unknown' : frame.tier
      const row = isClass ? builder.frame(name, 'java') : builder.frame(frame.name, frame.kind, { raw: frame.raw })
      tieredFrames.set(key, (tiered = packTieredFrame(row, tier)))
    }
    return tiered
  }
}

function isOfClasses(event: string): boolean {
  return event === 'alloc' || event === 'live-heap' || event === 'lock'
}
