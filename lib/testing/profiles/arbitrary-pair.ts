/**
 * Pairs of profiles for laws of comparisons: packages that are added, removed or changed, with any number of samples.
 */
import fc from 'fast-check'
import { createProfileBuilder } from '../../profile/model/profile-builder.ts'
import { emptyProvenance, type FrameKind, type Profile, type Unit, units } from '../../profile/model/profile.ts'
import { anyProfile } from './random-profile.ts'

interface ProfilePair {
  readonly before: Profile
  readonly after: Profile
}

const frame = fc.constantFrom(
  ...['com.mysql.cj.Query.run', 'com.mysql.cj.io.Socket.read', 'org.postgresql.Query.run', 'shop.Cart.total'],
  ...['shop.pricing.Rules.find', 'shop.pricing.Rules.sum', 'Load.sort', 'a', 'Interpreter'],
)
/** Enough samples for a significant result, too few, and none. */
const weight = fc.oneof(fc.constantFrom(0, 1), fc.nat({ max: 8 }), fc.nat({ max: 400 }))
const path = fc.record({
  frames: fc.array(frame, { minLength: 1, maxLength: 6 }),
  kind: fc.constantFrom<FrameKind>('java', 'java', 'java', 'unknown', 'native'),
  weights: fc.tuple(weight, weight),
})
const service = fc.record({
  paths: fc.array(path, { minLength: 1, maxLength: 16 }),
  unit: fc.constantFrom(...units),
  hasTimes: fc.boolean(),
  /** Whether the engine marks inlined frames. */
  isWhole: fc.boolean(),
})

type Service = typeof service extends fc.Arbitrary<infer Value> ? Value : never

function record({ paths, unit, hasTimes, isWhole }: Service, side: 0 | 1): Profile {
  const builder = createProfileBuilder()
  const thread = builder.thread('http-1', 1)
  for (const { frames, kind, weights } of paths) {
    const row = frames.reduce(
      (parent, name) => builder.stack(parent, builder.frame(name, kind), isWhole ? 'inlined' : undefined),
      -1,
    )
    for (let sample = 0; sample < weights[side]; sample++)
      // 7919 is prime: the times lie all over the 30 s.
      builder.sample(row, thread, hasTimes ? (sample * 7919) % 30_000 : Number.NaN, grainOf(unit))
  }
  return builder.finish(unit, { ...emptyProvenance('random'), durationMs: 30_000 })
}

/** The weight of one sample. */
function grainOf(unit: Unit): number {
  return unit === 'samples' ? 1 : unit === 'bytes' ? 4096 : 1e7
}

/** Two profiles of one service, or two unrelated ones. */
export const anyPair: fc.Arbitrary<ProfilePair> = fc.oneof(
  { weight: 3, arbitrary: service.map((of) => ({ before: record(of, 0), after: record(of, 1) })) },
  { weight: 1, arbitrary: fc.record({ before: anyProfile, after: anyProfile }) },
)

/** No text for people may contain these: they come from numbers that were not computed. */
export const notForPeople = /NaN|Infinity|undefined/
