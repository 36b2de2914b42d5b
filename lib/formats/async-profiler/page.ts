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
import { finishImport, type Imported, type ImportOptions, readLines } from '../reading/import.ts'
import { decodeText } from '../reading/lines.ts'
import { findUnitScale } from '../pprof/pprof-values.ts'
import { packTieredFrame, type TieredFrame, addTieredFrame, deepestStack } from '../reading/stack-collector.ts'
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
  let openStack: ReturnType<typeof createOpenStack> | null = null
  let lastLine = 0

  await readLines(chunks, warnings, (bytes, start, end, line) => {
    lastLine = line
    const box = reader.read(decodeText(bytes, start, end))
    if (box === null) return
    // The title stands before the first box, and says whether leaves are classes.
    openStack ??= createOpenStack(
      builder,
      findUnitScale(reader.facts.unit)[1],
      isOfClasses(guessEvent(reader.facts.title)),
    )
    if (box === 'bad' || !openStack.add(box)) warnings.add('lines-skipped', line)
  })
  if (openStack === null) throw new Problem('unreadable-profile', { reason: 'no box of a flame graph is in it' })
  const built = openStack as ReturnType<typeof createOpenStack>
  built.finish()

  const { facts } = reader
  warnings.add('stacks-cut', 0, built.cut())
  if (!facts.isWhole) warnings.add('input-damaged', lastLine)
  const described = { ...emptyProvenance('async-profiler'), event: guessEvent(facts.title) }
  return finishImport({ builder, warnings, unit: findUnitScale(facts.unit)[0], described, overrides: provenance })
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

/** The boxes that are open: each stands on the one before. */
function createOpenStack(builder: ProfileBuilder, scale: number, leafIsClass: boolean) {
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
        parent: below === undefined ? -1 : rowOf(below, false),
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
      if (self > 0) builder.sample(rowOf(last, last.covered === 0), last.thread, Number.NaN, self)
    }
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

const titles: readonly (readonly [RegExp, string])[] = [
  [/alloc/i, 'alloc'],
  [/live/i, 'live-heap'],
  [/\block/i, 'lock'],
  [/wall/i, 'wall'],
  [/native|malloc/i, 'native-memory'],
]

function guessEvent(title: string): string {
  return titles.find(([pattern]) => pattern.test(title))?.[1] ?? 'cpu'
}

function isOfClasses(event: string): boolean {
  return event === 'alloc' || event === 'live-heap' || event === 'lock'
}
