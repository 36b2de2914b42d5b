import { expect, test } from 'vitest'
import { deriveProfileName } from './import-profile.ts'

test.each([
  ['fold/shop.perf.txt', 'shop.perf'],
  ['C:\\temp\\shop.folded', 'shop'],
  ['shop.pb.gz', 'shop'],
  ['shop.folded.gz', 'shop'],
  ['shop.hearth.gz', 'shop'],
  ['shop.speedscope.json', 'shop'],
  ['shop.html', 'shop'],
  ['shop.alloc.folded', 'shop'],
  ['shop.alloc.2026-11-23T1540Z.annotated.folded', 'shop.alloc.2026-11-23T1540Z'],
  ['v1.2.folded', 'v1.2'],
  ['shop', 'shop'],
  ['.gz', '.gz'],
  ['a\u0000b\n.txt', 'ab'],
  ['', 'imported profile'],
  ['x'.repeat(200), 'x'.repeat(200)],
  [`${'x'.repeat(198)} long.folded`, `${'x'.repeat(198)}…`],
])('the file %j becomes %j', (fileName, name) => {
  expect(deriveProfileName(fileName)).toBe(name)
})
