import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type ParserJob, parserJobSchema } from '../contract/parser-job.ts'
import { writeFolded } from '../formats/folded/write-folded.ts'
import { writePprof } from '../formats/pprof/write-pprof.ts'
import { writeSpeedscope } from '../formats/speedscope/write-speedscope.ts'
import { encodeProfile } from '../profile/encoding/encode.ts'
import { createProfileBuilder } from '../profile/model/profile-builder.ts'
import { emptyProvenance, type Profile } from '../profile/model/profile.ts'
import { chunksOf } from '../testing/formats/chunks.ts'
import { profileFromDiagram } from '../testing/profiles/text-graph.ts'
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
