import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isProblem } from '../errors.ts'
import { profileFromPicture } from '../testing/picture.ts'
import { anyProfile } from '../testing/random-profile.ts'
import { buildCallTree } from './call-tree.ts'
import { type Profile } from './profile.ts'
import {
  frameNames,
  matchedTotal,
  matchesLiteral,
  matchesPattern,
  matchNodes,
  nextMatch,
  parseSearch,
  searchShares,
} from './search.ts'

const recursive = profileFromPicture(`
  main main main main
  a    a    b    a
  b    b    a    .
  a    .    .    .
  3    1    4    2
`)
// Nodes: 0 all 10, 1 main 10, 2 a 6 (self 2), 3 b 4, 4 a 3, 5 b 4, 6 a 4.

function search(profile: Profile, text: string, zoomNode = 0) {
  return searchShares(buildCallTree(profile), matchesLiteral(frameNames(profile), text, true), zoomNode)
}

describe('a search', () => {
  test('counts each sample once where a match sits below a match', () => {
    expect(search(recursive, 'a')).toEqual({ nodes: 4, ofView: 1, ofAll: 1 })
    const tree = buildCallTree(recursive)
    expect(matchedTotal(tree, (node) => [2, 4, 6].includes(node))).toBe(10)
    expect(matchedTotal(tree, (node) => node === 3 || node === 4)).toBe(4)
  })

  test('gives the share of the zoomed node beside the share of all', () => {
    expect(search(recursive, 'b', 2)).toEqual({ nodes: 1, ofView: 4 / 6, ofAll: 8 / 10 })
  })

  test('takes a match above the zoomed node for no match in the view', () => {
    expect(search(recursive, 'main', 2)).toEqual({ nodes: 0, ofView: 0, ofAll: 1 })
  })

  test('looks at names only, not at percentages and not at names that objects have by themselves', () => {
    const profile = profileFromPicture(`
      __proto__ constructor
    `)
    expect(search(profile, 'constructor').nodes).toBe(1)
    expect(search(profile, '__proto__').nodes).toBe(1)
    expect(search(profile, 'toString').nodes).toBe(0)
    expect(search(profile, '%').nodes).toBe(0)
  })

  test('finds nothing for an empty text', () => {
    expect(search(recursive, '').nodes).toBe(0)
  })

  test('ignores case unless told otherwise', () => {
    expect([...matchesLiteral(['HashMap.get', 'hashmap', 'x'], 'hashMAP', false)]).toEqual([1, 1, 0])
    expect([...matchesLiteral(['HashMap.get', 'hashmap', 'x'], 'HashMap', true)]).toEqual([1, 0, 0])
    expect([...matchesPattern(['HashMap.get', 'hashmap'], '^H.*get$', true)]).toEqual([1, 0])
    expect([...matchesPattern(['HashMap.get', 'hashmap'], '^h', false)]).toEqual([1, 1])
  })

  test('takes text between slashes for a regular expression and all else as it is', () => {
    expect(parseSearch('')).toEqual({ type: 'none' })
    expect(parseSearch('/a|b/')).toEqual({ type: 'pattern', source: 'a|b' })
    for (const text of ['/', '//', '/a', 'a/b/', '.*']) expect(parseSearch(text)).toEqual({ type: 'literal', text })
  })

  test('answers a broken pattern with a Problem', () => {
    const attempt = () => matchesPattern(['a'], '(', true)
    expect(attempt).toThrow(expect.toSatisfy((error) => isProblem(error) && error.code === 'pattern-invalid'))
  })

  test('walks the matches round and round inside the zoomed node', () => {
    const tree = buildCallTree(recursive)
    const matches = matchNodes(tree, matchesLiteral(frameNames(recursive), 'b', true))
    expect([...matches]).toEqual([3, 5])
    expect(nextMatch(tree, matches, -1, 1, 0)).toBe(3)
    expect(nextMatch(tree, matches, 3, 1, 0)).toBe(5)
    expect(nextMatch(tree, matches, 5, 1, 0)).toBe(3)
    expect(nextMatch(tree, matches, 3, -1, 0)).toBe(5)
    expect(nextMatch(tree, matches, 4, -1, 0)).toBe(3)
    expect(nextMatch(tree, matches, 5, 1, 2)).toBe(3)
    expect(nextMatch(tree, matches, 3, 1, 2)).toBe(3)
    expect(nextMatch(tree, matches, 0, 1, 6)).toBe(-1)
  })

  test('law: no more than everything is found, and exactly the samples whose stack holds the name', () => {
    fc.assert(
      fc.property(anyProfile, fc.constantFrom('a', 'b', 'proto', ';'), fc.nat(), (profile, text, at) => {
        const tree = buildCallTree(profile)
        const names = frameNames(profile)
        const frameMatches = matchesLiteral(names, text, false)
        const shares = searchShares(tree, frameMatches, at % tree.length)
        expect(shares.ofView).toBeLessThanOrEqual(1)

        const { stacks, samples } = profile
        let expected = 0
        for (let sample = 0; sample < samples.length; sample++) {
          let stack = samples.stack[sample]!
          while (stack >= 0 && frameMatches[stacks.frame[stack]!] === 0) stack = stacks.parent[stack]!
          if (stack >= 0) expected += samples.weight[sample]!
        }
        expect(shares.ofAll * tree.total[0]!).toBeCloseTo(expected, 9)
      }),
      { seed: 6, numRuns: 300 },
    )
  })
})
