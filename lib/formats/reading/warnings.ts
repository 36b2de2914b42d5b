/** Counts by kind the data that a reader skips, with the first line of each kind: readers never stop at bad data. */
import type { ProfileWarning } from '../../profile/model/profile.ts'
import { mostProfilesOfFile } from '../../contract/constants.ts'
import { formatBytes, formatCount, formatShare } from '../../profile/format/units.ts'
import { cutText } from '../../profile/names/cut-text.ts'
import { visibleText } from '../../profile/view/visible-text.ts'
import type { JsonEnd } from '../json/json-stream.ts'
import { longestTextLineBytes } from './lines.ts'
import { deepestStack } from './stack-collector.ts'

const texts = {
  'lines-skipped': 'Lines could not be read and were skipped.',
  'lines-too-long': `Lines were longer than ${formatBytes(longestTextLineBytes)} and were skipped.`,
  'other-events': 'Samples of other events than the first were left out, since different units cannot be added up.',
  'stacks-cut': `Stacks were deeper than ${formatCount(deepestStack)} frames; their middle was cut out and is marked.`,
  'deep-frames-left-out': `Stacks were deeper than ${formatCount(deepestStack)} frames; deeper frames were left out, and their weight counts for the deepest that is kept.`,
  'periods-missing': 'Samples have no period, where those of others differ; all were counted as one each.',
  'times-missing': 'Samples have no time, which tells how long they lasted; they were left out.',
  'samples-without-stack': 'Samples had no stack; their weight stands at the root.',
  'samples-below-cutoff':
    'Samples of stacks below the cutoff of hprof are counted in the file without a stack; they stand at the root.',
  'names-missing':
    'Frames are addresses, since the file was written before names were looked up. samply: save the profile from the page of `samply load FILE`, or record with --unstable-presymbolicate. perf: run `perf script` where the programs are. pprof: `pprof -proto BINARY FILE`.',
  'stacks-turned-round': 'The page shows callees first, by the option `reverse`; its stacks were turned round.',
  'times-go-back':
    'Times go back: samples stand in another order, or the file is several recordings, one after the other. Times count from the earliest.',
  'counts-not-usable': 'Lines or samples whose count is negative or not a number were skipped.',
  'perhaps-two-counts':
    'Every line ends with two numbers. If they are counts before and after, import the file again with two counts: --counts=2, or Import options on the page.',
  'values-left-out': 'The file has several values for each sample. Shown is its default; the others are left out.',
  'frames-missing': 'Stacks point at frames that the file does not hold; those were left out.',
  'profiles-left-out':
    'Profiles of another unit than the first were left out, since different units cannot be added up.',
  'profiles-too-many': `The file holds more than ${mostProfilesOfFile} profiles; those with the fewest samples were left out.`,
  'input-damaged': 'The file is damaged or cut off; what follows was not read.',
  'parts-skipped': 'Parts of the file were too large or could not be read, and were skipped.',
  'events-out-of-order': 'Frames were closed that were not open, or events went back in time; those were skipped.',
  'samples-sorted': 'Samples were not in the order of their times; they were sorted. None is lost.',
  'samples-merged':
    'The file has more samples than are kept one by one; those of one stack within a short time became one. No weight is lost.',
  'labels-left-out':
    'Nearly each sample has a time or another number as a label, and there are more than are kept; they were left out.',
  'frames-left-open': 'Frames were still open at the end; they were closed there.',
} as const
type WarningCode = keyof typeof texts

/** Warnings of lines of text that are not in the profile. */
export const unreadLines: ReadonlySet<WarningCode> = new Set(['lines-skipped', 'lines-too-long', 'counts-not-usable'])

/** In UTF-16 units: so much of a line tells a header or a sentence from data. */
const longestQuote = 60

export type Warnings = ReturnType<typeof createWarnings>

/** Creates the warnings of a file that is read: one of each code, with how often it came and its first line or byte. */
export function createWarnings() {
  const counts = new Map<WarningCode, { count: number; line: number; byte?: number; weight?: number }>()
  /** `text` is empty where the line is known behind its end alone. */
  let firstUnread = { line: Infinity, text: '' }
  const addAt = (code: WarningCode, byte: number, count = 1): void => {
    const entry = counts.get(code)
    if (entry !== undefined) entry.count += count
    else if (count > 0) counts.set(code, { count, line: 0, byte })
  }
  const add = (code: WarningCode, line: number, count = 1): void => {
    if (count > 0 && line > 0 && line < firstUnread.line && unreadLines.has(code)) firstUnread = { line, text: '' }
    const entry = counts.get(code)
    if (entry === undefined) {
      if (count > 0) counts.set(code, { count, line })
      return
    }
    entry.count += count
    // That a stack was cut is known behind its first line.
    if (line > 0 && line < entry.line) entry.line = line
  }
  const unreadWeight = (): number => [...counts.values()].reduce((sum, { weight = 0 }) => sum + weight, 0)
  return {
    /** Nothing is noted for a `count` of 0. */
    add,
    /** Gives the first line that was not read, from 1; Infinity while there is none. */
    firstUnreadLine: (): number => firstUnread.line,
    /** Keeps the beginning of the first line that was not read. */
    quoteFirstUnread(text: string): void {
      firstUnread = { ...firstUnread, text: cutText(text.trim(), longestQuote) }
    },
    /** `, first line 2: “hello”`; empty where no line is known. */
    describeFirstUnread: (): string => {
      const { line, text } = firstUnread
      if (line === Infinity) return ''
      return `, first line ${line}${text === '' ? '' : `: “${visibleText(text)}”`}`
    },
    /** Of what is not about one line, or whose line is not known. */
    addCount: (code: WarningCode, count = 1) => add(code, 0, count),
    /** In files without lines: `byte` is where in the file, from 0. */
    addAt,
    addJsonEnd({ stoppedAt, skipped }: JsonEnd): void {
      if (stoppedAt !== null) addAt('input-damaged', stoppedAt)
      addAt('parts-skipped', skipped.firstAt, skipped.count)
    },
    /** A line or sample that says how much it weighs; NaN for one that cannot be measured against the others. */
    addUnread(code: WarningCode, line: number, weight: number): void {
      add(code, line)
      const entry = counts.get(code)!
      entry.weight = (entry.weight ?? 0) + (Number.isFinite(weight) ? weight : Infinity)
    },
    /**
     * Gives the share (0 to 1) of the known weight that could not be read; 0 where it is not known. `read`: the weight
     * that was read.
     */
    unreadShare: (read: number): number => shareOf(unreadWeight(), read),
    countOf: (code: WarningCode): number => counts.get(code)?.count ?? 0,
    /** `read`: the weight that was read. */
    list: (read: number): ProfileWarning[] =>
      Array.from(counts, ([code, { count, line, byte, weight }]) => ({
        code,
        text: [
          texts[code],
          ...(byte === undefined ? [] : [`First at byte ${byte}.`]),
          ...(weight === undefined ? [] : [`They hold ${formatUnread(weight, read + unreadWeight())} of the weight.`]),
        ].join(' '),
        count,
        ...(line > 0 ? { line } : {}),
      })),
  }
}

/** Gives the share of the unread weight in both, 0 to 1. */
const shareOf = (unread: number, read: number): number =>
  unread === 0 || unread === Infinity ? 0 : unread / (unread + read)

/** Beside a weight that cannot be measured the share of no other is known either. */
function formatUnread(unread: number, all: number): string {
  return Number.isFinite(all) ? formatShare(unread / all) : 'an unknown share'
}
