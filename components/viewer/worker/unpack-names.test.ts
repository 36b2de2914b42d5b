import { describe, expect, it } from 'vitest'
import { profileFromDiagram } from '../../../lib/testing/profiles/text-graph.ts'
import { unpackNames } from './tree-client.ts'

const { frames } = profileFromDiagram('a\n1')

describe('unpackNames', () => {
  it('cuts names apart, however many, empty ones too', async () => {
    const names = Array.from({ length: 45_000 }, (_, index) => (index % 7 === 0 ? '' : `näme ${index}`))
    const lengths = Uint32Array.from(names, ({ length }) => length)
    expect((await unpackNames({ frames, joined: names.join(''), lengths })).strings).toEqual(names)
  })
})
