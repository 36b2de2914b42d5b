import { createProfileBuilder } from '../../lib/profile/model/profile-builder.ts'
import { emptyProvenance, type Profile } from '../../lib/profile/model/profile.ts'

export const hot = 'shop.pricing.PriceRules.findWinningRule'

/** A server of so many frames, with its hot method at the leaf. */
export function deepProfile(frames = 90): Profile {
  const builder = createProfileBuilder()
  const thread = builder.thread('http-1')
  let stack = -1
  for (const name of ['start_thread', 'thread_native_entry']) stack = builder.stack(stack, builder.frame(name, 'vm'))
  for (let depth = 0; depth < frames; depth++)
    stack = builder.stack(stack, builder.frame(`com.acme.Chain${depth}.next`, 'java'))
  const leaf = builder.stack(stack, builder.frame(hot, 'java'))
  for (let sample = 0; sample < 1000; sample++) builder.sample(sample % 10 === 0 ? stack : leaf, thread, NaN, 1)
  return builder.finish('samples', emptyProvenance('perf'))
}
