import { kindOfFrame, compileTiers, type FrameKind, type Profile } from '../../profile/model/profile.ts'

export interface WriteFoldedOptions {
  /** Appends `_[j]`, `_[i]`, `_[0]`, `_[1]` and `_[k]`, which other tools colour by. */
  readonly annotate?: boolean
  /** Puts the thread first, `[http-1 tid=4711]`. */
  readonly threads?: boolean
}

/**
 * Yields the lines of a profile as folded text, sorted by code unit. A sample without a stack becomes a line with an
 * empty stack, ` 5`; samples without weight are left out. A `;` in a name becomes `:`, controls become U+FFFD.
 */
export function* writeFolded(
  profile: Profile,
  { annotate = false, threads = false }: WriteFoldedOptions = {},
): Generator<string> {
  const weights = new Map<string, number>()
  const textOfStack = stackTexts(profile, annotate)
  const prefixes = threads ? threadFrames(profile) : []
  for (const [key, weight] of weightsByStack(profile, threads)) {
    const stack = textOfStack(key.stack)
    const prefix = prefixes[key.thread] ?? ''
    const text = prefix === '' || stack === '' ? prefix + stack : `${prefix};${stack}`
    weights.set(text, (weights.get(text) ?? 0) + weight)
  }
  for (const text of [...weights.keys()].sort()) yield `${text} ${formatFoldedWeight(weights.get(text)!)}\n`
}

/** The beginning of the comment that holds the length of the recording in ms; the reader looks for it. */
export const lengthComment = '##hearth:length-ms='

/**
 * Writes a profile as a file that says how long it took: two of them can then be compared by their cost per second. The
 * comment has no blank: jfrconv of async-profiler fails at a line that has a blank and does not end with a number. It
 * passes over a line without a blank, as speedscope and flamegraph.pl do; the latter counts it as ignored on standard
 * error.
 *
 * Source: FlameGraph.parseCollapsed of async-profiler 4, flamegraph.pl, speedscope's import of folded stacks.
 */
export function* writeFoldedFile(profile: Profile, options?: WriteFoldedOptions): Generator<string> {
  const { durationMs } = profile.provenance
  if (durationMs !== null && durationMs > 0) yield `${lengthComment}${Math.round(durationMs)}\n`
  yield* writeFolded(profile, options)
}

/** Gives a number without an exponent, which most readers do not know, and with at most nine decimals. */
export function formatFoldedWeight(weight: number): string {
  if (Number.isInteger(weight)) return BigInt(weight).toString()
  return weight.toFixed(9).replace(/\.?0+$/, '')
}

interface StackOfThread {
  /** A row of the stacks of a profile; -1 for none. */
  readonly stack: number
  readonly thread: number
}

function weightsByStack({ samples, threads }: Profile, byThread: boolean): [StackOfThread, number][] {
  const found = new Map<number, number>()
  const width = byThread ? Math.max(1, threads.length) : 1
  for (let sample = 0; sample < samples.length; sample++) {
    // A sample without a stack has -1 there, hence + 1: no key is below 0.
    const key = (samples.stack[sample]! + 1) * width + (byThread ? samples.thread[sample]! : 0)
    if (samples.weight[sample]! > 0) found.set(key, (found.get(key) ?? 0) + samples.weight[sample]!)
  }
  return Array.from(found, ([key, weight]) => [{ stack: Math.floor(key / width) - 1, thread: key % width }, weight])
}

function stackTexts(profile: Profile, annotate: boolean): (stack: number) => string {
  const { stacks, frames, strings } = profile
  const names = Array.from(frames.name, (name) => escapeName(strings[name]!))
  return (stack) => {
    const parts: string[] = []
    for (let row = stack; row >= 0; row = stacks.parent[row]!) {
      const frame = stacks.frame[row]!
      const kind = kindOfFrame(profile, frame)
      parts.push(annotate ? names[frame]! + suffixOf(kind, stacks.tier[row]!) : names[frame]!)
    }
    return parts.reverse().join(';')
  }
}

/** The suffixes of async-profiler (see folded.ts). A frame whose tier is not known is written as compiled. */
const suffixByTier = { unknown: '_[j]', interpreted: '_[0]', c1: '_[1]', c2: '_[j]', inlined: '_[i]' } as const

function suffixOf(kind: FrameKind, tier: number): string {
  if (kind === 'kernel') return '_[k]'
  return kind === 'java' ? suffixByTier[compileTiers[tier]!] : ''
}

function threadFrames({ threads, strings }: Profile): string[] {
  return Array.from(threads.name, (name, thread) => {
    const text = escapeName(strings[name]!)
    const tid = threads.hostTid[thread]!
    return text === '' && tid === 0 ? '' : `[${text} tid=${tid}]`
  })
}

/** Names are hostile: a line break in one would forge a line, a `;` a frame. */
function escapeName(name: string): string {
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  return name.replaceAll(';', ':').replace(/[\0-\x1f\x7f-\x9f\u2028\u2029]/g, '\ufffd')
}
