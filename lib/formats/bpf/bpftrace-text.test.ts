import { expect, it } from 'vitest'
import { chunksOf } from '../../testing/formats/chunks.ts'
import { detectFormat } from '../detect.ts'
import { writeFolded } from '../folded/write-folded.ts'
import type { Profile } from '../../profile/model/profile.ts'
import { readBpftraceText } from './bpftrace-text.ts'

const readMaps = (text: string) => readBpftraceText(chunksOf(text, 7))
const read = async (text: string) => (await readMaps(text))[0]
const foldedOf = (profile: Profile) => [...writeFolded(profile, { threads: true })].join('')
const folded = async (text: string) => (await readMaps(text)).map(({ profile }) => foldedOf(profile)).join('')
const stack = '\n    main+4\n'

it.each([
  ['@[, java]: 10\n', '[java tid=0] 10\n'],
  ['@[]: 41\n', ' 41\n'],
  ['@[, ]: 41\n', ' 41\n'],
  ['@cpu[java, 4012, , ]: 9\n', '[java tid=4012] 9\n'],
  ['@cpu[java, 4012, ,]: 9\n', '[java tid=4012] 9\n'],
  ['@[, swapper/1, 0]: 3\n', '[swapper/1 tid=0] 3\n'],
  ['@[, http-80 [3]]: 3\n', '[http-80 [3] tid=0] 3\n'],
  ['@[, java]: 18446744073709551615\n', `[java tid=0] ${2n ** 64n}\n`],
])('an entry without a stack keeps its weight and its thread: %j', async (text, expected) => {
  for (const whole of [
    text,
    `@[${stack}, a]: 2\n${text}`,
    `${text}@[${stack}, a]: 2\n`,
    `${text}@x[java]: 7\n@[${stack}, a]: 2\n`,
  ]) {
    expect((await folded(whole)).replace('[a tid=0];main 2\n', '')).toBe(expected)
    expect(detectFormat(Buffer.from(whole)).format).toBe('bpftrace-text')
  }
})

it('reads thread names with brackets behind a stack', async () => {
  expect(await folded(`@[${stack}, [pool-1]]: 2\n`)).toBe('[[pool-1] tid=0];main 2\n')
})

it('says what it does not read, by weight where that is known', async () => {
  const { profile, warnings } = await read(
    `@[${stack}, a]: 6\n@[${stack}, b]: -2\n, c]: 2\n@x[java]: 5\n@h[, a]: count 3\n`,
  )
  expect([...profile.samples.weight]).toEqual([6])
  expect(warnings).toMatchObject([
    { code: 'counts-not-usable', count: 1, line: 4 },
    { code: 'lines-skipped', count: 3, line: 7 },
  ])
  expect(warnings.map(({ text }) => /They hold (\S+) of the weight/.exec(text)?.[1])).toEqual(['20%', '20%'])
})

it('says what it does not read in the unit of the map, and no share of another map', async () => {
  const shareOf = async (text: string) => {
    const [{ warnings }] = await readMaps(text)
    return /They hold (.+) of the weight/.exec(warnings[0]!.text)?.[1]
  }
  expect(await shareOf(`@wait_us[${stack}, a]: 6\n, c]: 2\n`)).toBe('25%')
  expect(await shareOf(`@[${stack}, a]: 6\n@wait_us[${stack}, a]: 6\n, c]: 2\n`)).toBe('an unknown share')
})

it('doubts text of which most of the weight or of the lines is unread', async () => {
  expect((await read(`@[${stack}]: 6\n, c]: 20\n`)).doubt).toMatch(/76\.9% of its weight/)
  expect((await read(`@[${stack}]: 6\n${'hello\n'.repeat(5)}`)).doubt).toBe(
    '5 of its 8 lines could not be read, first line 4: “hello”',
  )
  expect((await read(`@[${stack}]: 6\n, c]: 2\n`)).doubt).toBeUndefined()
})

it('gives one profile for each map, in the unit that its name tells, and never adds them up', async () => {
  const maps = await readMaps(
    [
      `@cpu[${stack}, java]: 6\n@wait_us[${stack}, java]: 40\n@start[java]: 9\n`,
      `@cpu[${stack}, java]: 1\n@nsecs[${stack}]: 7\n@bytes[, java]: 4096\n`,
      `@other[${stack}]: 3\n@none[${stack}]: 0\n@wait_us[${stack}, java]: -40\n`,
    ].join(''),
  )
  expect(
    maps.map(({ profile: { unit, samples, provenance } }) => [
      provenance.event,
      unit,
      samples.weight.reduce((a, b) => a + b),
    ]),
  ).toEqual([
    ['cpu', 'samples', 7],
    ['@wait_us', 'nanoseconds', 40_000],
    ['@nsecs', 'nanoseconds', 7],
    ['@bytes', 'bytes', 4096],
    ['@other', 'samples', 3],
  ])
  expect(maps.map(({ warnings }) => warnings.map(({ code }) => code))).toEqual([
    ['lines-skipped'],
    ['counts-not-usable'],
    [],
    ['samples-without-stack'],
    [],
  ])
})
