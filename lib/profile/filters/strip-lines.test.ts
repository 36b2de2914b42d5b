import { expect, test } from 'vitest'
import { printTree, profileFromDiagram } from '../../testing/profiles/text-graph.ts'
import { buildCallTree } from '../tree/call-tree.ts'
import { stripLines, withoutLine } from './strip-lines.ts'

test.each([
  ['com.acme.Foo.bar:42', 'com.acme.Foo.bar'],
  ['com.acme.Foo.bar@17', 'com.acme.Foo.bar'],
  ['com.acme.Foo.bar(Foo.java:42)', 'com.acme.Foo.bar'],
  ['com.acme.Foo.bar (Foo.java:42)', 'com.acme.Foo.bar'],
  ['com.acme.Foo.bar(int)', 'com.acme.Foo.bar(int)'],
  ['std::vector::push_back', 'std::vector::push_back'],
  ['memcpy@@GLIBC_2.14', 'memcpy@@GLIBC_2.14'],
  ['A::1', 'A::1'],
  [':42', ':42'],
  ['', ''],
])('%s is without its line %s', (name, bare) => {
  expect(withoutLine(name)).toBe(bare)
})

test('frames that differ by their line become one, with what is known already and by kind', () => {
  const profile = stripLines(
    profileFromDiagram(`
      main  main  main  main   main
      f:1   f:2   f     f:3_[n] g:1
      x     x     y     .      .
    `),
  )
  expect(printTree(profile, buildCallTree(profile)).split('\n')).toEqual([
    'all 5',
    '  main 5',
    '    f 3',
    '      x 2 self 2',
    '      y 1 self 1',
    '    f 1 self 1',
    '    g 1 self 1',
  ])
})

test('a profile without lines stays the object it was', () => {
  const profile = profileFromDiagram('main worker:')
  expect(stripLines(profile)).toBe(profile)
})
