import { expect, test } from 'vitest'
import { groupFiles } from './import-groups.ts'
import { defaultImportOptions } from './imports.ts'

/** Of each file, the first file of its group; null without one. */
function groupsOf(paths: readonly string[]): readonly (string | null)[] {
  const groups = groupFiles(paths, defaultImportOptions).map(({ group }) => group)
  return groups.map((group) => (group === '' ? null : paths[groups.indexOf(group)]!))
}

test('files of one name and directory that differ in their event are one group', () => {
  const shop = ['out/shop.cpu.folded', 'out/shop.wall.folded', 'out/shop.alloc.folded.gz']
  expect(groupsOf(['other.folded', ...shop, 'out/cart.cpu.folded'])).toEqual([
    ...[null, ...Array<string>(3).fill(shop[0]!), null],
  ])
  expect(groupsOf(['a/shop.cpu.folded', 'b/shop.wall.folded'])).toEqual([null, null])
})

test('files of one name and event, and of names that say no event, are no group', () => {
  expect(groupsOf(['shop.cpu.folded', 'shop.cpu (1).folded'])).toEqual([null, null])
  expect(groupsOf(['shop.cpu.folded', 'shop.alloc.folded', 'shop.cpu.folded.gz'])).toEqual([null, null, null])
  expect(groupsOf(['shop.folded', 'shop.jfr', '-', '-'])).toEqual([null, null, null, null])
  expect(groupsOf(['shop.cpu.2026-11-23T1540Z.folded', 'shop.alloc.2026-11-23T1540Z.folded'])).toEqual([null, null])
})

test('each command has groups of its own', () => {
  const paths = ['shop.cpu.folded', 'shop.wall.folded']
  const [one, other] = [0, 1].map(() => groupFiles(paths, defaultImportOptions)[0]!.group)
  expect(one).toMatch(/^[0-9a-f]{32}$/)
  expect(one).not.toBe(other)
})
