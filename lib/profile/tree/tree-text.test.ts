import { describe, expect, test } from 'vitest'
import { profileFromDiagram } from '../../testing/profiles/text-graph.ts'
import { buildCallTree } from './call-tree.ts'
import { writeTreeMarkdown, writeTreeText } from './tree-text.ts'

const profile = profileFromDiagram(`
  main main main main
  run  run  run  run
  a    b    a    d
  c    .    e    .
  60   37.6 2    0.4
`)
const tree = buildCallTree(profile)
const nameOf = (frame: number) => profile.strings[profile.frames.name[frame]!]!

describe('writeTreeText', () => {
  test('puts the heaviest first and indents only where a stack branches', () => {
    expect(writeTreeText(tree, nameOf)).toBe(
      [
        '   total    self',
        '    100%      0%  all',
        '    100%      0%  main',
        '    100%      0%  run',
        '     62%      0%  ├─ a',
        '     60%     60%  │  ├─ c',
        '      2%      2%  │  └─ e',
        '   37.6%   37.6%  └─ b',
        'What has less than 0.5% is left out.',
      ].join('\n'),
    )
  })

  test('writes one callee right below its caller, between the branches too', () => {
    expect(writeTreeText(tree, nameOf, { minShare: 0.1 })).toContain(
      ['     62%      0%  ├─ a', '     60%     60%  │  c', '   37.6%   37.6%  └─ b'].join('\n'),
    )
  })

  test('begins at a node, of which the shares are then', () => {
    expect(writeTreeText(tree, nameOf, { from: 3 }).split('\n').slice(1)).toEqual([
      '    100%      0%  a',
      '   96.8%   96.8%  ├─ c',
      '    3.2%    3.2%  └─ e',
    ])
  })

  test('stops after so many lines and says so', () => {
    expect(writeTreeText(tree, nameOf, { maxLines: 2 }).split('\n')).toEqual([
      '   total    self',
      '    100%      0%  all',
      '    100%      0%  main',
      'The first 2 lines; the rest is left out.',
    ])
  })

  test('keeps a hostile name on its line', () => {
    expect(writeTreeText(tree, () => 'a\n  99 %  b\u2028c').split('\n')[2]).toBe(
      '    100%      0%  a\ufffd  99 %  b\ufffdc',
    )
  })
})

describe('writeTreeMarkdown', () => {
  test('puts the text into a block of code that no name can end', () => {
    expect(writeTreeMarkdown('shop, CPU', '100 %  main')).toBe('**shop, CPU**\n\n```text\n100 %  main\n```\n')
    expect(writeTreeMarkdown('a*b', '````')).toBe('**a\\*b**\n\n`````text\n````\n`````\n')
  })
})
