/** One recording as each generation of OTLP profiles has it, in protobuf and in JSON. */
import { describe, expect, it, test } from 'vitest'
import { compileTiers, frameKinds, type Profile } from '../../profile/model/profile.ts'
import { chunksOf } from '../../testing/formats/chunks.ts'
import { detectFormat } from '../detect.ts'
import { ProtobufWriter } from '../protobuf/protobuf-writer.ts'
import { readOtlp, readOtlpJson } from './otlp.ts'
import type { OtlpObject, OtlpValue } from './otlp-message.ts'
import { type Generation, generations, type Message, messagesOf, resourceMessage, scopeMessage } from './otlp-schema.ts'

/**
 * As the table of fields says; what decodes it reads the same table, so real messages are tested in imported.test.ts.
 */
function encode(object: OtlpObject, message: Message, writer = new ProtobufWriter()): ProtobufWriter {
  for (const [field, [name, type]] of Object.entries(message).map(([key, row]) => [Number(key), row] as const)) {
    const value = object[name]
    if (value === undefined) continue
    if (type === 'integer') writer.integer(field, Number(value))
    else if (type === 'integers') writer.integers(field, (value as OtlpValue[]).map(Number))
    else if (type === 'fixed') writer.fixed64(field, BigInt(value as string))
    else if (type === 'fixeds') writer.fixed64s(field, (value as string[]).map(BigInt))
    else if (type === 'double') writer.fixedDouble(field, value as number)
    else if (type === 'text') writer.text(field, value as string)
    else if (type === 'texts') for (const text of value as string[]) writer.text(field, text)
    else if (Array.isArray(type))
      for (const one of value as OtlpObject[]) writer.message(field, () => encode(one, type[0] as Message, writer))
    else writer.message(field, () => encode(value as OtlpObject, type as Message, writer))
  }
  return writer
}

/** ProfilesData, and the request of the collector's service, which has the same fields. */
function profilesDataOf(generation: Generation): Message {
  const { profile, dictionary } = messagesOf(generation)
  const scopeProfiles: Message = { 1: ['scope', scopeMessage], 2: ['profiles', [profile]] }
  const resourceProfiles: Message = { 1: ['resource', resourceMessage], 2: ['scopeProfiles', [scopeProfiles]] }
  const resources: Message = { 1: ['resourceProfiles', [resourceProfiles]] }
  return dictionary === null ? resources : { ...resources, 2: ['dictionary', dictionary] }
}

const start = 1_700_000_000_000_000_000n
const at = (ms: number) => `${start + BigInt(ms * 1e6)}`
const strings = [
  '',
  'samples',
  'count',
  'cpu',
  'nanoseconds',
  'void com.acme.Shop.main(java.lang.String[])',
  'Shop.java',
]
const moreStrings = [
  '/usr/lib/jvm/libjvm.so',
  '__schedule',
  'double com.acme.Shop.total()',
  'profile.frame.type',
  'thread.name',
  'thread.id',
]
const stringTable = [...strings, ...moreStrings]
const index = (text: string) => stringTable.indexOf(text)
const attributes: readonly (readonly [string, OtlpObject])[] = [
  ['', {}],
  ['profile.frame.type', { stringValue: 'jvm' }],
  ['profile.frame.type', { stringValue: 'native' }],
  ['profile.frame.type', { stringValue: 'kernel' }],
  ['thread.name', { stringValue: 'http-1' }],
  ['thread.id', { intValue: '4711' }],
]
const functionTable = [
  {},
  { nameStrindex: index(strings[5]!), filenameStrindex: index('Shop.java') },
  { nameStrindex: index('__schedule') },
  { nameStrindex: index('double com.acme.Shop.total()'), filenameStrindex: index('Shop.java') },
]
const lines = [
  [],
  // total is inlined into main
  [
    { functionIndex: 3, line: 42 },
    { functionIndex: 1, line: 7 },
  ],
  [],
  [{ functionIndex: 2 }],
]
const locationTable = [
  {},
  { lines: lines[1]!, attributeIndices: [1] },
  { mappingIndex: 1, address: 4096, attributeIndices: [2] },
  { lines: lines[3]!, attributeIndices: [3] },
]
const mappingTable = [{}, { filenameStrindex: index('/usr/lib/jvm/libjvm.so') }]
const valueTypes = {
  sampleType: { typeStrindex: 1, unitStrindex: 2 },
  periodType: { typeStrindex: 3, unitStrindex: 4 },
}
const resource = {
  attributes: [
    { key: 'service.name', value: { stringValue: 'shop' } },
    { key: 'host.name', value: { stringValue: 'rack-1' } },
  ],
}
const scope = { name: 'profiler', version: '1.2' }

/** Both forms of the same message: kernel on libjvm on Java, twice; and Java alone, once. */
function messageOf(generation: Generation): OtlpObject {
  const isOld = generation === '1.5' || generation === '1.7'
  const attributeTable = attributes.map(([key, value]) => (isOld ? { key, value } : { keyStrindex: index(key), value }))
  const tables = { stringTable, functionTable, mappingTable, locationTable, attributeTable }
  // Older generations have times as varints, which are read to 256 ns.
  const times = [[at(20), at(60)], [at(40)]]
  const samples = [0, 1].map((sample) => ({
    timestampsUnixNano: times[sample]!,
    attributeIndices: [4, 5],
    ...(isOld
      ? { locationsStartIndex: [0, 2][sample]!, locationsLength: [3, 1][sample]!, values: [[2], [1]][sample]! }
      : { stackIndex: sample + 1 }),
  }))
  const { sampleType, periodType } = valueTypes
  const profile = {
    ...(isOld ? { sampleTypes: [sampleType], locationIndices: [3, 2, 1] } : { sampleType }),
    ...(generation === '1.5' ? tables : {}),
    ...{ samples, periodType, period: 10_000_000, timeUnixNano: `${start}`, durationNano: 5e9 },
  }
  const resourceProfiles = [{ resource, scopeProfiles: [{ scope, profiles: [profile] }] }]
  if (generation === '1.5') return { resourceProfiles }
  const stackTable = [{}, { locationIndices: [3, 2, 1] }, { locationIndices: [1] }]
  return { resourceProfiles, dictionary: isOld ? tables : { ...tables, stackTable } }
}

/** JSON has other names for some in older generations. */
function jsonOf(generation: Generation): string {
  const text = JSON.stringify(messageOf(generation))
  if (generation === '1.8' || generation === '1.10') return text
  return text
    .replaceAll('"sampleTypes"', '"sampleType"')
    .replaceAll('"samples":', '"sample":')
    .replaceAll('"values":', '"value":')
    .replaceAll('"lines":', '"line":')
    .replaceAll('timeUnixNano', 'timeNanos')
    .replaceAll('durationNano', 'durationNanos')
}

function stacksOf({ strings: texts, frames, stacks, samples, threads, lines: lineTable }: Profile) {
  return Array.from(samples.stack, (leaf, sample) => {
    const path: string[] = []
    for (let row = leaf; row >= 0; row = stacks.parent[row]!) {
      const frame = stacks.frame[row]!
      const tier = compileTiers[stacks.tier[row]!]!
      path.unshift(`${texts[frames.name[frame]!]} ${frameKinds[frames.kind[frame]!]} ${tier}`)
    }
    const line = lineTable!.line[lineTable!.ofSample[sample]!]
    const thread = `${texts[threads.name[samples.thread[sample]!]!]} ${threads.hostTid[samples.thread[sample]!]}`
    return `${samples.time[sample]} ${samples.weight[sample]} ${thread} line ${line}: ${path.join('; ')}`
  }).sort()
}

const expected = [
  '20 1 http-1 4711 line 42: com.acme.Shop.main java unknown; com.acme.Shop.total java inlined; [libjvm.so] vm unknown; __schedule kernel unknown',
  '40 1 http-1 4711 line 42: com.acme.Shop.main java unknown; com.acme.Shop.total java inlined',
  '60 1 http-1 4711 line 42: com.acme.Shop.main java unknown; com.acme.Shop.total java inlined; [libjvm.so] vm unknown; __schedule kernel unknown',
]
const provenance = {
  ...{ engine: 'otlp', event: 'cpu', startedAt: 1_700_000_000_000, durationMs: 5000, frequencyHz: 100 },
  ...{ target: { service: 'shop', host: 'rack-1' }, versions: { profiler: '1.2' } },
}

describe.each(generations)('opentelemetry-proto %s', (generation) => {
  it('is read from protobuf', async () => {
    const bytes = encode(messageOf(generation), profilesDataOf(generation)).take()
    expect(detectFormat(bytes)).toEqual({ format: 'otlp', isSure: true })
    const [profile, ...others] = await readOtlp(chunksOf(bytes, 7))
    expect(others).toEqual([])
    expect(stacksOf(profile!)).toEqual(expected)
    expect(profile!.provenance).toMatchObject(provenance)
  })

  it('is read from JSON', async () => {
    const text = jsonOf(generation)
    expect(detectFormat(Buffer.from(text))).toEqual({ format: 'otlp-json', isSure: true })
    const [profile] = await readOtlpJson(chunksOf(text, 7))
    expect(stacksOf(profile!)).toEqual(expected)
    expect(profile!.provenance).toMatchObject(provenance)
  })
})

test.each(generations)(
  'a large message of opentelemetry-proto %s tells by its samples how they are numbered',
  async (generation) => {
    const message = messageOf(generation)
    const profileIn = (value: OtlpValue | undefined): Record<string, OtlpValue> => {
      const [first] = value as Record<string, OtlpValue>[]
      return first!['profiles'] === undefined
        ? profileIn(first!['scopeProfiles'])
        : (first!['profiles'] as Record<string, OtlpValue>[])[0]!
    }
    const profile = profileIn(message['resourceProfiles'])
    const rounds = 60_000
    profile['samples'] = Array.from({ length: rounds }, () => profile['samples'] as OtlpValue[]).flat()
    const bytes = encode(message, profilesDataOf(generation)).take()
    expect(bytes.length).toBeGreaterThan(2 ** 21)
    const [read, ...others] = await readOtlp(chunksOf(bytes, 2 ** 16))
    expect(others).toEqual([])
    expect(read!.samples.weight.reduce((sum, weight) => sum + weight, 0)).toBe(3 * rounds)
    expect(new Set(stacksOf(read!).map((text) => text.replace(/^\S+ \S+/, '')))).toEqual(
      new Set(expected.map((text) => text.replace(/^\S+ \S+/, ''))),
    )
  },
  30_000,
)

test('other generations are refused by name', async () => {
  const experimental = new ProtobufWriter()
  const inside = (write: () => void) =>
    experimental.message(1, () => experimental.message(2, () => experimental.message(2, write)))
  inside(() => experimental.fixed64(2, start))
  await expect(readOtlp(chunksOf(experimental.take()))).rejects.toThrow(/v1experimental/)
  const tablesBeside = new ProtobufWriter()
  tablesBeside.message(1, () => undefined)
  tablesBeside.text(6, 'main')
  await expect(readOtlp(chunksOf(tablesBeside.take()))).rejects.toMatchObject({
    code: 'unreadable-profile',
    message: expect.stringContaining('opentelemetry-proto 1.6') as string,
    remedy: expect.stringContaining('v1development') as string,
  })
  await expect(readOtlpJson(chunksOf('{"resourceProfiles":[],"stringTable":[]}'))).rejects.toThrow(/1\.6/)
})

test('processes of one host are profiles of their own, services and containers have their names', async () => {
  const sample = (attributeIndices: number[]) => ({ stackIndex: 1, attributeIndices, timestampsUnixNano: [at(1)] })
  const profile = (...lists: number[][]) => ({ ...valueTypes, samples: lists.map(sample), timeUnixNano: `${start}` })
  const named = (key: string, text: string) => ({ attributes: [{ key, value: { stringValue: text } }] })
  const table = ['', 'samples', 'count', 'process.pid', 'process.executable.name', 'a', 'cpu', 'nanoseconds']
  const message = {
    resourceProfiles: [
      { resource: {}, scopeProfiles: [{ profiles: [profile([1, 2], [1, 2], [3, 2])] }] },
      {
        resource: named('container.id', `/../docker-${'c'.repeat(64)}.scope/init`),
        scopeProfiles: [{ profiles: [profile([1], [3])] }],
      },
      { resource: named('service.name', 'unknown_service:java'), scopeProfiles: [{ profiles: [profile([])] }] },
    ],
    dictionary: {
      stringTable: table,
      functionTable: [{}, { nameStrindex: 5 }],
      locationTable: [{}, { lines: [{ functionIndex: 1 }] }],
      stackTable: [{}, { locationIndices: [1] }],
      attributeTable: [
        {},
        { keyStrindex: 3, value: { intValue: '11' } },
        { keyStrindex: 4, value: { stringValue: 'java' } },
        { keyStrindex: 3, value: { intValue: '12' } },
      ],
    },
  }
  const found = (await readOtlpJson(chunksOf(JSON.stringify(message)))).map(
    ({ provenance: { target }, samples }) => `${target['service']}: ${samples.length}`,
  )
  expect(found.sort()).toEqual(['cccccccccccc: 2', 'java (PID 11): 2', 'java (PID 12): 1', 'unknown service: 1'])
})
