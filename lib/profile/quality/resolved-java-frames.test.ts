import { describe, expect, it } from 'vitest'
import { getResolvedJavaShare } from './resolved-java-frames.ts'
import { createProfileBuilder } from '../model/profile-builder.ts'
import { emptyProvenance } from '../model/profile.ts'
import { profileFromDiagram } from '../../testing/profiles/text-graph.ts'

describe('getResolvedJavaShare', () => {
  const resolution = (java: { frames: number; named: number }) => ({ ...emptyProvenance('perf'), resolution: { java } })

  it('believes the engine that counted', () => {
    const profile = profileFromDiagram('main\n1')
    expect(getResolvedJavaShare({ ...profile, provenance: resolution({ frames: 200, named: 199 }) })).toBe(0.995)
    expect(getResolvedJavaShare({ ...profile, provenance: resolution({ frames: 0, named: 0 }) })).toBeNull()
  })

  it('weighs the frames of an import by the samples that pass through them', () => {
    const builder = createProfileBuilder()
    const main = builder.stack(-1, builder.frame('com.acme.Main.main', 'java'))
    const lost = builder.stack(main, builder.frame('[unknown]', 'java'))
    const native = builder.stack(main, builder.frame('read', 'native'))
    const thread = builder.thread('')
    builder.sample(lost, thread, NaN, 3)
    builder.sample(native, thread, NaN, 4)
    builder.sample(-1, thread, NaN, 100)
    // main is passed 7 times, the unknown method 3 times.
    expect(getResolvedJavaShare(builder.finish('samples', emptyProvenance('folded')))).toBeCloseTo(0.7)
  })

  it('has no share where nothing is Java', () => {
    expect(getResolvedJavaShare(profileFromDiagram('read_[k]'))).toBeNull()
  })
})
