/** Stretches in which a JVM's threads could not run, as marks of a profile: with a text, and never too many. */
import type { Mark } from '../../profile/model/profile.ts'
import { formatWeight } from '../../profile/format/weight.ts'

/** Times in ms since the recording began. */
export interface Pause {
  readonly kind: Mark['kind']
  /** Name: `G1 young collection`. Those of the same name may be merged. */
  readonly what: string
  readonly fromMs: number
  readonly toMs: number
  /** How many there were between the two times, and how long they took together. */
  readonly count: number
  readonly ms: number
}

/** Pauses of a capture that become marks: more are not distinct on a screen, and each is stored, 115 bytes. */
const maxPauseMarks = 2000

/** Gives the pauses as marks, in the order of their beginning. Where there are more than `limit`, some mark several. */
export function marksOf(pauses: readonly Pause[], limit = maxPauseMarks): Mark[] {
  return boundPauses(pauses, limit).map(({ kind, what, fromMs, toMs, count, ms }) => {
    const took = formatWeight(ms * 1e6, 'nanoseconds')
    const text = count === 1 ? `${what}, ${took}` : `${count} × ${what}, ${took} in all`
    return { kind, fromMs: round(fromMs), toMs: round(toMs), text }
  })
}

/**
 * Where there are too many, pauses of one name become one where the gap between them is at most 10 ms; then where it is
 * at most 20 ms, and so on. Pauses of very many names stay too many.
 */
function boundPauses(allPauses: readonly Pause[], limit: number): Pause[] {
  let pauses = [...allPauses].sort((a, b) => a.fromMs - b.fromMs)
  for (let gapMs = 10; pauses.length > limit && Number.isFinite(gapMs); gapMs *= 2) pauses = mergeNear(pauses, gapMs)
  return pauses
}

function mergeNear(pauses: readonly Pause[], gapMs: number): Pause[] {
  const merged: Pause[] = []
  /** Index in `merged` of the last pause of each name. */
  const lastOf = new Map<string, number>()
  for (const pause of pauses) {
    const name = `${pause.kind} ${pause.what}`
    const index = lastOf.get(name)
    const last = index === undefined ? undefined : merged[index]
    if (last && pause.fromMs - last.toMs <= gapMs) {
      const { count, ms } = last
      const toMs = Math.max(last.toMs, pause.toMs)
      merged[index!] = { ...last, toMs, count: count + pause.count, ms: ms + pause.ms }
    } else lastOf.set(name, merged.push(pause) - 1)
  }
  return merged
}

/** To 0.1 ms. */
function round(ms: number): number {
  return Math.round(ms * 10) / 10
}
