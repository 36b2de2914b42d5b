import { expect, it } from 'vitest'
import { chunksOf } from '../../testing/formats/chunks.ts'
import { writeFolded } from '../folded/write-folded.ts'
import { readHprofText } from './hprof-text.ts'

const read = async (...lines: readonly string[]) => {
  const { profile, warnings } = await readHprofText(chunksOf(`${lines.join('\n')}\n`, 7))
  return { profile, folded: [...writeFolded(profile, { threads: true })], warnings }
}
const table = (total: number, ...rows: readonly string[]) => [
  `CPU SAMPLES BEGIN (total = ${total}) Tue Mar  4 10:01:00 2025`,
  'rank   self  accum   count trace method',
  ...rows,
  'CPU SAMPLES END',
]
const scan = ['TRACE 300001:', '\tshop.Price.scan(Price.java:40)', '\tshop.Main.main(Main.java:Unknown line)']

it('weighs each stack by its samples, and knows threads where hprof wrote them', async () => {
  const { folded, warnings } = await read(
    'THREAD START (obj=50000114, id = 200001, name="till; lane 2", group="main")',
    ...scan,
    'TRACE 300002: (thread=200001)',
    '\tjava.net.SocketInputStream.read(Native Method)',
    'TRACE 300003:',
    '\t<empty>',
    ...table(40, '   1 75.00% 75.00%      30 300001 shop.Price.scan', '   2 25,00% 100,00%      10 300002 x.Y.z'),
  )
  expect(folded).toEqual([
    '[till: lane 2 tid=0];java.net.SocketInputStream.read 10\n',
    'shop.Main.main;shop.Price.scan 30\n',
  ])
  expect(warnings).toEqual([])
})

it('adds up the tables of several dumps, each of what was new', async () => {
  const row = '   1 100.00% 100.00%      3 300001 shop.Price.scan'
  expect((await read(...scan, ...table(3, row), ...table(3, row))).profile.samples.weight).toEqual(
    Float64Array.of(3, 3),
  )
})

it('keeps the weight of what the file does not hold', async () => {
  const cut = await read(...scan, ...table(10, '   1 80.00% 80.00%      8 300001 shop.Price.scan'))
  expect([...cut.profile.samples.weight]).toEqual([8, 2])
  expect([...cut.profile.samples.stack].at(-1)).toBe(-1)
  expect(cut.warnings).toMatchObject([{ code: 'samples-below-cutoff', count: 2 }])

  const bare = await read(...table(3, '   1 100.00% 100.00%      3 300009 shop.Price.scan'))
  expect(bare.folded).toEqual(['shop.Price.scan 3\n'])
  expect(bare.warnings).toMatchObject([{ code: 'frames-missing', count: 1 }])
})

it('reports lines that cannot be read, and refuses what holds no samples', async () => {
  const { warnings } = await read('TRACE 300001:', '\tshop.Price', ...table(1, '1 100% 100% 1 300001 a.B.c'))
  expect(warnings).toMatchObject([
    { code: 'lines-skipped', line: 2 },
    { code: 'samples-without-stack', count: 1 },
  ])
  await expect(read('JAVA PROFILE 1.0.1, created', ...scan)).rejects.toMatchObject({ code: 'unreadable-profile' })
})
