import { describe, expect, test } from 'vitest'
import { largeProfile } from '../../testing/profiles/random-profile.ts'
import { buildCallTree } from '../tree/call-tree.ts'
import { findBadColumn } from '../encoding/encode.ts'
import { applyFilters, type Filter } from './filters.ts'
import { totalWeight } from '../model/stack-weights.ts'
import { getNodePath } from '../tree/path-keys.ts'
import { createProfileBuilder } from '../model/profile-builder.ts'
import { emptyProvenance, type Profile } from '../model/profile.ts'
import { buildSandwich } from './sandwich.ts'

/** One stack, its frames named in turn: direct and indirect recursion, a framework, lines, waits. */
function deepProfile(depth: number): Profile {
  const names = [
    'com.acme.A.run',
    'com.acme.A.run',
    'org.springframework.B.call',
    'com.acme.C.go:12',
    'java.lang.Object.wait',
  ]
  const builder = createProfileBuilder()
  let stack = -1
  for (let at = 0; at < depth; at++) {
    const name = at % 11 === 0 ? `com.acme.Level${at}.run` : names[at % names.length]!
    stack = builder.stack(stack, builder.frame(name, 'java', { module: 'app.jar' }))
  }
  builder.sample(stack, builder.thread('deep', 7), 5, 3)
  return builder.finish('samples', emptyProvenance('test'))
}

function everyFilter(profile: Profile): Filter[] {
  const tree = buildCallTree(profile)
  const name = profile.strings[profile.frames.name[tree.frame[Math.min(3, tree.length - 1)]!]!]!
  return [
    { type: 'by-thread' },
    { type: 'fold-base' },
    { type: 'invert' },
    { type: 'fold-recursion', reach: 'direct' },
    { type: 'fold-recursion', reach: 'indirect' },
    { type: 'hide', name },
    { type: 'show-from', name },
    { type: 'only-packages', packages: ['com.acme'] },
    { type: 'collapse-package', name: 'com.acme' },
    { type: 'collapse-module', name: 'app.jar' },
    { type: 'fold-framework', pack: 'spring', open: ['AAAAA*1'] },
    { type: 'strip-lines' },
    { type: 'focus', name },
    { type: 'focus-path', path: getNodePath(profile, tree, Math.floor(tree.length / 2)) },
    { type: 'drop', name: 'nobody' },
    { type: 'keep', search: { text: 'acme', caseSensitive: false } },
    { type: 'hide-idle' },
    { type: 'threads', threads: ['deep', 'http-1'] },
    { type: 'time', fromMs: 0, toMs: 1e9 },
  ]
}

// Not a measurement: a machine that does ten things at once needs seconds for some of these.
const timeout = 60_000

describe.each([
  ['200,000 frames deep', deepProfile(200_000)],
  ['of 200,000 names', largeProfile(100_000, 200_000)],
])('a profile %s', (_, profile) => {
  test.each(everyFilter(profile).map((filter) => [filter.type, filter] as const))(
    'comes through %s',
    (_, filter) => {
      const filtered = applyFilters(profile, [filter])
      expect(findBadColumn(filtered)).toBeNull()
      expect(totalWeight(filtered)).toBeLessThanOrEqual(totalWeight(profile))
      expect(buildCallTree(filtered).total[0]).toBe(totalWeight(filtered))
    },
    timeout,
  )

  test(
    'has a sandwich',
    () => {
      const name = profile.strings[profile.frames.name[profile.stacks.frame[profile.stacks.length - 1]!]!]!
      const { callers, callees } = buildSandwich(profile, name)
      expect(totalWeight(callers)).toBe(totalWeight(callees))
      expect(buildCallTree(callers).length).toBeGreaterThan(1)
    },
    timeout,
  )
})
