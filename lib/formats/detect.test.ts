import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { encodeProfile } from '../profile/encoding/encode.ts'
import { profileFromDiagram } from '../testing/profiles/text-graph.ts'
import { largeProfile } from '../testing/profiles/random-profile.ts'
import { detectFormat } from './detect.ts'
import { htmlGenerator } from './html/html-file.ts'
import { writeOtlp } from './otlp/write-otlp.ts'
import { writePprof } from './pprof/write-pprof.ts'
import { writeSpeedscope } from './speedscope/write-speedscope.ts'

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

  it.each(['2.14748e+09', '1e-05', '.5', '3,5', '1,234,567', '-4', '3 ', '3 \r'])(
    'is sure of folded text with the count %j',
    (count) => {
      expect(detect(`main;a ${count}\nmain;b 1\n`)).toEqual({ format: 'folded', isSure: true })
      expect(detect(`main;a ${count}\n`)).toEqual({ format: 'folded', isSure: true })
    },
  )

  it.each([
    'Load avg: 3\n',
    'eth0 12\n',
    '# Title 5\n',
    '# Title 5\n# main;a 5\n',
    '# Title 5\n'.repeat(50),
    '# one\n# two\nLoad avg: 3\nUsers: 12\n',
    `${'# comment\n'.repeat(50)}Load avg: 3\nhello; world\n`,
    'Load avg: 3\n'.repeat(50),
    'main 1\nb 2\n',
  ])('takes text that only ends in numbers for no profile: %j', (text) => expect(detect(text).format).toBeNull())

  it('is not kept busy by a line of blanks or digits', () => {
    const start = performance.now()
    for (const text of [`a;b${' '.repeat(65_000)}x y`, `a;b ${'9'.repeat(65_000)}x`]) detect(`${text}\n`)
    expect(performance.now() - start).toBeLessThan(1500)
  })

  it('is sure of folded text with weight that has no stack, which is no address of perf', () => {
    expect(detect('main;foo 12\n 3\nmain;bar 7\n')).toEqual({ format: 'folded', isSure: true })
    expect(detect('java 25607\n 3\nmain;bar 7\n')).toEqual({ format: 'folded', isSure: true })
  })

  it.each([
    'java 25607\n    7f6d2148eb25\n    7f6d2148ffff\n\n',
    'java 25607\n    401000 main\n\n',
    'java 25607\n    401000 [unknown]\n\n',
    'java 25607 12.5:\n    401000\n\n',
    // Its first bytes are fields of pprof, too.
    'a 1 3.0: x:\n\t10 main::call(int)+0x5 (/b)\n\n',
  ])('is sure of the perf script text %j', (text) =>
    expect(detect(text)).toEqual({ format: 'perf-script', isSure: true }),
  )

  it('calls it a maybe when only most lines fit', () => {
    expect(detect('main 1\n'.repeat(20))).toEqual({ format: 'folded', isSure: false })
    expect(detect('a;b 1\na;c 2\nsomething else\n')).toEqual({ format: 'folded', isSure: false })
    expect(detect('java 10/11 5.5: cycles:\n')).toEqual({ format: 'perf-script', isSure: false })
  })

  it('is sure of pprof, ours and that of others, from its first bytes alone', () => {
    const go = gunzipSync(readFileSync(join(import.meta.dirname, 'golden/pprof/go-1.26-cpu.pb.gz')))
    const ours = Buffer.concat([...writePprof(largeProfile(20_000, 100))])
    expect(ours.length).toBeGreaterThan(70_000)
    for (const bytes of [go, go.subarray(0, 100), ours, ours.subarray(0, 65536)]) {
      expect(detectFormat(bytes)).toEqual({ format: 'pprof', isSure: true })
    }
  })

  it('is sure of OTLP profiles from the first bytes alone', () => {
    const ours = Buffer.concat([...writeOtlp(largeProfile(20_000, 100))])
    expect(ours.length).toBeGreaterThan(70_000)
    for (const bytes of [ours, ours.subarray(0, 65536)])
      expect(detectFormat(bytes)).toEqual({ format: 'otlp', isSure: true })
    expect(detect('{"resourceProfiles": [')).toEqual({ format: 'otlp-json', isSure: true })
  })

  it('takes pprof that starts with something else for a maybe', () => {
    // string_table "", function {id 1, name 1}, string_table "main"
    const bytes = Buffer.from([0x32, 0, 0x2a, 4, 8, 1, 16, 1, 0x32, 4, 109, 97, 105, 110])
    expect(detectFormat(bytes)).toEqual({ format: 'pprof', isSure: false })
  })

  it('is sure of speedscope by its schema, and less so by its keys', () => {
    const ours = [...writeSpeedscope(profileFromDiagram('main\na\n1'))].join('')
    expect(detect(ours)).toEqual({ format: 'speedscope', isSure: true })
    expect(detect('\xef\xbb\xbf {"profiles": [], "shared": {"frames": []}}')).toEqual({
      format: 'speedscope',
      isSure: false,
    })
  })

  it('is sure of a profile of ours, bare and in a page', () => {
    expect(detectFormat(encodeProfile(profileFromDiagram('main\n1')))).toEqual({ format: 'hearth', isSure: true })
    expect(detect(`<!doctype html>\n<html><head>${htmlGenerator}`)).toEqual({ format: 'html', isSure: true })
  })

  it('is sure of Flight Recorder by the version that it can read, and takes any other for a maybe', () => {
    expect(detect('FLR\0\0\x02\0\x01\0\0')).toEqual({ format: 'jfr', isSure: true })
    expect(detect('FLR\0\0\x01')).toEqual({ format: 'jfr', isSure: false })
    expect(detect('FLR').format).toBeNull()
  })

  it.each([
    ['cpuprofile', '{"traceEvents": [{"ph":"M"'],
    ['cpuprofile', '[{"args":{},"ph":"X","ts":12}'],
    ['firefox', '{"meta": {"version": 1}, "threads": ['],
    ['bcc', '    main\n    -                java (4711)\n        12\n'],
    ['bcc', 'Sampling at 99 Hertz of PID [7] by user + kernel stack for 9 secs.\n'],
    ['bpftrace-text', '@[\n    schedule+35\n'],
  ])('takes for %s, and is not sure: %j', (format, text) => expect(detect(text)).toEqual({ format, isSure: false }))

  it.each([
    ['folded', '\u0040main;a 1\n'],
    ['bpftrace', '# bucket 10000000\n'],
    ['cpuprofile', '{"head": {"functionName": "(root)", "url": ""'],
    ['async-profiler-html', '<!DOCTYPE html>async-profiler\nfunction f(level, left, width, type, title) {'],
    ['firefox', '{"libs":[{"start":1,"end":2,"breakpadId":"A"}'],
  ])('is sure of %s: %j', (format, text) => expect(detect(text)).toEqual({ format, isSure: true }))

  it('takes a first stack so deep that its end is not in sight for folded', () => {
    const head = Array.from({ length: 10_000 }, (_, depth) => `com.acme.Deep.call${depth}`)
      .join(';')
      .slice(0, 65_536)
    expect(detect(head)).toEqual({ format: 'folded', isSure: false })
    expect(detect(`{"a;b": "${head}`.slice(0, 65_536)).format).toBeNull()
  })

  it.each([
    ['\x1f\x8b\x08', 'gzip'],
    ['BZh91AY', 'bzip2'],
    ['\x28\xb5\x2f\xfd', 'zstd'],
    ['<!DOCTYPE html><title>x</title>', 'none that Hearth'],
    ['{"events": []}', 'none of the profilers'],
    ['v8-version,11,3,244,8,-node.38,0\n', '--cpu-prof'],
    ['\xdc\xdfJSLB\x01\0', 'as JSON'],
    ['<!DOCTYPE html>\n<title>Heatmap</title> by async-profiler', 'heat map'],
    ['PERFILE2\0\0', 'perf.data'],
    ['PK\x03\x04', 'zip'],
    ['<?xml version="1.0"?><svg/>', 'drawing'],
    ['', 'empty'],
    ['%PDF-1.4\n1 0 obj\n', 'a PDF'],
    ['\x89PNG\r\n\x1a\n\0', 'an image'],
    ['\x7fELF\x02\x01', 'a program'],
    ['SQLite format 3\0', 'a database'],
    ['abc\0def', 'not text'],
    ['class Foo {\n}\n', 'neither'],
  ])('says what %j is instead', (text, hint) => {
    const found = detect(text)
    expect(found.format === null && `${found.refusal.hint} ${found.refusal.remedy}`).toContain(hint)
  })

  it.each([
    ['shop.jfr', 'named .jfr, but does not begin as a JFR recording does (`FLR` and a zero byte)'],
    ['SHOP.JFR', 'named .JFR'],
    ['shop.jfr.gz', 'named .jfr'],
    ['shop.pb.gz', 'no pprof'],
    ['shop.otlp.gz', 'OTLP'],
    ['shop.hearth.gz', 'Hearth exported'],
    ['shop.speedscope.json', 'named .speedscope.json, but is no JSON'],
    ['shop.cpuprofile', 'no JSON'],
    ['shop.html', 'doctype'],
    ['shop.folded', 'not folded stacks'],
    ['shop.bin', 'not text'],
  ])('says that garbage is not what %s is called', (name, hint) => {
    const found = detectFormat(Buffer.from('garbage\0\x01\xff'.repeat(99), 'latin1'), name)
    expect(found.format === null && found.refusal.hint).toContain(hint)
    const text = detectFormat(Buffer.from('Dear reader\n'), name)
    expect(text.format === null && text.refusal.hint).toContain(name === 'shop.bin' ? 'neither' : hint)
  })

  it('says what a file is rather than what its name promises', () => {
    const found = detectFormat(Buffer.from('PK\x03\x04'), 'shop.jfr')
    expect(found.format === null && found.refusal.hint).toBe('it is a zip archive')
    const empty = detectFormat(Buffer.from(''), 'shop.jfr')
    expect(empty.format === null && empty.refusal.hint).toBe('it is empty')
    expect(detectFormat(Buffer.from('a;b 1\n'), 'shop.jfr').format).toBe('folded')
  })
})
