import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyRichProfile, contentOf } from '../../testing/profiles/same-samples.ts'
import { sortForDrawing } from '../tree/drawing-order.ts'
import { encodeProfile } from '../encoding/encode.ts'
import { createProfileBuilder } from './profile-builder.ts'
import { emptyProvenance } from './profile.ts'
import { compactTables } from './tidy-tables.ts'

describe('compactTables', () => {
  it('leaves out unused rows, and numbers the others by first use', () => {
    const builder = createProfileBuilder()
    builder.thread('unused')
    const b = builder.frame('b', 'java')
    const a = builder.frame('a', 'java', { raw: 'A.a', module: 'lib' })
    const late = builder.thread('late', 2)
    builder.sample(builder.stack(-1, b), builder.thread('early', 1), 0, 1)
    builder.sample(builder.stack(-1, a), late, 0, 1)
    const tidy = compactTables(sortForDrawing(builder.finish('samples', emptyProvenance('test'))))
    expect(tidy.strings).toEqual(['', 'a', 'A.a', 'lib', 'b', 'early', 'late'])
    expect([...tidy.threads.hostTid]).toEqual([1, 2])
    expect([...tidy.samples.thread]).toEqual([0, 1])
  })

  it('law: keeps the content of a profile, and is idempotent', () => {
    fc.assert(
      fc.property(anyRichProfile, (profile) => {
        const tidy = compactTables(profile)
        expect(contentOf(tidy)).toEqual(contentOf(profile))
        expect(encodeProfile(compactTables(tidy))).toEqual(encodeProfile(tidy))
      }),
      { seed: 13 },
    )
  })
})
