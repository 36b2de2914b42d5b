/** One profile of a speedscope file, which is a thread: its samples in columns. */
import type { PairTable } from '../../profile/model/pair-table.ts'
import { type JsonShape, membersOf } from '../json/json-stream.ts'
import { isRecord, numberOr, textOr } from '../json/json-values.ts'
import type { SampleColumns } from '../../profile/model/sample-columns.ts'
import { createIndexColumn, createNumberColumn } from '../reading/number-column.ts'
import { createNumberPairs } from '../reading/number-pairs.ts'

/** A stretch of time in which the same frames were open, in the profile's own unit. */
type OnInterval = (stack: number, from: number, weight: number) => void

/** Called for events that do not fit together. */
export interface EventListeners {
  readonly onSkipped: () => void
  readonly onLeftOpen: (frames: number) => void
}

/** A hostile sample may hold millions; deeper frames are passed over. */
const longestStack = 2 ** 20

/**
 * Makes stretches of the moments at which frames opened (O) and closed (C). Stacks are rows of `stacks`, of (row of the
 * caller, frame).
 *
 * Keeps: closes the callees of a frame that is closed; skips events that close a frame which is not open, or go back in
 * time; closes open frames at the end. Frames deeper than `longestStack` count for the deepest that is kept.
 */
function createIntervals(stacks: PairTable, onStretch: OnInterval, { onSkipped, onLeftOpen }: EventListeners) {
  const open: number[] = []
  /** How often each frame is open. */
  const times = new Map<number, number>()
  /** Rows of the open frames, as far as they are kept. */
  const rows: number[] = []
  let now = Number.NaN
  const passTo = (at: number): void => {
    if (at > now && open.length > 0) onStretch(rows.at(-1)!, now, at - now)
    now = at
  }
  return {
    event(type: string, at: number, frame: number): void {
      const isOpen = (times.get(frame) ?? 0) > 0
      const isSound = Math.abs(at) < Infinity && !(at < now) && (type === 'O' || (type === 'C' && isOpen))
      if (!isSound) return onSkipped()
      passTo(at)
      if (type === 'O') {
        if (open.length < longestStack) rows.push(stacks.add(rows.at(-1) ?? -1, frame))
        open.push(frame)
        times.set(frame, (times.get(frame) ?? 0) + 1)
        return
      }
      for (let closed = -1; closed !== frame;) {
        closed = open.pop()!
        times.set(closed, times.get(closed)! - 1)
      }
      rows.length = Math.min(rows.length, open.length)
    },
    /** NaN where the file does not say. */
    end(at: number): void {
      if (at > now && at < Infinity) passTo(at)
      if (open.length > 0) onLeftOpen(open.length)
    },
  }
}

/** The part of a profile that was read so far. It exists from the first member on, since the file may be cut. */
export type ProfileSamples = ReturnType<typeof emptyProfile>
export type StoredSamples = ReturnType<typeof emptyStoredSamples>

/** Where the samples of all profiles go. */
export interface SpeedscopeSamples {
  /** Rows of (row of the caller, frame). */
  readonly stacks: PairTable
  /** Samples of profile p have thread 2 * p and its unit; those that its events make have thread 2 * p + 1. */
  readonly columns: SampleColumns
  /**
   * The file is ours, as far as was read: the samples of a profile are kept as they are, since there is more about
   * each.
   */
  readonly isOwn: () => boolean
}

/** Reads samples or events, whichever the file has: the member that says which may come after them. */
export function profileShape(
  { stacks, columns, isOwn }: SpeedscopeSamples,
  index: number,
  onProfile: (profile: ProfileSamples) => void,
  onEvents: EventListeners,
): JsonShape {
  const profile = emptyProfile(index, columns)
  const { sampled, pairs } = profile
  const isKept = () => isOwn() || profile.own.thread !== null
  const stretches = createIntervals(
    stacks,
    (stack, from, weight) => columns.add(stack, 2 * index + 1, from, weight),
    onEvents,
  )
  let row = -1
  const stack: JsonShape = {
    number: (frame, depth) => {
      if (depth < longestStack) row = stacks.add(row, isFrame(frame) ? frame : -1)
    },
    done: () => {
      if (isKept()) sampled.stacks.add(row)
      else pairs.addFirst(row)
      row = -1
    },
  }
  const event: JsonShape = {
    value: (value) => {
      const { type, at, frame } = isRecord(value) ? value : {}
      const index = numberOr(frame, -1)
      stretches.event(textOr(type, ''), numberOr(at, Number.NaN), isFrame(index) ? index : -1)
    },
  }
  const members = membersOf({
    type: { value: (value) => (profile.type = textOr(value, '')) },
    name: { value: (value) => (profile.name = textOr(value, '')) },
    unit: { value: (value) => (profile.unit = textOr(value, 'none')) },
    startValue: { value: (value) => (profile.startValue = numberOr(value, 0)) },
    endValue: { value: (value) => (profile.endValue = numberOr(value, Number.NaN)) },
    samples: { items: () => stack },
    weights: { number: (value) => (isKept() ? sampled.weights.add(value) : pairs.addSecond(value)) },
    events: { items: () => event },
    hearth: createStoredShape(profile.own),
  })
  let isReported = false
  return {
    members: (key) => {
      if (!isReported) onProfile(profile)
      isReported = true
      return members(key)
    },
    done: () => stretches.end(profile.endValue),
  }
}

function createStoredShape(own: StoredSamples): JsonShape {
  const members = membersOf({
    thread: { value: (value) => (own.thread = typeof value === 'string' ? value : null) },
    hostTid: { value: (value) => (own.hostTid = numberOr(value, -1)) },
    order: { number: (value) => own.order.add(value) },
    times: { number: (value) => own.times.add(value) },
    tierRuns: { items: () => ({ value: (value) => own.tierRuns.push(textOr(value, '')) }) },
    tiers: { number: (value) => own.tiers.add(value) },
  })
  return { members }
}

/** Gives the columns that our own export added; null when a tool has dropped or damaged a part of them. */
export function getCompleteStoredSamples({ own, sampled }: ProfileSamples): StoredSamples | null {
  const { length } = sampled.stacks
  const { thread, hostTid, order, times, tiers } = own
  const isWhole =
    thread !== null &&
    Number.isInteger(hostTid) &&
    hostTid >= 0 &&
    hostTid < 2 ** 32 &&
    [order, times, tiers].every((column) => column.length === length)
  return isWhole ? own : null
}

function emptyProfile(index: number, columns: SampleColumns) {
  const profile = {
    index,
    /** `sampled` or `evented`; anything else is no profile. */
    type: '',
    name: '',
    unit: 'none',
    startValue: 0,
    endValue: Number.NaN,
    /** Samples of our own file: rows of the table of stacks, -1 for an empty one, and weights. */
    sampled: { stacks: createIndexColumn(), weights: createNumberColumn() },
    own: emptyStoredSamples(),
    /** How many samples have no weight, or none that can be added. */
    unweighted: 0,
    /** Stacks and weights, which become samples. */
    pairs: createNumberPairs((stack, weight) => {
      if (weight >= 0 && weight < Infinity) columns.add(stack, 2 * index, start, weight)
      else profile.unweighted++
      if (weight >= 0) start += weight
    }),
  }
  // The weights of samples in a unit of time follow one another, so their sum is when each began.
  let start = 0
  return profile
}

/** Samples that were kept as they are, and of which not all is there that is said of our own. */
export function addIncomplete({ sampled, pairs }: ProfileSamples): void {
  for (let sample = 0; sample < sampled.stacks.length; sample++) {
    pairs.addFirst(sampled.stacks.at(sample))
    pairs.addSecond(sampled.weights.at(sample))
  }
  pairs.end()
}

/** Columns of our own export that speedscope lacks, of the samples of one thread. */
function emptyStoredSamples() {
  return {
    thread: null as string | null,
    hostTid: -1,
    /** Index of each sample among those of all threads. */
    order: createNumberColumn(),
    /** Milliseconds since the start, NaN for none. */
    times: createNumberColumn(),
    /** Distinct runs of tiers, a digit for each frame, root first; '' when no tier of a stack is known. */
    tierRuns: [] as string[],
    /** For each sample its run. */
    tiers: createIndexColumn(),
  }
}

const isFrame = (value: number): boolean => Number.isInteger(value) && value >= 0 && value < 2 ** 28
