/** Random profiles: small ones of every shape for laws, and large ones like those of a service. */
import fc from 'fast-check'
import { createRandom } from '../../profile/statistics/random.ts'
import { createProfileBuilder } from '../../profile/model/profile-builder.ts'
import { compileTiers, emptyProvenance, frameKinds, type Profile, units } from '../../profile/model/profile.ts'

export { createRandom }

/** Names that broke other viewers: keys of Object.prototype, separators, markup, emoji, the empty name. */
const awkwardNames = [
  '__proto__',
  'constructor',
  'toString',
  '',
  ';',
  ' 12',
  '<script>',
  'a.b/c::d',
  '\u{1f525}',
  '\ufffd',
]

const name = fc.oneof(
  fc.constantFrom('a', 'b', 'c', 'd'),
  fc.constantFrom(...awkwardNames),
  fc.string({ maxLength: 6 }),
)
const frame = fc.record({ name, kind: fc.constantFrom(...frameKinds), tier: fc.constantFrom(...compileTiers) })
const sample = fc.record({
  frames: fc.array(frame, { maxLength: 8 }),
  thread: fc.record({ name, hostTid: fc.nat({ max: 3 }) }),
  timeMs: fc.oneof(fc.constant(NaN), fc.nat({ max: 1000 })),
  weight: fc.nat({ max: 5 }),
})

/**
 * Small profiles of every shape: shared prefixes, recursion, empty stacks, zero weights, equal names of unequal kind.
 */
export const anyProfile: fc.Arbitrary<Profile> = fc
  .record({ samples: fc.array(sample, { maxLength: 12 }), unit: fc.constantFrom(...units) })
  .map(({ samples, unit }) => {
    const builder = createProfileBuilder()
    for (const { frames, thread, timeMs, weight } of samples) {
      let stack = -1
      for (const { name, kind, tier } of frames) stack = builder.stack(stack, builder.frame(name, kind), tier)
      builder.sample(stack, builder.thread(thread.name, thread.hostTid), timeMs, weight)
    }
    return builder.finish(unit, emptyProvenance('random'))
  })

/** A profile of about so many tree nodes, with names and depths like a Java service's; the same for the same seed. */
export function largeProfile(nodes: number, names: number, seed = 1): Profile {
  const random = createRandom(seed)
  const builder = createProfileBuilder()
  const frames = Array.from({ length: names }, (_, index) =>
    builder.frame(
      `com.acme.shop.module${index % 97}.Component${index}.handle${index % 13}`,
      index % 9 === 0 ? 'vm' : 'java',
    ),
  )
  const thread = builder.thread('http-1', 4711)
  const stacks: number[] = [-1]
  const depths = [0]
  while (stacks.length <= nodes) {
    // A new stack branches off an old one and continues for some frames, as requests of a server do.
    let from = Math.floor(random() * stacks.length)
    for (let steps = 1 + Math.floor(random() * 20); steps > 0 && stacks.length <= nodes; steps--) {
      if (depths[from]! > 100) break
      stacks.push(builder.stack(stacks[from]!, frames[Math.floor(random() ** 2 * names)]!))
      depths.push(depths[from]! + 1)
      from = stacks.length - 1
    }
    builder.sample(stacks[from]!, thread, stacks.length, 1 + Math.floor(random() ** 4 * 50))
  }
  return builder.finish('samples', emptyProvenance('random'))
}
