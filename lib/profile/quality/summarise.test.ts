import { describe, expect, test } from 'vitest'
import { profileFromDiagram } from '../../testing/profiles/text-graph.ts'
import { summariseProfile } from './summarise.ts'

describe('summariseProfile', () => {
  const profile = profileFromDiagram(`
    http-1>run http-1>run   http-1>run gc>Mark_[v]
    hot        [unknown]    work       .
    read_[k]   .            .          .
    2          1            4          3
  `)

  test('tells where each thread spends its time', () => {
    expect(summariseProfile(profile)).toEqual({
      total: 10,
      samples: 4,
      durationMs: null,
      javaNamed: 13 / 14,
      threads: [
        {
          name: 'http-1',
          total: 7,
          widestJavaBySelf: { name: 'work', weight: 4 },
          widestJavaByTotal: { name: 'run', weight: 7 },
        },
        { name: 'gc', total: 3, widestJavaBySelf: null, widestJavaByTotal: null },
      ],
    })
  })

  test('believes the engine about the share of java frames with a name', () => {
    const resolution = { java: { frames: 200, named: 199 } }
    expect(summariseProfile({ ...profile, provenance: { ...profile.provenance, resolution } }).javaNamed).toBe(0.995)
    expect(summariseProfile(profileFromDiagram('read_[k]')).javaNamed).toBeNull()
  })
})
