import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chunksOf } from '../../testing/formats/chunks.ts'
import { type JsonShape, parseJsonStream } from './json-stream.ts'

/** Builds the value again from what the stream tells; what is empty tells nothing. */
function shapeInto(keep: (value: unknown) => void): JsonShape {
  const members: [string, unknown][] = []
  const items: unknown[] = []
  return {
    value: keep,
    members: (key) => shapeInto((value) => members.push([key, value])),
    items: () => shapeInto((value) => items.push(value)),
    done: () => {
      if (members.length > 0) keep(Object.fromEntries(members))
      else if (items.length > 0) keep(items)
    },
  }
}

describe('parseJsonStream', () => {
  it('gives what JSON.parse would, however it is cut into chunks', async () => {
    const sizes = [1, 2, 7, 1000]
    await fc.assert(
      fc.asyncProperty(
        fc.jsonValue({ depthSize: 'medium' }),
        fc.constantFrom(...sizes),
        fc.boolean(),
        async (value, size, isPretty) => {
          fc.pre(!/\{\}|\[\]/.test(JSON.stringify(value)))
          const text = JSON.stringify(value, null, isPretty ? 2 : 0)
          let parsed: unknown = undefined
          const { stoppedAt, skipped } = await parseJsonStream(
            chunksOf(text, size),
            shapeInto((read) => (parsed = read)),
          )
          expect(JSON.stringify(parsed)).toBe(JSON.stringify(JSON.parse(text)))
          expect([stoppedAt, skipped.count]).toEqual([null, 0])
        },
      ),
      { seed: 3, numRuns: 400 },
    )
  })

  it('reads numbers as JSON.parse does, and gives NaN for what is none', async () => {
    const texts = ['0', '-0.5', '12345678901234567890', '1e3', '-2.5E-7', '0.1', '123456789.123456', '1e400', '5e-324']
    await fc.assert(
      fc.asyncProperty(fc.array(fc.double({ noNaN: true })), fc.integer({ min: 1, max: 9 }), async (doubles, size) => {
        const all = [...texts, ...doubles.filter(Number.isFinite).map(String)]
        const read: number[] = []
        await parseJsonStream(chunksOf(`[ ${all.join(' , ')}, null,"7", [1] ]`, size), {
          number: (value) => read.push(value),
        })
        expect(read).toEqual([...all.map(Number), Number.NaN, Number.NaN, Number.NaN])
      }),
      { seed: 4, numRuns: 100 },
    )
  })

  it.each([
    ['{"a": 1', 7],
    ['{"a" 1}', 5],
    ['[1, 2', 5],
    ['{"a": "never ends', 6],
    ['[1,,2]', 3],
    ['', 0],
    ['[1 2]', 3],
  ])('stops in %j at byte %i', async (text, at) => {
    const shape: JsonShape = { members: () => ({ value: () => undefined }), items: () => ({ value: () => undefined }) }
    for (const size of [1, 100]) expect((await parseJsonStream(chunksOf(text, size), shape)).stoppedAt).toBe(at)
  })

  it('passes over wanted values that are too large or no JSON, and says where', async () => {
    const values: unknown[] = []
    const shape: JsonShape = { items: () => ({ value: (value) => values.push(value), maxBytes: 10 }) }
    const text = `[1,"${'x'.repeat(50)}",nonsense,{"a":2},[}]`
    expect(await parseJsonStream(chunksOf(text, 7), shape)).toEqual({
      stoppedAt: null,
      skipped: { count: 3, firstAt: 3 },
    })
    expect(values).toEqual([1, { a: 2 }])
  })

  it('is not slow with one number, one string or one depth that fills a file', async () => {
    const large = 4_000_000
    for (const text of [`[${'9'.repeat(large)}]`, `["${'\\"'.repeat(large / 2)}"]`, '['.repeat(large)]) {
      await parseJsonStream(chunksOf(text, 4096), { number: () => undefined })
      await parseJsonStream(chunksOf(text, 4096), { items: () => ({ value: () => undefined, maxBytes: 100 }) })
    }
  })
})
