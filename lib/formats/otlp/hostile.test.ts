/** Messages made to cost more than they weigh: every one ends soon, in a profile or a refusal. */
import { expect, test } from 'vitest'
import { decodeProfile, encodeProfile } from '../../profile/encoding/encode.ts'
import { chunksOf } from '../../testing/formats/chunks.ts'
import { ProtobufWriter } from '../protobuf/protobuf-writer.ts'
import { readOtlp, readOtlpJson } from './otlp.ts'

const start = 1_700_000_000_000_000_000n

/** A message of 1.8: what `writeSamples` and `writeTables` write into its profile and its dictionary. */
function message(
  writeSamples: (writer: ProtobufWriter) => void,
  writeTables: (writer: ProtobufWriter) => void,
): Uint8Array {
  const writer = new ProtobufWriter()
  writer.message(1, () =>
    writer.message(2, () =>
      writer.message(2, () => {
        writeSamples(writer)
        writer.fixed64(3, start)
      }),
    ),
  )
  writer.message(2, () => writeTables(writer))
  return writer.take()
}

const repeat = (times: number, run: (index: number) => void) => {
  for (let index = 0; index < times; index++) run(index)
}

test('a dictionary of a million locations that nothing points at is read to its end', async () => {
  const bytes = message(
    (writer) => writer.message(2, () => writer.integer(1, 1)),
    (writer) => {
      repeat(1_000_000, () => writer.message(2, () => undefined))
      repeat(2, () => writer.message(7, () => writer.integers(1, [999_999])))
    },
  )
  await expect(readOtlp(chunksOf(bytes))).resolves.toBeDefined()
})

test('indices that lead nowhere, backwards or round in a circle are no frames', async () => {
  const nowhere = [-1, 2 ** 31, 5, 1, 1]
  const bytes = message(
    (writer) =>
      repeat(5, (index) =>
        writer.message(2, () => {
          writer.integer(1, index)
          writer.integers(3, nowhere)
          writer.fixed64s(5, [start])
        }),
      ),
    (writer) => {
      // A location whose function, mapping and attributes point past every table, and stacks of it and of nothing.
      writer.message(2, () => undefined)
      writer.message(2, () => {
        writer.integer(1, 77)
        writer.message(3, () => writer.integer(1, 99))
        writer.integers(4, nowhere)
      })
      repeat(4, () => writer.message(7, () => writer.integers(1, nowhere)))
    },
  )
  const [profile] = await readOtlp(chunksOf(bytes))
  expect(profile!.samples.length).toBe(5)
  expect(profile!.provenance.warnings).toMatchObject([{ code: 'frames-missing' }])
  expect(decodeProfile(encodeProfile(profile!)).samples.length).toBe(5)
})

test('thousands of stacks that overlap in the same frames are refused', async () => {
  const writer = new ProtobufWriter()
  writer.message(1, () =>
    writer.message(2, () =>
      writer.message(2, () => {
        repeat(20_000, (index) =>
          writer.message(2, () => {
            writer.integer(1, index)
            writer.integer(2, 20_000)
            writer.integers(3, [1])
          }),
        )
        writer.integers(
          3,
          Array.from({ length: 40_000 }, (_, index) => index % 2),
        )
      }),
    ),
  )
  writer.message(2, () => {
    repeat(2, () => writer.message(2, () => writer.message(3, () => writer.integer(1, 0))))
    writer.message(3, () => writer.integer(1, 1))
    writer.text(5, '')
    writer.text(5, 'main')
    writer.message(6, () => writer.text(1, 'key'))
  })
  await expect(readOtlp(chunksOf(writer.take()))).rejects.toMatchObject({ code: 'parser-limit' })
}, 30_000)

test('of a thousand services the largest become profiles, and the rest is counted', async () => {
  const resource = (index: number) => ({
    resource: { attributes: [{ key: 'service.name', value: { stringValue: `service-${index}` } }] },
    scopeProfiles: [{ profiles: [{ samples: [{ stackIndex: 1, values: ['1'] }] }] }],
  })
  const json = (services: number) =>
    JSON.stringify({
      resourceProfiles: Array.from({ length: services }, (_, index) => resource(index)),
      dictionary: { stackTable: [{}, { locationIndices: [1] }], locationTable: [{}, { address: '4096' }] },
    })
  const profiles = await readOtlpJson(chunksOf(json(1000)))
  expect(profiles.length).toBe(32)
  expect(profiles[0]!.provenance.warnings).toMatchObject([{ code: 'profiles-too-many', count: 968 }])
  await expect(readOtlpJson(chunksOf(json(10_001)))).rejects.toMatchObject({ code: 'parser-limit' })
}, 30_000)

test.each([
  // A resource, a profile and a sample that are longer than what is around them.
  [[0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f], 'cut off'],
  [[0x0a, 0x04, 0x12, 0xff, 0x01, 0x00], 'cut off'],
  [[0x0a, 0x08, 0x12, 0x06, 0x12, 0x04, 0x12, 0x05, 0x08, 0x01], 'cut off'],
  // One number that does not end, and one field of a gigabyte.
  [[0x0a, ...Array<number>(11).fill(0xff)], 'cut off'],
  [[0x12, 0xff, 0xff, 0xff, 0x7f, 0x0a, 0x80, 0x80, 0x80, 0x80, 0x04], '64 MiB'],
])('sizes that are no sizes are refused: %j', async (bytes, reason) => {
  for (const size of [1, 100])
    await expect(readOtlp(chunksOf(Uint8Array.from(bytes), size))).rejects.toMatchObject({
      code: 'unreadable-profile',
      message: expect.stringContaining(reason) as string,
    })
})

test('JSON of a million lists in each other ends', async () => {
  const text = `{"resourceProfiles":${'['.repeat(1e6)}`
  await expect(readOtlpJson(chunksOf(text))).rejects.toMatchObject({ code: 'unreadable-profile' })
})

test.each([
  '',
  '{',
  '[]',
  '{"resourceProfiles":5}',
  '{"resourceProfiles":[{"scopeProfiles":[null,{"profiles":[7]}]}]}',
])('JSON that is none of it, %j, gives no profile', async (text) => {
  const profiles = await readOtlpJson(chunksOf(text)).catch((error: unknown) => {
    expect(error).toMatchObject({ code: 'unreadable-profile' })
    return []
  })
  expect(profiles).toEqual([])
})
