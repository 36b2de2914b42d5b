import { describe, expect, it } from 'vitest'
import { createGroupSearch } from '../../search/group-search.ts'
import { matchesPattern, parseSearch } from '../../search/search.ts'
import { createProfileBuilder } from '../../model/profile-builder.ts'
import { emptyProvenance } from '../../model/profile.ts'
import { buildMergedTree } from '../merged-tree/merged-tree.ts'
import { groupByClass, groupByPackage } from './groups.ts'

const names = [
  ...['com.mysql.cj.Query.run', 'com.mysql.cj.io.Socket.read', 'com.mysql.Driver.connect', 'com.mysqlx.Driver.connect'],
  ...['shop.Cart.total', 'shop.Cart$Line.total', 'shop.Cart.<init>', 'shop.pricing.Rules.find', 'workshop.Cart.total'],
  ...['Load.sort', 'Loader.sort', 'org.web.$Proxy12.find', 'kotlin.collections.CollectionsKt.map', 'a.b.c$d.e'],
]

describe('a package or class', () => {
  const builder = createProfileBuilder()
  for (const name of names) builder.sample(builder.stack(-1, builder.frame(name, 'java')), builder.thread('main'), 0, 1)
  const profile = builder.finish('samples', emptyProvenance('test'))
  const merged = buildMergedTree(profile, profile, { width: 'after', scale: 'share', requests: null, sort: 'name' })
  const frameNames = Array.from(merged.frames.name, (name) => merged.strings[name]!)

  it.each([
    ['package', groupByPackage(merged)],
    ['class', groupByClass(merged)],
  ] as const)('is found by its search, and nothing else is: %s', (level, depths) => {
    for (const groups of depths) {
      for (const [group, name] of groups.names.entries()) {
        const { text, caseSensitive } = createGroupSearch(level, name)
        const search = parseSearch(text)
        if (search.type !== 'pattern') throw new Error(`${text} is no pattern`)
        const found = matchesPattern(frameNames, search.source, caseSensitive)
        const listed = (isIn: (frame: number) => boolean) => frameNames.filter((_, frame) => isIn(frame))
        expect(listed((frame) => found[frame] === 1)).toEqual(listed((frame) => groups.groupOfFrame[frame] === group))
      }
    }
  })
})
