import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type ParserJob, parserJobSchema } from '../contract/parser-job.ts'
import type { Problem } from '../errors.ts'
import { writeFolded } from '../formats/folded/write-folded.ts'
import { writePprof } from '../formats/pprof/write-pprof.ts'
import { writeSpeedscope } from '../formats/speedscope/write-speedscope.ts'
import { encodeProfile } from '../profile/encoding/encode.ts'
import { createProfileBuilder } from '../profile/model/profile-builder.ts'
import { readableFormats } from '../profile/model/format-ids.ts'
import { emptyProvenance, frameKinds, type Profile } from '../profile/model/profile.ts'
import { chunksOf } from '../testing/formats/chunks.ts'
import { profileFromDiagram } from '../testing/profiles/text-graph.ts'
import { checkpoint, chunk, chunkMetadata, encodeRecord, leb, pool, text } from '../testing/formats/jfr-chunk.ts'
import { htmlFileOf } from '../testing/formats/html-template.ts'
import { parseRecording } from './parse-recording.ts'
import { splitJob } from './split-job.ts'

const imported = join(import.meta.dirname, '../formats/golden/imported')
const sample = 'java 1/2 3.0: cycles:\n\t10 [unknown] (/tmp/perf-1.map)\n\n'
const job = (fields: object) => parserJobSchema.parse({ format: 'guess', ...fields })

async function parseOne(...[parserJob, chunks]: [ParserJob, AsyncIterable<Uint8Array>]): Promise<Profile> {
  const profiles = await parseRecording(parserJob, [], chunks)
  expect(profiles.length).toBe(1)
  return profiles[0]!
}

describe('parseRecording', () => {
  it('guesses the format from the first bytes, however small the chunks', async () => {
    expect((await parseOne(job({}), chunksOf(sample, 1))).provenance.engine).toBe('perf-script')
    expect((await parseOne(job({}), chunksOf('a;b 1\n', 1))).provenance.engine).toBe('folded')
  })

  it('takes event and unit of folded text from a name that Hearth gave, and says so', async () => {
    const read = (fileName: string, more = {}, text = 'main;byte[] 4096\n') =>
      parseOne(job({ fileName, ...more }), chunksOf(text))
    const text = 'main;byte[] 4096\nmain;a.A$B 1\nmain;malloc 1\n'
    const allocated = await read('shop.alloc.folded', {}, text)
    const { unit, provenance } = allocated
    expect([unit, provenance.event]).toEqual(['bytes', 'alloc'])
    expect(provenance.warnings).toMatchObject([{ code: 'event-from-name', count: 1 }])
    const frame = (name: string) => allocated.frames.name.findIndex((index) => allocated.strings[index] === name)
    expect(['byte[]', 'a.A$B', 'malloc'].map((name) => frameKinds[allocated.frames.kind[frame(name)]!])).toEqual([
      'java',
      'java',
      'native',
    ])
    expect((await read('shop.lock.folded')).unit).toBe('nanoseconds')
    expect((await read('shop.lock.folded', { unit: 'samples' })).unit).toBe('nanoseconds')
    expect(await read('shop.alloc.folded', { unit: 'events' })).toMatchObject({ unit: 'events' })
    const austin = await read('shop.wall.folded', {}, '# austin: 3.6.0\n# mode: wall\nmain;a 1\n')
    expect([austin.unit, austin.provenance.event]).toEqual(['nanoseconds', 'wall'])
    const other = await read('shop-alloc.txt')
    expect([other.unit, other.provenance.event, other.provenance.warnings]).toEqual(['samples', 'cpu', []])
  })

  it('takes no event from a name where the file says one', async () => {
    const ours = { ...profileFromDiagram('a 1'), unit: 'nanoseconds' as const }
    const read = await parseOne(job({ fileName: 'shop.alloc.folded' }), chunksOf(Buffer.concat([...writePprof(ours)])))
    expect([read.unit, read.provenance.event]).toEqual(['nanoseconds', ours.provenance.event])
  })

  it('resolves by the symbol maps of the job and keeps the sender’s provenance', async () => {
    const bytes = new TextEncoder().encode('10 8 void A.b()\nbroken\n')
    const [profile] = await parseRecording(
      job({
        format: 'perf-script',
        javaDso: '/tmp/perf-1.map',
        provenance: { engine: 'perf', target: { image: 'x' } },
      }),
      [{ atMs: 0, bytes }],
      chunksOf(sample),
    )
    expect([...writeFolded(profile!)]).toEqual(['A.b 1\n'])
    expect(profile!.provenance).toMatchObject({ engine: 'perf', target: { image: 'x' }, symbolMaps: [{ symbols: 1 }] })
    expect(profile!.provenance.warnings).toMatchObject([{ code: 'symbol-lines-skipped', line: 2 }])
  })

  it('leaves the profiler’s own work out of the graph, and says how much it was', async () => {
    const handlers = [
      '/usr/lib/x86_64-linux-gnu/libc.so.6;WallClock::signalHandler(int, siginfo_t*, void*) 2',
      'java.lang.Thread.run;shop.Rules.find;CpuEngine::signalHandler;Profiler::recordSample;VMMethod::id 1',
      'java.lang.Thread.run;jdk.jfr.internal.dcmd.DCmdStart.execute;java.lang.String.hashCode 2',
      '[Attach Listener tid=9];start_thread;thread_native_entry;DCmd::parse_and_execute 1',
    ]
    const own = await parseOne(
      job({}),
      chunksOf(['java.lang.Thread.run;shop.Rules.find 14', ...handlers, ''].join('\n')),
    )
    expect([...writeFolded(own)]).toEqual(['java.lang.Thread.run;shop.Rules.find 14\n'])
    expect(own.provenance.profilerWork).toEqual({ samples: 4, weight: 6, share: 0.3 })
    expect(own.provenance.warnings).toMatchObject([{ code: 'profiler-work', count: 1 }])
    expect(own.provenance.warnings[0]!.text).toContain('30%')
  })

  it('gives no profile of nothing but that', async () => {
    const own = 'CpuEngine::signalHandler;Profiler::recordSample 3\n'
    expect(await parseRecording(job({ format: 'folded' }), [], chunksOf(own))).toEqual([])
    await expect(parseOne(job({}), chunksOf(own))).rejects.toMatchObject({ code: 'unreadable-profile' })
  })

  it('says of requested events of a recording why they have no profile', async () => {
    const thread = '*java.lang.Thread'
    const bytes = chunk([
      chunkMetadata([
        { id: 2, name: 'long' },
        { id: 5, name: 'java.lang.String' },
        { id: 16, name: 'java.lang.Thread', fields: { osName: 'java.lang.String', osThreadId: 'long' } },
        { id: 100, name: 'jdk.ExecutionSample', fields: { startTime: 'long TICKS', sampledThread: thread } },
        {
          ...{ id: 102, name: 'jdk.JavaMonitorEnter' },
          fields: { startTime: 'long TICKS', duration: 'long TICKS', eventThread: thread },
        },
        {
          ...{ id: 104, name: 'jdk.ObjectAllocationSample' },
          fields: { startTime: 'long TICKS', eventThread: thread, weight: 'long' },
        },
      ]),
      checkpoint(
        0,
        pool(16, {
          1: [...text.utf8('main'), ...leb(7)],
          2: [...text.utf8('JFR Periodic Tasks'), ...leb(8)],
        }),
      ),
      encodeRecord(100, leb(6e6), leb(2)),
      encodeRecord(104, leb(6e6), leb(1), leb(0)),
      encodeRecord(104, leb(6e6), leb(1), leb(0)),
      encodeRecord(102, leb(6e6), leb(3e6), leb(1)),
      encodeRecord(102, leb(6e6), leb(9e6), leb(2)),
    ])
    const events = ['cpu', 'alloc', 'lock', 'exceptions']
    const ofCpu = { code: 'java-samples-only', text: 'JFR samples a few threads at a time.', count: 1 }
    const provenance = { frequencyHz: 100, warnings: [ofCpu] }
    const locks = await parseOne(job({ format: 'jfr', events, provenance }), chunksOf(Buffer.from(bytes)))
    expect([locks.provenance.event, ...locks.samples.weight]).toEqual(['lock', 3e6])
    expect(locks.provenance.frequencyHz).toBe(null)
    expect(locks.provenance.warnings.map(({ text }) => text)).toEqual([
      'No exception was recorded.',
      'Samples had no stack; their weight stands at the root.',
      expect.stringContaining('in the profiler'),
      'CPU: all that was recorded is the profiler’s own work.',
      'Allocations: only records without an amount.',
    ])
  })

  it('keeps that count when the profile goes out and comes back', async () => {
    const lines = 'java.lang.Thread.run;shop.Rules.find 9\nCpuEngine::signalHandler 1\n'
    const own = await parseOne(job({}), chunksOf(lines))
    expect(own.provenance.profilerWork).toMatchObject({ samples: 1 })
    const again = await parseOne(job({}), chunksOf(Buffer.concat([...writePprof(own)])))
    expect(again.provenance.profilerWork).toEqual(own.provenance.profilerWork)
  })

  it('counts a function of which only the library’s file is known as unnamed', async () => {
    const libc = '/usr/lib/x86_64-linux-gnu/libc.so.6'
    const script = `java 1/2 3.0: cycles:\n\t10 ${libc} (${libc})\n\t20 read (${libc})\n\n`
    const { provenance } = await parseOne(job({}), chunksOf(script))
    expect(provenance.resolution.native).toEqual({ frames: 2, named: 1 })
  })

  it('keeps a program’s own JFR streams, and what its allocations go through', async () => {
    const stream =
      'java.lang.Thread.run;jdk.jfr.consumer.EventStream.start;jdk.jfr.internal.consumer.ChunkParser.process 3'
    const kept = await parseOne(job({}), chunksOf(`${stream}\n`))
    expect(kept.samples.length).toBe(1)
    expect(kept.provenance.profilerWork).toEqual({ samples: 0, weight: 0, share: 0 })
    const alloc = 'java.lang.Thread.run;shop.Rules.find;Profiler::recordSample 3'
    const provenance = { event: 'alloc' }
    expect((await parseOne(job({ provenance }), chunksOf(`${alloc}\n`))).samples.length).toBe(1)
  })

  const profile = profileFromDiagram('main  main\na  b\n2  1')
  const folded = ['main;a 2\n', 'main;b 1\n']

  it.each([
    ['pprof', Buffer.concat([...writePprof(profile)])],
    ['speedscope', Buffer.from([...writeSpeedscope(profile)].join(''))],
    ['folded', Buffer.from(folded.join(''))],
    ['html', Buffer.from(htmlFileOf(gzipSync(encodeProfile(profile))))],
    ['hearth', encodeProfile(profile)],
  ])('reads %s by itself, packed or not', async (_, bytes) => {
    for (const input of [bytes, gzipSync(bytes)]) {
      expect([...writeFolded(await parseOne(job({}), chunksOf(input, 100)))]).toEqual(folded)
    }
  })

  it('gives the very bytes of a profile back that was exported as a page or as it is, also an empty one', async () => {
    const empty = createProfileBuilder().finish('samples', emptyProvenance('perf'))
    for (const encoded of [encodeProfile(profile), encodeProfile(empty)]) {
      const file = htmlFileOf(gzipSync(encoded))
      expect(encodeProfile(await parseOne(job({}), chunksOf(file)))).toEqual(encoded)
      expect(encodeProfile(await parseOne(job({}), chunksOf(encoded)))).toEqual(encoded)
    }
  })

  it('gives every graph of a recording of JFR, packed or not, and only those that the job wants', async () => {
    const packed = readFileSync(join(import.meta.dirname, '../formats/golden/jfr/jdk-25.jfr.gz'))
    const eventsOf = async (fields: object, bytes: Uint8Array) =>
      (await parseRecording(job(fields), [], chunksOf(bytes))).map(({ provenance }) => provenance.event)
    const all = ['cpu', 'alloc', 'lock', 'exceptions', 'io']
    expect(await eventsOf({}, packed)).toEqual(all)
    expect(await eventsOf({ format: 'jfr' }, gunzipSync(packed))).toEqual(all)
    expect(await eventsOf({ format: 'jfr', events: ['io', 'cpu', 'wall'] }, packed)).toEqual(['cpu', 'io'])
    expect(await eventsOf({ format: 'jfr', events: ['wall'] }, packed)).toEqual([])
  })

  it('reads text of async-profiler in the unit of the job, the leaf of an allocation as a class', async () => {
    const text = 'a/B.c_[j];byte[]_[k] 4096\n'
    const collapsed = { format: 'collapsed', unit: 'bytes', provenance: { event: 'alloc' } }
    const profile = await parseOne(job(collapsed), chunksOf(text))
    expect([profile.unit, ...writeFolded(profile, { annotate: true })]).toEqual([
      'bytes',
      'a.B.c_[j];byte[]_[j] 4096\n',
    ])
  })

  it('gives two profiles of folded text with two counts, when that is declared, and one when it is not', async () => {
    const text = 'main;a 2 5\nmain;b 1 0\nmain;Thread 12 7\n'
    const read = async (fields: object) =>
      (await parseRecording(job(fields), [], chunksOf(text))).map((one) => [one.unit, ...writeFolded(one)])
    expect(await read({ counts: 2, unit: 'nanoseconds' })).toEqual([
      ['nanoseconds', 'main;Thread 12\n', 'main;a 2\n', 'main;b 1\n'],
      ['nanoseconds', 'main;Thread 7\n', 'main;a 5\n'],
    ])
    expect(await read({ format: 'folded' })).toEqual([['samples', 'main;Thread 12 7\n', 'main;a 2 5\n']])
  })

  it.each(readdirSync(imported).filter((name) => !/expected|collapsed/.test(name)))(
    'reads %s of another tool by itself',
    async (name) => {
      const profile = await parseOne(
        job({ provenance: { target: { image: 'x' } } }),
        chunksOf(readFileSync(join(imported, name)), 999),
      )
      expect(profile.samples.length).toBeGreaterThan(3)
      expect(profile.provenance.target).toEqual({ image: 'x' })
    },
  )

  it.each([
    ['class Foo {}\n', 'unknown-format'],
    ['', 'unknown-format'],
    ['# cmdline : perf record\n', 'unreadable-profile'],
  ])('refuses the upload %j', async (text, code) => {
    await expect(parseRecording(job({}), [], chunksOf(text))).rejects.toMatchObject({ code })
  })

  const frame = '\t10 main (/bin/shop)\n'

  it.each([
    [
      'half of the lines of perf script',
      `java 1/2 3.0: cycles:\n${frame}${'~ what is this\n'.repeat(2)}`,
      '2 of its 4 lines could not be read, first line 3: “~ what is this”',
    ],
    [
      'half of the lines of folded text',
      'main;a 1\nmain;b 2\nx\ny\n',
      '2 of its 4 lines could not be read, first line 3: “x”',
    ],
    ['headers of perf script that have no frames', `a 1\n${frame}\nb 2 x:\n\nc 3 x:\n\n`, '2 of its 3 samples'],
    ['a recording without any stack', 'java 1/2 3.0: cycles:\n\njava 1/2 4.0: cycles:\n\n', '2 of its 2 samples'],
  ])('refuses %s, by the format that it was taken for', async (_, text, doubt) => {
    const refusal = parseRecording(job({}), [], chunksOf(text))
    await expect(refusal).rejects.toMatchObject({ code: 'unknown-format' })
    const { message, remedy } = (await refusal.catch((problem: unknown) => problem)) as Problem
    expect(message).toMatch(/like (perf script|folded)/)
    expect(message).toContain(doubt)
    expect(remedy).toContain(readableFormats)
  })

  it.each([
    ['a bad line', `java 1/2 3.0: cycles:\n${frame}\njava 1/2 4.0: cycles:\n${frame}~ what is this\n`],
    ['samples without a stack among timed ones', `a 1 3.0: x:\n${frame}\nb 2 4.0: x:\n\nc 3 5.0: x:\n\n`],
    ['many comments', `# 1\n# 2\n# 3\na 1 3.0: x:\n${frame}~ what is this\n`],
  ])('keeps perf script with %s', async (_, text) => {
    expect((await parseOne(job({}), chunksOf(text))).provenance.warnings.length).toBeGreaterThan(0)
  })

  it('keeps half a capture, which is of the format that it says', async () => {
    const text = `java 1/2 3.0: cycles:\n${frame}${'~ what is this\n'.repeat(2)}`
    expect((await parseOne(job({ format: 'perf-script' }), chunksOf(text))).samples.length).toBe(1)
  })

  it.each([
    ['java 1/2 3.0: cycles:\r\n\t10 größer (/bin/shop)\r\n\r\n', ['größer 1\n']],
    ['shop;größer 2\r\nshop;run 1\r\n', ['shop;größer 2\n', 'shop;run 1\n']],
    [JSON.stringify({ head: { id: 1, functionName: 'größer', hitCount: 3 } }), ['größer 3\n']],
  ])('reads text in UTF-8 and, of either byte order, in UTF-16: %j', async (text, expected) => {
    const little = Buffer.from(`\ufeff${text}`, 'utf16le')
    const big = Buffer.from(little).swap16()
    for (const bytes of [Buffer.from(text), Buffer.from(`\ufeff${text}`), little, big, gzipSync(little)])
      for (const size of [1, 3, 1000])
        expect([...writeFolded(await parseOne(job({}), chunksOf(bytes, size)))]).toEqual(expected)
  })

  const padding = { metadata: { text: 'x'.repeat(70_000) }, other: Array.from({ length: 9000 }, (_, index) => index) }
  const callFrame = { functionName: 'main', url: '', lineNumber: -1 }
  const cpuProfile = { samples: [1, 1], timeDeltas: [0, 5], nodes: [{ id: 1, callFrame }] }
  const event = { name: 'CpuProfile', pid: 1, tid: 1, args: { data: { cpuProfile } } }
  const [frameTable, stackTable] = [
    { schema: { location: 0 }, data: [[0]] },
    { schema: { prefix: 0, frame: 1 }, data: [[null, 0]] },
  ]
  const threads = [
    {
      name: 'a',
      samples: { schema: { stack: 0, time: 1 }, data: [[0, 1]] },
      stackTable,
      frameTable,
      stringTable: ['main'],
    },
  ]
  const sampled = { type: 'sampled', name: 'a', unit: 'none', samples: [[0]], weights: [1] }
  const speedscope = { shared: { frames: [{ name: 'main' }] }, profiles: [sampled] }

  it.each([
    ['a .cpuprofile', 'cpuprofile', { ...padding, ...cpuProfile }],
    ['a trace', 'cpuprofile', { ...padding, traceEvents: [event] }],
    ['a trace that has one in sight of its beginning', 'cpuprofile', { traceEvents: [{ ph: 'M', ...padding }, event] }],
    ['a profile of Firefox', 'firefox', { ...padding, profile: { threads, meta: {} } }],
    ['a file of speedscope', 'speedscope', { ...padding, ...speedscope }],
  ])('reads %s whose members that tell stand behind the first 64 KiB', async (_, engine, value) => {
    const text = JSON.stringify(value)
    const profile = await parseOne(job({}), chunksOf(text, 5000))
    expect([profile.samples.length > 0, profile.strings.includes('main')]).toEqual([true, true])
    expect(profile.provenance.engine).toBe(engine)
  })

  it.each([
    ['{"a": 1}', 'JSON, but of none'],
    [JSON.stringify({ ...padding, b: [{}] }), 'JSON, but of none'],
    [JSON.stringify({ ...padding, traceEvents: [{ ph: 'M' }] }), 'trace without CPU samples'],
    [JSON.stringify({ ...padding, traceEvents: [event] }).slice(0, 80_000), 'JSON is damaged or cut off at byte 80000'],
  ])('refuses JSON that no reader knows: %.20s', async (text, hint) => {
    await expect(parseRecording(job({}), [], chunksOf(text))).rejects.toThrow(hint)
  })

  it('gives a function of C++ or Rust one name, whichever tool read its symbol, and keeps template arguments whole', async () => {
    const names = async (fields: object, text: string) => {
      const [profile] = await parseRecording(job(fields), [], chunksOf(text))
      return [...writeFolded(profile!)]
    }
    const read = '_ZNKSt8functionIFiiiEEclEii'
    const hashed = '_ZN4shop6search17h0123456789abcdefE'
    const expected = ['shop::search;std::function<int (int, int)>::operator() 1\n']
    const perf = (leaf: string, root: string) => `a 1 3.0: x:\n\t10 ${leaf}+0x5 (/b)\n\t20 ${root} (/b)\n\n`
    const printed = 'std::function<int (int, int)>::operator()(int, int) const'
    expect(await names({}, perf(printed, 'shop::search::h0123456789abcdef'))).toEqual(expected)
    expect(await names({}, perf(read, hashed))).toEqual(expected)
    expect(await names({}, `${hashed};${read} 1\n`)).toEqual(expected)
    const mapping = '# map 0 100 0 "/b"\n'
    const natives = `# native 10 "${read}"\n# native 20 "${hashed}"\n`
    const samples = '@a[1, 5, , \n\t10 0x10 ([unknown])\n\t20 0x20 ([unknown])\n]: 1\n'
    const bpftrace = `# bucket 10\n${mapping}${natives}${samples}`
    expect(await names({ format: 'bpftrace' }, bpftrace)).toEqual(expected)
  })

  it.each([
    'io/netty/Foo:.bar_[j] 1\n',
    'Lio/netty/Foo:.bar 1\n',
    'java 7 x:\n\t10 Lio/netty/Foo;.bar (/tmp/perf-7.map)\n\n',
  ])('names a method whose class is written as a descriptor: %j', async (text) =>
    expect([...writeFolded(await parseOne(job({}), chunksOf(text)))]).toEqual(['io.netty.Foo.bar 1\n']),
  )

  it.each([
    ['{"broken": ', 11],
    ['{"a": 1', 7],
    ['[{"name": "a", "ts": 1}, {"na', 29],
    ['{"shared": {"frames": [{"name": "a"}]}, "profiles": [{"type": "sampled", "samples": [[0', 87],
  ])('says of JSON that ends too early that it does: %s', async (text, byte) => {
    await expect(parseRecording(job({}), [], chunksOf(text))).rejects.toMatchObject({
      code: 'unknown-format',
      facts: { hint: `its JSON is damaged or cut off at byte ${byte}` },
    })
  })

  it('says of a file without samples how to get some, not to import it again', async () => {
    const parsing = parseRecording(job({}), [], chunksOf('a;b 0\n'))
    await expect(parsing).rejects.toThrow('it holds no samples')
    await expect(parsing).rejects.toMatchObject({ remedy: expect.stringMatching(/^Record while /) as string })
  })

  const sampledText = JSON.stringify({
    ...{ $schema: 'https://www.speedscope.app/file-format-schema.json', shared: { frames: [{ name: 'a' }] } },
    profiles: [{ type: 'sampled', unit: 'none', startValue: 0, endValue: 3, samples: [[0], [0]], weights: [1, 2] }],
  })
  const firefox = readFileSync(new URL('../formats/golden/imported/firefox-153-raw.json', import.meta.url), 'utf8')
  it.each([
    ['speedscope, in its samples', sampledText.slice(0, sampledText.indexOf('[0],') + 4)],
    ['speedscope, before its weights', sampledText.slice(0, sampledText.indexOf(',"weights"'))],
    ['Firefox, before its threads', firefox.slice(0, 0.1 * firefox.length)],
  ])('says of a file that is cut off before its first sample that it is: %s', async (_, text) => {
    await expect(parseRecording(job({}), [], chunksOf(text))).rejects.toMatchObject({
      message: expect.stringContaining('damaged or cut off') as string,
      remedy: expect.stringContaining('import the whole file') as string,
    })
  })

  it('says of a gzip bomb which limit it met', async () => {
    const bomb = gzipSync(Buffer.alloc(100 * 2 ** 20, 'main;a 1\n'))
    const problem: unknown = await parseRecording(job({}), [], chunksOf(bomb)).catch((error: unknown) => error)
    const { remedy } = problem as Problem
    expect(remedy).toContain('250 times')
    expect(remedy).not.toContain('HEARTH_')
  })

  it('gives an empty profile for a capture that recorded nothing', async () => {
    expect((await parseOne(job({ format: 'perf-script' }), chunksOf(''))).samples.length).toBe(0)
  })
})

describe('splitJob', () => {
  it.each([1, 4, 1000])('takes the first line off, in chunks of %i bytes', async (size) => {
    const { line, rest } = await splitJob(chunksOf('{"ü":1}\na\nb', size))
    const chunks: Uint8Array[] = []
    for await (const chunk of rest) chunks.push(chunk)
    expect([line, Buffer.concat(chunks).toString()]).toEqual(['{"ü":1}', 'a\nb'])
  })

  it('takes everything for the job when there is no line end', async () => {
    expect((await splitJob(chunksOf('{}'))).line).toBe('{}')
  })
})
