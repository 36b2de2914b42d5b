import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { detectFormat } from './detect.ts'

const detect = (text: string) => detectFormat(Buffer.from(text, 'latin1'))
const golden = (name: string) => detectFormat(readFileSync(join(import.meta.dirname, 'golden', name)))

describe('detectFormat', () => {
  it.each(['stackcollapse-perf/jdk-17.txt', 'stackcollapse-perf/header.txt', 'perf-script/no-call-chains.txt'])(
    'is sure of the perf script text %s',
    (name) => expect(golden(name)).toEqual({ format: 'perf-script', isSure: true }),
  )

  it('is sure of folded text, also with numbers in names and CRLF', () => {
    expect(golden('stackcollapse-perf/jdk-17.all.tid.folded')).toEqual({ format: 'folded', isSure: true })
    expect(detect('main;Thread 12 5\r\nmain;b 2.5\r\n')).toEqual({ format: 'folded', isSure: true })
  })

  it('calls it a maybe when only most lines fit', () => {
    expect(detect('main 1\nb 2\n')).toEqual({ format: 'folded', isSure: false })
    expect(detect('a;b 1\na;c 2\nsomething else\n')).toEqual({ format: 'folded', isSure: false })
    expect(detect('java 10/11 5.5: cycles:\n')).toEqual({ format: 'perf-script', isSure: false })
  })

  it.each([
    ['\x1f\x8b\x08', 'gzip'],
    ['PERFILE2\0\0', 'perf.data'],
    ['FLR\0\0', 'Flight Recorder'],
    ['PK\x03\x04', 'zip'],
    ['<?xml version="1.0"?><svg/>', 'drawing'],
    ['', 'empty'],
    ['abc\0def', 'not text'],
    ['class Foo {\n}\n', 'neither'],
  ])('says what %j is instead', (text, hint) => {
    const found = detect(text)
    expect(found.format === null && found.hint).toContain(hint)
  })
})
