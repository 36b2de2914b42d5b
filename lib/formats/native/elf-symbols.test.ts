import fs from 'node:fs'
import { expect, test } from 'vitest'
import { createRandom } from '../../testing/profiles/random-profile.ts'
import { readElfSymbols } from './elf-symbols.ts'
import { keepsFramePointer } from './frame-pointers.ts'

/** A program of this machine that is surely there and surely ELF: Node itself. */
const bytes = (() => {
  const file = fs.openSync(process.execPath, 'r')
  return (offset: number, length: number) => {
    const buffer = new Uint8Array(Math.max(0, Math.min(length, 256 * 2 ** 20)))
    const read = offset >= 0 && Number.isSafeInteger(offset) ? fs.readSync(file, buffer, 0, buffer.length, offset) : 0
    return buffer.subarray(0, read)
  }
})()

test('a function is named anywhere in it, and beyond its end is not', () => {
  const image = smallElf([
    { name: 'first', address: 0x1000, size: 0x10 },
    { name: 'second', address: 0x1020, size: 0x20 },
  ])
  const symbols = readElfSymbols((offset, length) => image.subarray(offset, offset + length))!
  // The segment lies at 0x200 of the file and 0x1000 of the memory.
  expect(symbols.nameAt(0x200)).toBe('first')
  expect(symbols.nameAt(0x20f)).toBe('first')
  expect(symbols.nameAt(0x210)).toBeNull()
  expect(symbols.nameAt(0x23f)).toBe('second')
  expect(symbols.nameAt(0x1ff)).toBeNull()
})

test.each([
  ['push %rbp; mov %rsp,%rbp', [0xf3, 0x0f, 0x1e, 0xfa, 0x55, 0x48, 0x89, 0xe5], true],
  ['stp x29, x30, [sp, #-32]!', [0xfd, 0x7b, 0xbe, 0xa9], true],
  ['push %rbp, as any register', [0x41, 0x57, 0x55, 0x48, 0x89, 0xf5], false],
])('%s: does it keep a frame pointer?', (_, code, expected) => {
  const image = smallElf([
    { name: 'wait', address: 0x1000, size: 0x10 },
    { name: 'wait', address: 0x1080, size: 0x50 },
  ])
  image.set(code, 0x280)
  const read = (offset: number, length: number) => image.subarray(offset, offset + length)
  expect(keepsFramePointer(read, 'wait')).toBe(expected)
  expect(keepsFramePointer(read, 'other')).toBeNull()
})

test('a real program of 100 MB has names', () => {
  const symbols = readElfSymbols(bytes)
  const named = [0.2, 0.4, 0.6].map((share) =>
    symbols?.nameAt(Math.round(fs.statSync(process.execPath).size * share * 0.5)),
  )
  expect(named.some((name) => typeof name === 'string')).toBe(true)
})

test('what is damaged gives names or none, and always an end', () => {
  const whole = smallElf([{ name: 'first', address: 0x1000, size: 0x10 }])
  const random = createRandom(7)
  for (let round = 0; round < 500; round++) {
    const image = Uint8Array.from(whole)
    for (let hit = 0; hit < 4; hit++) image[Math.floor(random() * image.length)] = Math.floor(random() * 256)
    const cut = image.subarray(0, round % 3 === 0 ? Math.floor(random() * image.length) : image.length)
    const symbols = readElfSymbols((offset, length) => cut.subarray(offset, offset + length))
    const name = symbols?.nameAt(0x204) ?? null
    expect(name === null || name.length <= 4096).toBe(true)
  }
})

interface Symbol {
  readonly name: string
  readonly address: number
  readonly size: number
}

function smallElf(symbols: readonly Symbol[]): Uint8Array {
  const bytes = new Uint8Array(0x800)
  const data = new DataView(bytes.buffer)
  const put64 = (at: number, value: number) => data.setBigUint64(at, BigInt(value), true)
  data.setUint32(0, 0x7f454c46)
  bytes.set([2, 1, 1], 4)
  put64(32, 0x40) // program headers
  put64(40, 0x80) // section headers
  ;[56, 1, 64, 3].forEach((value, index) => data.setUint16(54 + 2 * index, value, true))
  data.setUint32(0x40, 1, true)
  put64(0x48, 0x200)
  put64(0x50, 0x1000)
  put64(0x60, 0x100)
  const section = (index: number, type: number, offset: number, size: number, link: number) => {
    const at = 0x80 + 64 * index
    data.setUint32(at + 4, type, true)
    put64(at + 24, offset)
    put64(at + 32, size)
    data.setUint32(at + 40, link, true)
  }
  section(1, 2, 0x300, 24 * symbols.length, 2)
  section(2, 3, 0x500, 0x100, 0)
  let names = 1
  symbols.forEach(({ name, address, size }, index) => {
    const at = 0x300 + 24 * index
    data.setUint32(at, names, true)
    bytes[at + 4] = 2
    data.setUint16(at + 6, 1, true)
    put64(at + 8, address)
    put64(at + 16, size)
    bytes.set(new TextEncoder().encode(name), 0x500 + names)
    names += name.length + 1
  })
  return bytes
}
