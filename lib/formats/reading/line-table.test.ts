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
})
