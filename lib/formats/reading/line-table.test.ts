import { describe, expect, it } from 'vitest'
import { createLineTable } from './line-table.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

describe('createLineTable', () => {
  it('keeps a number for each of 100,000 different lines', () => {
    const table = createLineTable()
    const lines = Array.from({ length: 100_000 }, (_, i) => bytesOf(`\t7f${i.toString(16)} name_${i % 77} (/x.so)`))
    const known = lines.filter((line, i) => {
      const found = table.find(line, 0, line.length)
      table.add(line, 0, line.length, i)
      return found !== undefined
    })
    expect(known).toEqual([])
    expect(lines.every((line, i) => table.find(line, 0, line.length) === i)).toBe(true)
  })

  it('looks at the given part of the bytes only', () => {
    const table = createLineTable()
    table.find(bytesOf('abc'), 0, 3)
    table.add(bytesOf('abc'), 0, 3, 5)
    expect(table.find(bytesOf('xxabcyy'), 2, 5)).toBe(5)
    expect(table.find(bytesOf('xxabcyy'), 2, 6)).toBeUndefined()
  })

  it('forgets everything rather than growing without end', () => {
    const table = createLineTable(1000)
    for (let i = 0; i < 500; i++) {
      const line = bytesOf(`line ${i}`)
      table.find(line, 0, line.length)
      table.add(line, 0, line.length, i)
    }
    expect(table.find(bytesOf('line 0'), 0, 6)).toBeUndefined()
    expect(table.find(bytesOf('line 499'), 0, 8)).toBe(499)
  })

  it('gives where the line ends that it expects, and its number', () => {
    const table = createLineTable()
    const text = bytesOf('one\ntwo\none\ntwo\none\ntwos\none\ntwo')
    for (const [value, start] of [0, 4].entries()) {
      table.find(text, start, start + 3)
      table.add(text, start, start + 3, value)
    }
    expect(table.find(text, 8, 11)).toBe(0)
    expect([table.endOfExpected(text, 12, text.length), table.lastValue()]).toEqual([15, 1])
    expect([table.endOfExpected(text, 16, text.length), table.lastValue()]).toEqual([19, 0])
    // A longer line, one that is cut by the limit, one without a newline.
    expect(table.endOfExpected(text, 20, text.length)).toBe(-1)
    expect(table.find(text, 25, 28)).toBe(0)
    expect(table.endOfExpected(text, 12, 15)).toBe(-1)
    expect(table.endOfExpected(text, 29, text.length)).toBe(-1)
  })

  it('keeps 65,536 lines of one hash apart, in linear time', () => {
    const table = createLineTable()
    // To flip the top bit of one word and bits 31 and 16 of the next leaves the hash as it is.
    const lines = Array.from({ length: 2 ** 16 }, (_, variant) => {
      const line = new Uint8Array(16 * 8).fill(65)
      for (let pair = 0; pair < 16; pair++) {
        if (((variant >> pair) & 1) === 0) continue
        for (const [at, bit] of [[3, 128] as const, [6, 1] as const, [7, 128] as const]) line[pair * 8 + at]! ^= bit
      }
      return line
    })
    const known = lines.filter((line, value) => {
      const found = table.find(line, 0, line.length)
      table.add(line, 0, line.length, value)
      return found !== undefined
    })
    expect(known).toEqual([])
    expect(lines.every((line, value) => table.find(line, 0, line.length) === value)).toBe(true)
  })
})
