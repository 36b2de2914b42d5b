import { describe, expect, test } from 'vitest'
import { printTree } from '../../testing/profiles/text-graph.ts'
import { packages } from '../../testing/profiles/packages.ts'
import { buildCallTree } from '../tree/call-tree.ts'
import { applyFilters } from './filters.ts'
import { createProfileBuilder } from '../model/profile-builder.ts'
import { emptyProvenance, frameKinds } from '../model/profile.ts'

describe('a collapsed run', () => {
  test('collapse-package makes one box of neighbours, with what is below the package', () => {
    const profile = applyFilters(packages, [{ type: 'collapse-package', name: 'org.foo' }])
    expect(printTree(profile, buildCallTree(profile)).split('\n')).toEqual([
      'all 7',
      '  com.acme.Shop.main 7',
      '    org.foo (collapsed) 7',
      '      com.acme.cart.Cart.total 3 self 1',
      '        read 2 self 2',
      '      read 4 self 4',
    ])
    const box = profile.frames.length - 1
    expect(profile.strings[profile.frames.raw[box]!]).toBe('up to 2 frames')
    expect(frameKinds[profile.frames.kind[box]!]).toBe('folded')
  })

  test('collapse-module makes one box of neighbours from a library', () => {
    const builder = createProfileBuilder()
    let stack = builder.stack(-1, builder.frame('main', 'java'))
    for (const name of ['JavaCalls::call', 'Interpreter']) {
      stack = builder.stack(stack, builder.frame(name, 'vm', { module: 'libjvm.so' }))
    }
    stack = builder.stack(stack, builder.frame('a', 'java'))
    builder.sample(stack, builder.thread(''), NaN, 2)
    const before = builder.finish('samples', emptyProvenance('test'))
    const profile = applyFilters(before, [{ type: 'collapse-module', name: 'libjvm.so' }])
    expect(printTree(profile, buildCallTree(profile)).split('\n')).toEqual([
      'all 2',
      '  main 2',
      '    libjvm.so (collapsed) 2',
      '      a 2 self 2',
    ])
    expect(applyFilters(before, [{ type: 'collapse-module', name: '' }])).toBe(before)
  })
})
