/**
 * The boxes of a flame graph that async-profiler writes as a page, in calls of JavaScript that are read here and never
 * run. Since 3.0 names stand in a table, each without the beginning that it shares with the one before it:
 *
 *     const cpool = [
 *     'all',
 *     ' com/acme/Shop.main',                  first character: how much of the name before is kept, counted from 32
 *     '4search'
 *     ];
 *     n(3,275)                                f(key, level, left, width, ...) at level 0
 *     u(9)                                    one level deeper, as wide
 *     f(17,2,120,100)                         at level 2; key >>> 3 is the name, key & 7 the type
 *
 * Until 2.x: `f(1,0,275,3,'com/acme/Shop.main')`, with level, left, width, type and name.
 *
 * Source: the scripts in the pages of 2.0, 2.9 and 4.6.
 */

import { decodeText } from '../reading/lines.ts'
import { takeStart } from '../../profile/names/cut-text.ts'

const boxTypes = ['interpreted', 'compiled', 'inlined', 'native', 'c++', 'kernel', 'c1'] as const
export type BoxType = (typeof boxTypes)[number]
/** Types until 2.7, in the order of that palette's colours. */
const oldTypes: readonly BoxType[] = ['compiled', 'inlined', 'kernel', 'c++', 'native']

/** A function as it ran. */
export interface BoxKind {
  readonly name: string
  readonly type: BoxType
}

export interface PageBox {
  /** 0 for the one of all. */
  readonly level: number
  readonly width: number
  /** Index into `kinds`. */
  readonly kind: number
}

export interface PageMetadata {
  title: string
  unit: string
  /** The boxes are written to their end: the file was not cut. */
  isWhole: boolean
}

const callPattern = /^(?:[\w-]+;)?([fun])\(([\d.,-]*)(?:'((?:[^'\\]|\\.)*)'[\d.,-]*)?\);?$/
const namePattern = /^'((?:[^'\\]|\\.)*)'(,?)$/
/** Characters of the name of a box in a page of async-profiler; the rest is cut. */
const longestBoxName = 4096

const openBracket = 40
const closeBracket = 41
const comma = 44
const letterF = 102
const letterN = 110
const letterU = 117

export function createBoxReader() {
  const facts: PageMetadata = { title: '', unit: 'samples', isWhole: false }
  const names: string[] = []
  const kinds: BoxKind[] = []
  const kindsByName = new Map<string, number>()
  /** Maps the key of a call to its kind; a key that was not met has a hole. */
  const kindsByKey: number[] = []
  let isInNames = false
  let types: readonly BoxType[] = boxTypes
  let level = 0
  let width = 0
  const numbers: number[] = []

  return { facts, kinds, read }

  /** The box that this line draws; null when the line is something else of the page; `bad` when it cannot be read. */
  function read(bytes: Uint8Array, start: number, end: number): PageBox | null | 'bad' {
    if (!isInNames && readNumbers(bytes, start, end)) return readKeyedCall(bytes[start]!)
    const line = decodeText(bytes, start, end)
    if (isInNames) return readName(line)
    const call = callPattern.exec(line)
    if (call !== null) return readCall(call[1]!, call[2]!.split(',').map(Number), call[3])
    if (/^const cpool = \[/.test(line)) isInNames = true
    else if (/^<\/script>/.test(line)) facts.isWhole = true
    else readMetadataLine(line)
    return null
  }

  /** Most lines are a letter and whole numbers in brackets: `f(17,2,120,100)`. False for any other. */
  function readNumbers(bytes: Uint8Array, start: number, end: number): boolean {
    const call = bytes[start]
    if (call !== letterF && call !== letterN && call !== letterU) return false
    if (bytes[start + 1] !== openBracket || bytes[end - 1] !== closeBracket) return false
    numbers.length = 0
    for (let at = start + 2; at < end; at++) {
      let number = 0
      const from = at
      for (; bytes[at]! >= 48 && bytes[at]! <= 57; at++) number = number * 10 + bytes[at]! - 48
      if (at === from || at - from > 15 || (bytes[at] !== comma && at !== end - 1)) return false
      numbers.push(number)
    }
    return true
  }

  function readName(line: string): null | 'bad' {
    if (line.startsWith(']')) {
      isInNames = false
      return null
    }
    const text = namePattern.exec(line)
    // Something must stand in its place, since names are known by their number.
    const plain = text === null ? '' : unescaped(text[1]!)
    const before = names.at(-1)
    const sharedStart = before === undefined ? '' : before.slice(0, Math.max(0, (plain.codePointAt(0) ?? 32) - 32))
    names.push(takeStart(sharedStart + (before === undefined ? plain : plain.slice(1)), longestBoxName))
    return text === null ? 'bad' : null
  }

  function readCall(call: string, all: readonly number[], name: string | undefined): PageBox | 'bad' {
    if (name === undefined) {
      numbers.splice(0, Infinity, ...all)
      return readKeyedCall(call.charCodeAt(0))
    }
    const [at = Number.NaN, , wide = 0, type = 0] = all
    return box(at, wide, kindOf(unescaped(name), types[type]))
  }

  /** The first of the numbers that were read is the key. */
  function readKeyedCall(call: number): PageBox | 'bad' {
    const key = numbers[0] ?? Number.NaN
    const kind = kindsByKey[key] ?? kindOf(names[key >>> 3], types[key & 7])
    if (kind >= 0) kindsByKey[key] = kind
    // A width of 0, or none, is that of the box before.
    if (call === letterF) return box(numbers[1]!, numbers[3] || width, kind)
    return box(call === letterU ? level + 1 : level, numbers[1] || width, kind)
  }

  /** -1 for no function. */
  function kindOf(name: string | undefined, type: BoxType | undefined): number {
    if (name === undefined || type === undefined) return -1
    const key = `${type} ${name}`
    const existingKind = kindsByName.get(key)
    if (existingKind !== undefined) return existingKind
    kindsByName.set(key, kinds.length)
    return kinds.push({ name, type }) - 1
  }

  function box(at: number, wide: number, kind: number): PageBox | 'bad' {
    const isSound = Number.isInteger(at) && at >= 0 && wide > 0 && wide < Infinity
    if (!isSound || kind < 0) return 'bad'
    level = at
    width = wide
    return { level, width, kind }
  }

  function readMetadataLine(line: string): void {
    if (/^\s*function f\(level, left, width, type, title\) /.test(line)) types = oldTypes
    const title = /<h1>([^<]{1,200})<\/h1>/.exec(line)
    if (title !== null) facts.title = title[1]!
    const unit = /^\s*const units = '([^']{1,40})'/.exec(line)
    if (unit !== null) facts.unit = unit[1]!
  }
}

function unescaped(text: string): string {
  return text.includes('\\') ? text.replace(/\\(.)/gs, '$1') : text
}
