import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../testing/profiles/random-profile.ts'
import { mutate } from '../testing/formats/mutate-bytes.ts'
import { findSymbol, parsePerfMap, type PerfMap } from './perf-map.ts'

const read = (text: string) => parsePerfMap(new TextEncoder().encode(text))

/** The normal form every tool reads: no 0x, sorted, one symbol a line. */
const write = ({ starts, ends, names }: PerfMap) =>
  names.map((name, i) => `${starts[i]!.toString(16)} ${(ends[i]! - starts[i]!).toString(16)} ${name}\n`).join('')

const jdk = `0x00007fcfb0eca940 0x0000000000000150 long Load.fib(int)
0x00007fcfb0ec0000 0x0000000000000100 Interpreter
`

describe('parsePerfMap', () => {
  it('reads the JDK’s map, with 0x, and perf-map-agent’s, without, in any order', () => {
    const agent = '7fcfb0ec0000 100 Interpreter\r\n7fcfb0eca940 150 long Load.fib(int)'
    expect(read(jdk)).toEqual(read(agent))
    expect(read(jdk).map.names).toEqual(['Interpreter', 'long Load.fib(int)'])
  })

  it('writes the normal form: no 0x, sorted', () => {
    expect(write(read(jdk).map)).toBe('7fcfb0ec0000 100 Interpreter\n7fcfb0eca940 150 long Load.fib(int)\n')
  })

  it('lets the later line win where two overlap, as tools that append mean it', () => {
    const { map, warnings } = read('100 50 old\n140 10 new\n200 10 other\n')
    expect(map.names).toEqual(['new', 'other'])
    expect(warnings).toEqual([{ code: 'symbols-overlap', text: expect.any(String) as string, count: 1 }])
    expect(read('140 10 old\n100 50 new\n').map.names).toEqual(['new'])
  })

  it('skips what is no symbol and says how many lines and where the first was', () => {
    const { map, warnings } = read('100 10 a\nnonsense\n200 0 empty\nffffffffffffffff 10 too high\n300 10\n')
    expect(map.names).toEqual(['a'])
    expect(warnings).toMatchObject([{ code: 'symbol-lines-skipped', count: 4, line: 2 }])
  })

  it('reads what it wrote, and its ranges never overlap', () => {
    const symbol = fc.tuple(fc.nat(5000), fc.nat(200), fc.stringMatching(/^[^\s][^\n\r]{0,8}$/))
    fc.assert(
      fc.property(fc.array(symbol, { maxLength: 40 }), (symbols) => {
        const text = symbols
          .map(([start, size, name]) => `${start.toString(16)} ${size.toString(16)} ${name}\n`)
          .join('')
        const { map } = read(text)
        expect(read(write(map))).toEqual({ map, warnings: [] })
        for (let i = 1; i < map.length; i++) expect(map.starts[i]).toBeGreaterThanOrEqual(map.ends[i - 1]!)
      }),
      { seed: 1 },
    )
  })

  it('survives 1,000 damaged maps', () => {
    const random = createRandom(5)
    const bytes = new TextEncoder().encode(jdk.repeat(20))
    for (let round = 0; round < 1000; round++) {
      const { map } = parsePerfMap(mutate(bytes, random))
      for (let i = 0; i < map.length; i++) expect(map.ends[i]!).toBeGreaterThan(map.starts[i]!)
    }
  }, 60_000)
})

describe('findSymbol', () => {
  const { map } = read('100 10 a\n110 10 b\n200 10 c\n')

  it.each([
    [0xff, -1],
    [0x100, 0],
    [0x10f, 0],
    [0x110, 1],
    [0x11f, 1],
    [0x120, -1],
    [0x20f, 2],
    [0x210, -1],
  ])('finds at %i symbol %i', (address, symbol) => {
    expect(findSymbol(map, address)).toBe(symbol)
  })
})
