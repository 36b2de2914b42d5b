/**
 * Two recordings in one folded text, as difffolded.pl joins them: a stack, its count before, its count after.
 *
 *     main;com.acme.Shop.search 42 17
 *
 * Differences from difffolded.pl, with the reasons: it prints in an order that changes from run to run (here sorted);
 * with `-n` it cuts scaled counts to whole numbers, so that rare stacks vanish and sums differ (here fractions stay),
 * and dies of a first file without samples (here it stays 0); a line without a number counts for a stack without a name
 * (here it is skipped with a warning).
 */
import { emptyProvenance, type Profile, type ProfileWarning, type Provenance } from '../../profile/model/profile.ts'
import { isUsableCount, readCount, trimEnd } from './count.ts'
import { createFrameReader, isComment } from './folded.ts'
import { createFoldedStacks } from './folded-stacks.ts'
import { createImportBuilder, finishImport, forEachLine } from '../reading/import.ts'
import { createWarnings } from '../reading/warnings.ts'
import { formatFoldedWeight, writeFolded, type WriteFoldedOptions } from './write-folded.ts'

export interface DifffoldedOptions extends WriteFoldedOptions {
  /** Counts before are scaled to the sum of those after, as by `-n`. */
  readonly normalise?: boolean
  /** Addresses in names become `0x...`, as by `-s`. */
  readonly stripHex?: boolean
}

/**
 * Writes both profiles as folded text with two counts, one line a yield, sorted. A stack of one profile has the count 0
 * in the other.
 */
export function* writeDifffolded(
  before: Profile,
  after: Profile,
  { normalise = false, stripHex = false, ...how }: DifffoldedOptions = {},
): Generator<string> {
  const one = countStacks(before, how, stripHex)
  const two = countStacks(after, how, stripHex)
  const [sumOne, sumTwo] = [one, two].map((counts) => [...counts.values()].reduce((sum, count) => sum + count, 0))
  const scale = normalise && sumOne! > 0 ? sumTwo! / sumOne! : 1
  for (const stack of [...new Set([...one.keys(), ...two.keys()])].sort()) {
    yield `${stack} ${formatFoldedWeight((one.get(stack) ?? 0) * scale)} ${formatFoldedWeight(two.get(stack) ?? 0)}\n`
  }
}

function countStacks(profile: Profile, how: WriteFoldedOptions, stripHex: boolean): Map<string, number> {
  const counts = new Map<string, number>()
  for (const line of writeFolded(profile, how)) {
    const blank = line.lastIndexOf(' ')
    const text = line.slice(0, blank)
    const stack = stripHex ? text.replace(/0x[0-9a-fA-F]+/g, '0x...') : text
    counts.set(stack, (counts.get(stack) ?? 0) + Number(line.slice(blank + 1)))
  }
  return counts
}

export interface ReadDifffolded {
  readonly before: Profile
  readonly after: Profile
  readonly warnings: readonly ProfileWarning[]
}

const hash = 35

/**
 * Gives both profiles, which share all tables but that of samples. Call it only for text that has two counts for
 * certain: the frame `Thread 12` before one count looks the same.
 *
 * Keeps: skips lines without two numbers at their end, with a warning unless they begin with #.
 */
export async function readDifffolded(
  chunks: AsyncIterable<Uint8Array>,
  provenance: Partial<Provenance> = {},
): Promise<ReadDifffolded> {
  const builder = createImportBuilder()
  const stacks = createFoldedStacks(builder, createFrameReader(builder))
  const warnings = createWarnings()
  const thread = builder.thread('')
  const counts: { readonly stack: number; readonly before: number; readonly after: number }[] = []

  await forEachLine(chunks, warnings, (bytes, start, end, line) => {
    const trimmed = trimEnd(bytes, start, end)
    if (isComment(bytes, start, trimmed)) return
    const after = readCount(bytes, start, trimmed)
    const before = after && readCount(bytes, start, after.stackEnd)
    if (after === null || before === null) {
      if (trimmed > start && bytes[start] !== hash) warnings.add('lines-skipped', line)
    } else if (!isUsableCount(before.weight) || !isUsableCount(after.weight)) {
      warnings.addUnread('counts-not-usable', line, Math.abs(before.weight) + Math.abs(after.weight))
    } else if (before.weight > 0 || after.weight > 0) {
      counts.push({ stack: stacks.read(bytes, start, before.stackEnd), before: before.weight, after: after.weight })
    }
  })

  warnings.addCount('stacks-cut', stacks.cut)
  // Two counts were declared, so nothing is doubted: unlike in folded.ts, neither `doubt` nor the number of lines is
  // used. The builder has no samples whose weight could be taken: `readWeight` says it.
  const { profile: shared, warnings: newWarnings } = finishImport({
    builder,
    warnings,
    unit: 'samples',
    described: emptyProvenance('difffolded'),
    overrides: provenance,
    readWeight: counts.reduce((sum, { before, after }) => sum + before + after, 0),
  })
  const side = (countOf: (line: (typeof counts)[number]) => number): Profile => {
    const seen = counts.filter((line) => countOf(line) > 0)
    const { length } = seen
    return {
      ...shared,
      samples: {
        length,
        stack: Int32Array.from(seen, ({ stack }) => stack),
        thread: new Uint32Array(length).fill(thread),
        time: new Float64Array(length).fill(Number.NaN),
        weight: Float64Array.from(seen, countOf),
      },
    }
  }
  return { before: side(({ before }) => before), after: side(({ after }) => after), warnings: newWarnings }
}
