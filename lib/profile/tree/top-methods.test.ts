import { describe, expect, it } from 'vitest'
import { profileFromDiagram } from '../../testing/profiles/text-graph.ts'
import { rankTopMethods } from './top-methods.ts'

describe('rankTopMethods', () => {
  const first = profileFromDiagram(`
    main  main
    a     b
    3     1`)
  const later = profileFromDiagram(`
    main  main  main
    c     b     a
    2     7     3`)

  it('gives shares of self weight, the heaviest first, before there is anything to compare with', () => {
    expect(rankTopMethods(first, null, 10)).toEqual([
      { name: 'a', kind: 'java', now: 0.75, all: 0.75 },
      { name: 'b', kind: 'java', now: 0.25, all: 0.25 },
    ])
  })

  it('orders by what is new since the snapshot before, whatever rows the functions have in its tables', () => {
    expect(rankTopMethods(later, first, 10)).toEqual([
      { name: 'b', kind: 'java', now: 6 / 8, all: 7 / 12 },
      { name: 'c', kind: 'java', now: 2 / 8, all: 2 / 12 },
      { name: 'a', kind: 'java', now: 0, all: 3 / 12 },
    ])
  })

  it('keeps no more rows than asked for', () => {
    expect(rankTopMethods(later, first, 1).map(({ name }) => name)).toEqual(['b'])
  })

  it('says zero, not NaN, where nothing is new or nothing was recorded', () => {
    expect(rankTopMethods(first, first, 10).map(({ now }) => now)).toEqual([0, 0])
    expect(rankTopMethods(profileFromDiagram('.'), null, 10)).toEqual([])
  })

  it('adds up a function wherever it stands, and keeps a kernel function apart from a method of its name', () => {
    const profile = profileFromDiagram(`
      main  main      run
      a     a_[k]     a
      1     2         1`)
    expect(rankTopMethods(profile, null, 10)).toEqual([
      { name: 'a', kind: 'java', now: 0.5, all: 0.5 },
      { name: 'a', kind: 'kernel', now: 0.5, all: 0.5 },
    ])
  })
})
