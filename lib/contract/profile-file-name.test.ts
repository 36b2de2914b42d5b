import { expect, test } from 'vitest'
import { eventIds } from '../profile/model/event-ids.ts'
import { units } from '../profile/model/profile.ts'
import { sampleSummary } from '../testing/samples.ts'
import { addFileMark, findTellingName, profileFileName, readEventOfFileName } from './profile-file-name.ts'

const createdAt = Date.UTC(2026, 10, 23, 15, 40)
const captureId = 'c'.repeat(32)

test('a file says what it is of, and one that was such a file says it once', () => {
  const captured = sampleSummary({ name: 'shop: PriceRules.findWinningRule', captureId, createdAt, service: 'shop' })
  expect(profileFileName({ ...captured, name: 'before the fix', event: 'wall' })).toBe(
    'before the fix.wall.2026-11-23T1540Z',
  )
  const again = sampleSummary({ name: 'shop.cpu.2026-11-23T1540Z', createdAt: createdAt + 86_400_000 })
  expect(profileFileName(again)).toBe('shop.cpu.2026-11-23T1540Z')
  const folded = sampleSummary({ name: 'shop.alloc', event: 'alloc', unit: 'bytes', createdAt })
  expect(profileFileName(folded)).toBe('shop.alloc.2026-11-23T1540Z')
})

test('the name of a file has no half character, and is read with an ending in capitals', () => {
  const name = `${'a'.repeat(59)}😀`
  expect(profileFileName(sampleSummary({ name, captureId, createdAt })).isWellFormed()).toBe(true)
  expect(readEventOfFileName('shop.alloc.folded.GZ')).toMatchObject({ name: 'shop', event: 'alloc' })
})

const endings = ['.folded', '.annotated.folded', ' (1).folded', '.folded.gz']
const written = [...eventIds, 'page-faults'].flatMap((event) => units.map((unit) => ({ event, unit })))

test.each(written)('the name of an export says that it is of $event in $unit', ({ event, unit }) => {
  const name = profileFileName(sampleSummary({ name: 'shop', createdAt, event, unit }))
  for (const ending of endings) expect(readEventOfFileName(name + ending)).toEqual({ name, event, unit })
  expect(readEventOfFileName(`${name}.against.${name}.diff.folded`)).toMatchObject({ event, unit })
})

test.each(eventIds)('the name of a captured file says that it is of %s', (event) => {
  expect(readEventOfFileName(addFileMark('out/my.shop.folded', event))).toMatchObject({ name: 'my.shop', event })
})

test.each([
  ['shop.alloc.folded', 'bytes'],
  ['shop.wall.folded', 'samples'],
  ['shop.lock.folded', 'nanoseconds'],
  ['shop.off-cpu.folded', 'nanoseconds'],
])('%s counts %s', (name, unit) => {
  expect(readEventOfFileName(name)?.unit).toBe(unit)
})

test.each([
  'alloc.folded', // of a service that is called so
  'shop.folded',
  'shop-alloc.folded',
  'shop.alloc.collapsed',
  'shop.alloc.txt',
  'shop.alloc.html',
  'out.perf-folded',
  'out.stacks01.folded',
  'out.kern_folded',
  'collapse-alloc.txt',
  'profile.alloc.jfr',
  'allocations.folded',
  'shop.alloc/out.folded',
  'shop.alloc-cups.folded',
  'shop.ALLOC.folded',
  '',
])('%j is none of our names', (name) => {
  expect(readEventOfFileName(name)).toBeNull()
})

test('the mark stands before the ending', () => {
  expect(addFileMark('out.d/shop.folded', 'alloc')).toBe('out.d/shop.alloc.folded')
  expect(addFileMark('out.d/shop', 'alloc')).toBe('out.d/shop.alloc')
})

test.each([
  ['shop.folded', 'alloc', 'bytes', 'shop.alloc.folded'],
  ['out/shop.alloc.txt', 'alloc', 'bytes', 'out/shop.alloc.folded'],
  ['shop.cpu.folded', 'cpu', 'nanoseconds', 'shop.cpu-nanoseconds.folded'],
  ['shop', 'lock', 'nanoseconds', 'shop.lock.folded'],
  ['shop.wall.folded', 'wall', 'samples', null],
  ['shop.txt', 'cpu', 'samples', null],
] as const)('%s with %s in %s says so as %j', (name, event, unit, telling) => {
  expect(findTellingName(name, event, unit)).toBe(telling)
  if (telling !== null) expect(readEventOfFileName(telling)).toMatchObject({ event, unit })
})
