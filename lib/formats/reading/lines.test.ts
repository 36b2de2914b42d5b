import { describe, expect, it } from 'vitest'
import { chunksOf } from '../../testing/formats/chunks.ts'
import { decodeText, eachLine, type LineOptions } from './lines.ts'

async function linesOf(text: string, size: number, options?: LineOptions) {
  const lines: string[] = []
  const end = await eachLine(
    chunksOf(text, size),
    (bytes, start, lineEnd, line) => lines.push(`${line}:${decodeText(bytes, start, lineEnd)}`),
    options,
  )
  return { lines, ...end }
}

describe('eachLine', () => {
  it.each([1, 2, 3, 7, 1000])('gives the same lines for chunks of %i bytes', async (size) => {
    const { lines } = await linesOf('ä\n\nbb\r\nlast', size)
    expect(lines).toEqual(['1:ä', '2:', '3:bb', '4:last'])
  })

  it('hands over the CR when asked to', async () => {
    expect((await linesOf('a\r\n', 9, { keepsCarriageReturn: true })).lines).toEqual(['1:a\r'])
  })

  it.each([1, 10, 1000])('counts and skips lines that are too long, in chunks of %i bytes', async (size) => {
    const text = `a\n${'x'.repeat(50)}\nb\n${'y'.repeat(90)}`
    const { lines, tooLong, firstTooLong } = await linesOf(text, size, { maxLineBytes: 20 })
    expect(lines).toEqual(['1:a', '3:b'])
    expect([tooLong, firstTooLong]).toEqual([2, 2])
  })

  it.each([1, 4, 1000])('lets known lines be taken where they are whole, in chunks of %i bytes', async (size) => {
    const text = 'a\nknown\nknown\n\nknown\nb\nknown'
    const taken: string[] = []
    const { lines } = await linesOf(text, size, {
      takeKnown(bytes, start, limit, line) {
        if (start + 6 > limit || decodeText(bytes, start, start + 6) !== 'known\n') return -1
        taken.push(`${line}:known`)
        return start + 5
      },
    })
    expect([...lines, ...taken].toSorted()).toEqual(text.split('\n').map((line, index) => `${index + 1}:${line}`))
    expect(taken.length).toBe(size === 1000 ? 3 : 0)
  })

  it('gives nothing for nothing', async () => {
    expect((await linesOf('', 9)).lines).toEqual([])
  })
})
