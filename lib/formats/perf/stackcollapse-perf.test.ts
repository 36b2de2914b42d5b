import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { chunksOf } from '../../testing/formats/chunks.ts'
import { mutate } from '../../testing/formats/mutate-bytes.ts'
import { createRandom } from '../../testing/profiles/random-profile.ts'
import { collapsePerf } from './stackcollapse-perf.ts'
import type { CollapseOptions } from './stackcollapse-perf-lines.ts'

// `<input>.<option>.<option>.folded` is what stackcollapse-perf.pl printed for `<input>.txt` with these options.
const folder = join(import.meta.dirname, '../golden/stackcollapse-perf')
const expected = readdirSync(folder).filter((file) => file.endsWith('.folded'))

function optionsOf(file: string): CollapseOptions {
  const options = file.split('.').slice(1, -1)
  const eventFilter = options.find((option) => option.startsWith('event-filter='))?.slice('event-filter='.length)
  const flags = Object.fromEntries(options.filter((option) => !option.includes('=')).map((option) => [option, true]))
  return { ...flags, ...(eventFilter === undefined ? {} : { eventFilter }) }
}

describe('collapsePerf', () => {
  it.each(expected)('prints the same as stackcollapse-perf.pl: %s', async (file) => {
    const input = readFileSync(join(folder, `${file.split('.')[0]!}.txt`))
    for (const chunk of [7, 65536]) {
      const { lines } = await collapsePerf(chunksOf(input, chunk), optionsOf(file))
      expect(lines.map((line) => `${line}\n`).join('')).toBe(readFileSync(join(folder, file), 'latin1'))
    }
  })

  it('has expected output for the recordings, the hostile text and every option', () => {
    expect(expected.length).toBeGreaterThan(20)
  })

  it('counts the period that perf printed, with the precision of Perl', async () => {
    const sample = (period: string) => `ab 1/2 3.0: ${period} cycles:\n\t1 f (x)\n\n`
    const count = async (...periods: string[]) =>
      (await collapsePerf(chunksOf(periods.map(sample).join('')), {})).lines.map((line) => line.split(' ')[1])
    expect(await count('250000', '7')).toEqual(['250007'])
    expect(await count('0', '')).toEqual(['2'])
    expect(await count('9007199254740993', '2')).toEqual(['9007199254740995'])
    expect(await count('18446744073709551615', '1')).toEqual(['1.84467440737096e+19'])
  })

  it('reads frames of Java and of other programs in one file, in any order', async () => {
    const sample = (comm: string) => `${comm} 1/2 3.0: cycles:\n\t1 Lshop/Cart;::add (x)\n\t2 main (x)\n\n`
    const { lines } = await collapsePerf(chunksOf(['java', 'ruby', 'java', 'ruby', 'ruby'].map(sample).join('')), {})
    expect(lines).toEqual(['java;main;shop/Cart:::add 2', 'ruby;main;Lshop/Cart:::add 3'])
  })

  it('counts the lines that it did not recognise, and gives the first one’s number', async () => {
    const { unrecognised } = await collapsePerf(chunksOf('java 1/2 3.0: cycles:\n\t1 f (x)\n-what?\n\n-and?\n'), {})
    expect(unrecognised).toEqual({ count: 2, firstLine: 3 })
  })

  it('takes linear time for the lines that make patterns backtrack', async () => {
    const long = 200_000
    const lines = [
      `a${' '.repeat(long)}x`,
      `ab ${'1'.repeat(long)}x`,
      `ab 1 ${': '.repeat(long)}`,
      ` 1 ${' ('.repeat(long)}`,
    ]
    const { unrecognised } = await collapsePerf(chunksOf(lines.join('\n')), {})
    expect(unrecognised.count).toBeGreaterThan(0)
  }, 60_000)

  it('reads 1,000 damaged recordings with the same result whole and in chunks', async () => {
    const random = createRandom(3)
    const once = readFileSync(join(folder, 'perf-map-agent.txt'))
    const input = Buffer.concat([once, once])
    const options = { all: true, tid: true }
    for (let round = 0; round < 1000; round++) {
      const damaged = mutate(input, random)
      const { lines, unrecognised } = await collapsePerf(chunksOf(damaged, damaged.length), options)
      for (const line of lines) expect(line).toMatch(/ [\d.e+]+$/)
      // In chunks of 7 bytes no line is complete.
      if (round % 10 === 0)
        expect(await collapsePerf(chunksOf(damaged, 7), options)).toMatchObject({ lines, unrecognised })
    }
  }, 60_000)
})
