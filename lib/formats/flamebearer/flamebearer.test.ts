import { expect, it } from 'vitest'
import { chunksOf } from '../../testing/formats/chunks.ts'
import { writeFolded } from '../folded/write-folded.ts'
import { readFlamebearer } from './flamebearer.ts'

const drawing = {
  names: ['total', 'shop.Main.main', 'shop.Price.scan', 'other', 'memcpy'],
  levels: [
    [0, 20, 0, 0],
    [0, 12, 0, 1, 0, 8, 8, 3],
    [2, 5, 1, 2, 1, 4, 4, 4], // 2 and 1 apart: callers of both are beyond the smallest that is drawn
    [1, 4, 4, 4],
  ],
}
const read = async (value: unknown, text = JSON.stringify(value)) => {
  const { profile, warnings } = await readFlamebearer(chunksOf(text, 5))
  return { profile, folded: [...writeFolded(profile)], codes: warnings.map(({ code }) => code) }
}
const foldedDrawing = [
  'other 8\n',
  'shop.Main.main;memcpy 4\n',
  'shop.Main.main;shop.Price.scan 1\n',
  'shop.Main.main;shop.Price.scan;memcpy 4\n',
]

it('finds the caller of each box by its place', async () => {
  const { profile, folded, codes } = await read({
    ...{ version: 1, flamebearer: { ...drawing, numTicks: 20 } },
    metadata: { format: 'single', spyName: 'javaspy', sampleRate: 100, units: 'samples', name: 'shop.cpu' },
  })
  expect(folded).toEqual(foldedDrawing)
  expect(codes).toEqual([])
  expect(profile).toMatchObject({
    unit: 'samples',
    provenance: { engine: 'javaspy', event: 'cpu', frequencyHz: 100 },
  })
})

it.each([
  ['bare, the boxes first', { levels: drawing.levels, names: drawing.names }],
  ['of old versions', { flamebearer: { ...drawing, units: 'samples', format: 'single' } }],
])('reads one %s', async (_, value) => {
  expect((await read(value)).folded).toEqual(foldedDrawing)
})

it.each([
  [{ units: 'samples', sampleRate: 1e9, name: 'cpu' }, 'nanoseconds', 'cpu', 17],
  [{ units: 'bytes', sampleRate: 100, name: 'alloc_space' }, 'bytes', 'alloc', 17],
  [{ units: 'lock_nanoseconds', sampleRate: 100, name: 'delay' }, 'nanoseconds', 'lock', 17],
  [{ units: 'objects', sampleRate: 100, name: 'inuse_objects' }, 'samples', 'live-heap', 17],
])('reads %j', async (metadata, unit, event, sum) => {
  const { profile } = await read({ flamebearer: drawing, metadata })
  expect(profile).toMatchObject({ unit, provenance: { event, frequencyHz: null } })
  expect(profile.samples.weight.reduce((all, one) => all + one)).toBe(sum)
})

it('keeps what is there of one that is damaged, and reports the rest', async () => {
  const { folded, codes } = await read({
    names: ['total', 'main'],
    levels: [
      [0, 9, 0, 0],
      [0, 3, -3, 1, 0, 3, 3, 9, 0, 3, 3, 1],
    ],
  })
  expect(folded).toEqual([' 3\n', 'main 3\n'])
  expect(codes).toEqual(['counts-not-usable', 'frames-missing', 'samples-without-stack'])
  const cut = JSON.stringify(drawing).slice(0, -5)
  expect((await read(null, cut)).codes).toContain('input-damaged')
})

it('reads a table of Grafana whose columns are damaged', async () => {
  const fields = [{}, { name: 'level' }, { name: 'self' }, { name: 'label' }, { config: 3 }]
  const values = [[], [0, 1, null, 99], [0, 3, 'x', 2], ['total', 'main', 'main', 'scan'], 7]
  const { folded, codes } = await read([{ schema: { fields }, data: { values } }])
  expect(folded).toEqual(['main;scan 2\n', 'total;main 3\n'])
  expect(codes).toEqual(['counts-not-usable'])
})

it('refuses a comparison, and what has no boxes', async () => {
  const double = { flamebearer: drawing, metadata: { format: 'double' } }
  await expect(read(double)).rejects.toThrow('it is a comparison')
  await expect(read({ names: [], levels: [] })).rejects.toThrow('no box')
})
