import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isProblem } from '../../errors/problem.ts'
import { profileFromDiagram } from '../../testing/profiles/text-graph.ts'
import { anyProfile } from '../../testing/profiles/random-profile.ts'
import { buildCallTree } from '../tree/call-tree.ts'
import type { Profile } from '../model/profile.ts'
import { listFrameNames, matchesLiteral, matchesPattern, parseSearch } from './search.ts'
import { computeSearchShares } from './search-shares.ts'

function countOf(profile: Profile, text: string): number {
  return matchesLiteral(listFrameNames(profile), text, true).filter((match) => match === 1).length
}

describe('a search', () => {
  test('matches names of frames only, not percentages or properties of Object.prototype', () => {
    const profile = profileFromDiagram(`
      __proto__ constructor
    `)
    expect(countOf(profile, 'constructor')).toBe(1)
    expect(countOf(profile, '__proto__')).toBe(1)
    expect(countOf(profile, 'toString')).toBe(0)
    expect(countOf(profile, '%')).toBe(0)
  })

  test('finds nothing for an empty text', () => {
    expect(countOf(profileFromDiagram('a b'), '')).toBe(0)
  })

  test('ignores case by default', () => {
    expect([...matchesLiteral(['HashMap.get', 'hashmap', 'x'], 'hashMAP', false)]).toEqual([1, 1, 0])
    expect([...matchesLiteral(['HashMap.get', 'hashmap', 'x'], 'HashMap', true)]).toEqual([1, 0, 0])
    expect([...matchesPattern(['HashMap.get', 'hashmap'], '^H.*get$', true)]).toEqual([1, 0])
    expect([...matchesPattern(['HashMap.get', 'hashmap'], '^h', false)]).toEqual([1, 1])
  })

  test('finds letters whose lower case has another length, and no match across two names', () => {
    const names = ['İstanbul.run', 'ab', '', 'bc', 'ΣΑΣ', 'a\nb']
    expect([...matchesLiteral(names, 'run', false)]).toEqual([1, 0, 0, 0, 0, 0])
    expect([...matchesLiteral(names, 'İST', false)]).toEqual([1, 0, 0, 0, 0, 0])
    expect([...matchesLiteral(names, 'b', false)]).toEqual([1, 1, 0, 1, 0, 1])
    expect([...matchesLiteral(names, 'b\n', false)]).toEqual([0, 0, 0, 0, 0, 0])
    expect([...matchesLiteral(names, 'A\nB', false)]).toEqual([0, 0, 0, 0, 0, 1])
    expect([...matchesLiteral([], 'a', false)]).toEqual([])
    expect([...matchesLiteral([''], 'a', false)]).toEqual([0])
  })

  test('law: without case, a name matches exactly when its lower case contains that of the text', () => {
    const piece = fc.string({ unit: fc.constantFrom('a', 'A', 'b', 'B', '\n', 'İ', 'ß', 'Σ', '.'), maxLength: 5 })
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), piece, (names, text) => {
        const expected = names.map((name) => Number(text !== '' && name.toLowerCase().includes(text.toLowerCase())))
        expect([...matchesLiteral(names, text, false)]).toEqual(expected)
      }),
      { seed: 7, numRuns: 2000 },
    )
  })

  test('reads text between slashes as a regular expression, and other text literally', () => {
    expect(parseSearch('')).toEqual({ type: 'none' })
    expect(parseSearch('/a|b/')).toEqual({ type: 'pattern', source: 'a|b' })
    for (const text of ['/', '//', '/a', 'a/b/', '.*']) expect(parseSearch(text)).toEqual({ type: 'literal', text })
  })

  test('refuses an invalid pattern with a Problem', () => {
    const attempt = () => matchesPattern(['a'], '(', true)
    expect(attempt).toThrow(expect.toSatisfy((error) => isProblem(error) && error.code === 'pattern-invalid'))
  })

  test('law: finds exactly the samples whose stack has the name', () => {
    fc.assert(
      fc.property(anyProfile, fc.constantFrom('a', 'b', 'proto', ';'), (profile, text) => {
        const tree = buildCallTree(profile)
        const frameMatches = matchesLiteral(listFrameNames(profile), text, false)
        const { all } = computeSearchShares(tree, frameMatches, 1, 0)
        const { stacks, samples } = profile
        let expected = 0
        for (let sample = 0; sample < samples.length; sample++) {
          let stack = samples.stack[sample]!
          while (stack >= 0 && frameMatches[stacks.frame[stack]!] === 0) stack = stacks.parent[stack]!
          if (stack >= 0) expected += samples.weight[sample]!
        }
        expect(all.ofAll * tree.total[0]!).toBeCloseTo(expected, 9)
      }),
      { seed: 6, numRuns: 300 },
    )
  })
})
