/** Pairs of which the truth is known, made of one real recording: without a change, and with one of a given size. */
import { createProfileBuilder } from '../../profile/model/profile-builder.ts'
import { compileTiers, frameKinds, type Profile } from '../../profile/model/profile.ts'
import { getRecordingSpan } from '../../profile/time/time-span.ts'
import { createRandom } from './random-profile.ts'

const blocks = 20

/**
 * Cuts a recording into twenty stretches of time and deals them to two sides, ten each, without gaps: what happens in
 * bursts stays together, and nothing differs but by chance. The same for the same seed.
 *
 * Throws: an Error for a recording without times.
 */
export function dealRecording(profile: Profile, seed: number): readonly [Profile, Profile] {
  const span = getRecordingSpan(profile)
  if (span === null) throw new Error('a recording without times has no stretches')
  const blockMs = (span[1] - span[0]) / blocks
  const random = createRandom(seed)
  const order = Array.from({ length: blocks }, (_, block) => ({ block, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ block }) => block)
  const blockOf = (timeMs: number) => Math.min(blocks - 1, Math.floor((timeMs - span[0]) / blockMs))

  function side(dealt: readonly number[]): Profile {
    const positionOf = new Map(dealt.toSorted((a, b) => a - b).map((block, position) => [block, position]))
    const { stack, thread, time, weight } = profile.samples
    const rows = Array.from(time.keys()).filter((row) => positionOf.has(blockOf(time[row]!)))
    const moved = (row: number) => time[row]! + (positionOf.get(blockOf(time[row]!))! - blockOf(time[row]!)) * blockMs
    const { lines: _, ...rest } = profile
    return {
      ...rest,
      samples: {
        length: rows.length,
        stack: Int32Array.from(rows, (row) => stack[row]!),
        thread: Uint32Array.from(rows, (row) => thread[row]!),
        time: Float64Array.from(rows, moved),
        weight: Float64Array.from(rows, (row) => weight[row]!),
      },
      provenance: { ...profile.provenance, durationMs: (blocks / 2) * blockMs },
    }
  }
  return [side(order.slice(0, blocks / 2)), side(order.slice(blocks / 2))]
}

/**
 * The recording with one more function, in which such a share of all weight ends, as a mean. It is called on four of
 * five paths of the program, the same ones in both recordings that were dealt of one, so it clusters as its callers do.
 *
 * Throws: an Error when those paths have less weight than that.
 */
export function plantFunction(profile: Profile, name: string, share: number, seed: number): Profile {
  const { strings, frames, stacks, threads, samples } = profile
  const random = createRandom(seed)
  const builder = createProfileBuilder()
  const frameRows = Array.from(frames.name, (text, row) =>
    builder.frame(strings[text]!, frameKinds[frames.kind[row]!]!, { module: strings[frames.module[row]!]! }),
  )
  const stackRows: number[] = []
  stacks.parent.forEach((parent, row) => {
    const tier = compileTiers[stacks.tier[row]!]!
    stackRows.push(builder.stack(parent < 0 ? -1 : stackRows[parent]!, frameRows[stacks.frame[row]!]!, tier))
  })
  const planted = builder.frame(name, 'java')
  const isCaller = (row: number) => row >= 0 && createRandom(row)() < 0.8
  const weights = Array.from(samples.weight)
  const callers = weights.reduce((sum, weight, row) => sum + (isCaller(samples.stack[row]!) ? weight : 0), 0)
  const chance = (share * weights.reduce((sum, weight) => sum + weight, 0)) / callers
  if (chance > 1) throw new Error(`the paths that call ${name} have less than ${share} of the weight`)
  for (const [row, weight] of weights.entries()) {
    const stack = samples.stack[row]!
    const isPlanted = isCaller(stack) && random() < chance
    const stackRow = stack < 0 ? -1 : stackRows[stack]!
    const thread = samples.thread[row]!
    builder.sample(
      isPlanted ? builder.stack(stackRow, planted) : stackRow,
      builder.thread(strings[threads.name[thread]!]!, threads.hostTid[thread]),
      samples.time[row]!,
      weight,
    )
  }
  return builder.finish(profile.unit, profile.provenance)
}
