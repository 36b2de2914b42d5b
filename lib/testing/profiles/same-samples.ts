import fc from 'fast-check'
import { compileTiers, frameKinds, type Profile } from '../../profile/model/profile.ts'
import { anyProfile } from './random-profile.ts'

/**
 * Everything a profile says, whatever the order of its tables: what must be equal after it was written and read again.
 * A frame is [name, kind, raw, module, tier], root first.
 */
export function contentOf({ unit, strings, frames, stacks, threads, samples, provenance }: Profile) {
  const stackOf = (leaf: number) => {
    const path: unknown[] = []
    for (let row = leaf; row >= 0; row = stacks.parent[row]!) {
      const frame = stacks.frame[row]!
      const texts = [frames.name, frames.raw, frames.module].map((column) => strings[column[frame]!]!)
      path.push([...texts, frameKinds[frames.kind[frame]!], compileTiers[stacks.tier[row]!]])
    }
    return path.reverse()
  }
  return {
    unit,
    provenance,
    samples: Array.from(samples.weight, (weight, sample) => ({
      weight,
      timeMs: samples.time[sample]!,
      thread: strings[threads.name[samples.thread[sample]!]!]!,
      hostTid: threads.hostTid[samples.thread[sample]!]!,
      stack: stackOf(samples.stack[sample]!),
    })),
  }
}

/** Like anyProfile, with raw names, modules, and times and weights that are no whole numbers. */
export const anyRichProfile: fc.Arbitrary<Profile> = fc
  .tuple(
    anyProfile,
    fc.array(fc.nat(), { minLength: 1, maxLength: 9 }),
    fc.array(fc.double({ noNaN: true, min: 0, max: 1e15 }), { minLength: 1, maxLength: 9 }),
  )
  .map(([profile, picks, numbers]) => {
    const pick = (row: number) => picks[row % picks.length]! % profile.strings.length
    const number = (row: number) => numbers[row % numbers.length]!
    const { frames, samples, provenance } = profile
    return {
      ...profile,
      frames: {
        ...frames,
        raw: frames.raw.map((_, row) => pick(row)),
        module: frames.module.map((_, row) => pick(row + 1)),
      },
      samples: {
        ...samples,
        time: samples.time.map((timeMs, row) => timeMs - number(row)),
        weight: samples.weight.map((weight, row) => (row % 3 === 0 ? weight : weight * number(row))),
      },
      provenance: {
        ...provenance,
        startedAt: 1_700_000_000_000,
        durationMs: 30_000,
        frequencyHz: 99,
        target: { image: 'shop:1', __proto: 'x' },
        marks: [{ kind: 'gc', fromMs: 1, toMs: 2.5, text: 'G1 young collection' }],
        warnings: [{ code: 'partial', text: 'It was cut.', count: 1, line: 3 }],
      },
    }
  })
