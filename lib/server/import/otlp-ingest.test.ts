/** The responses to a sender of OTLP profiles. */
import { expect, test, vi } from 'vitest'
import type { StoredFile } from '../../contract/imports.ts'
import { Problem } from '../../errors.ts'
import { ProtobufReader } from '../../formats/protobuf/protobuf-reader.ts'
import { waitUntil } from '../../testing/wait-until.ts'
import { createOtlpIngest, maxMessageBytes } from './otlp-ingest.ts'
import type { Upload } from './import-profile.ts'

type Import = (upload: Upload) => Promise<StoredFile>
const nothingLeft: StoredFile = { profiles: [], warnings: [] }
const leftOut: StoredFile = { profiles: [], warnings: [{ code: 'profiles-too-many', text: 'Too many.', count: 7 }] }

const protobuf = 'application/x-protobuf'
function post(body: Uint8Array<ArrayBuffer> | string, headers: Record<string, string> = {}): Request {
  const all = { 'content-type': protobuf, ...headers }
  return new Request('http://localhost/v1development/profiles', { method: 'POST', body, headers: all })
}
const streamed = (body: ReadableStream<Uint8Array>) =>
  new Request('http://localhost/', {
    ...{ method: 'POST', body, headers: { 'content-type': protobuf }, duplex: 'half' },
  })
const answered = (importFile: Import, request: Request) => createOtlpIngest(importFile)(request, 'token shop')
const bytesOf = async (answer: Response) => new Uint8Array(await answer.arrayBuffer())
const read: Import = async ({ body }) => {
  for await (const chunk of body) void chunk
  return nothingLeft
}

test('the response has the encoding of the request', async () => {
  const answer = await answered(read, post('x'))
  expect([answer.status, answer.headers.get('content-type'), (await bytesOf(answer)).length]).toEqual([
    200,
    protobuf,
    0,
  ])
  const json = await answered(read, post('{}', { 'content-type': 'application/json; charset=utf-8' }))
  expect([json.status, await json.json()]).toEqual([200, {}])
  const capitals = await answered(
    read,
    post('{}', { 'content-type': 'Application/JSON', 'content-encoding': 'Identity' }),
  )
  expect([capitals.status, await capitals.json()]).toEqual([200, {}])
})

test('profiles that were left out are reported as a partial success', async () => {
  const json = await answered(async () => leftOut, post('x', { 'content-type': 'application/json' }))
  expect(await json.json()).toEqual({ partialSuccess: { rejectedProfiles: 7, errorMessage: 'Too many.' } })
  const reader = new ProtobufReader(await bytesOf(await answered(async () => leftOut, post('x'))))
  expect(reader.next()).toBe(1)
  const partial = reader.message()
  expect([partial.next(), partial.integer(), partial.next(), partial.text()]).toEqual([1, 7, 2, 'Too many.'])
})

test('a message without samples is accepted', async () => {
  const none: Import = () => Promise.reject(new Problem('unreadable-profile', { reason: 'it holds no samples' }))
  expect((await answered(none, post('x'))).status).toBe(200)
  expect((await answered(none, post('', { 'content-length': '0' }))).status).toBe(200)
})

test('a refusal has the reason and the remedy, as a Status message', async () => {
  const busy: Import = () => Promise.reject(new Problem('too-many-requests', { retryAfterSeconds: 5 }))
  const answer = await answered(busy, post('x'))
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '5'])
  const reader = new ProtobufReader(await bytesOf(answer))
  expect([reader.next(), reader.text()]).toEqual([2, 'Too many requests at once. Try again in 5 s.'])
  const old: Import = () => Promise.reject(new Problem('unreadable-profile', { reason: 'of 1.6', remedy: 'Update.' }))
  const json = await answered(old, post('x', { 'content-type': 'application/json' }))
  expect([json.status, await json.json()]).toEqual([422, { message: 'Hearth cannot read this file: of 1.6. Update.' }])
})

test.each([
  ['another type', { 'content-type': 'text/plain' }],
  ['another compression', { 'content-encoding': 'zstd' }],
])('%s is refused', async (_, headers) => {
  await expect(answered(read, post('x', headers as Record<string, string>))).rejects.toMatchObject({
    code: 'invalid-request',
  })
})

test('a message that is too large is refused, with and without a content-length', async () => {
  const large = new Uint8Array(maxMessageBytes + 1)
  expect((await answered(read, post(large))).status).toBe(413)
  expect((await answered(read, post('x', { 'content-length': `${maxMessageBytes + 1}` }))).status).toBe(413)
})

test('the refusal of a large message says that it is a message, its limit, and what helps', async () => {
  const headers = { 'content-type': 'application/json', 'content-length': `${maxMessageBytes + 1}` }
  expect(await (await answered(read, post('x', headers))).json()).toEqual({
    message:
      'The OTLP message is larger than 32 MiB. No setting raises this limit. Send smaller messages, or compress them with gzip.',
  })
})

test('a sender that stops sending does not delay others, and times out', async () => {
  vi.useFakeTimers()
  const ingest = createOtlpIngest(read)
  const still = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new Uint8Array(1)) })
  const slow = ingest(streamed(still), 'a')
  expect((await ingest(post('x'), 'b')).status).toBe(200)
  await vi.advanceTimersByTimeAsync(30_000)
  expect((await slow).status).toBe(408)
  vi.useRealTimers()
})

test('the bytes of waiting messages are limited', async () => {
  const go = Promise.withResolvers<void>()
  const ingest = createOtlpIngest(async () => {
    await go.promise
    return nothingLeft
  })
  let received = 0
  const largeBody = () => {
    let isSent = false
    return new ReadableStream<Uint8Array>({
      pull(controller) {
        if (!isSent) controller.enqueue(new Uint8Array(maxMessageBytes))
        else {
          received++
          controller.close()
        }
        isSent = true
      },
    })
  }
  const large = Array.from({ length: 4 }, () => ingest(streamed(largeBody()), 'a'))
  await waitUntil('they were received', () => received === 4)
  expect((await ingest(post('x'), 'b')).status).toBe(429)
  go.resolve()
  expect((await Promise.all(large)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect((await ingest(post('x'), 'b')).status).toBe(200)
})

test('messages are read one at a time, a few wait, and the next is refused with 429', async () => {
  const go = Promise.withResolvers<void>()
  let running = 0
  let most = 0
  const ingest = createOtlpIngest(async () => {
    most = Math.max(most, ++running)
    await go.promise
    running--
    return nothingLeft
  })
  const first = Array.from({ length: 16 }, () => ingest(post('x'), 'a'))
  expect((await ingest(post('x'), 'b')).status).toBe(429)
  go.resolve()
  expect((await Promise.all(first)).map(({ status }) => status)).toEqual(new Array(16).fill(200))
  expect(most).toBe(1)
  expect((await ingest(post('x'), 'b')).status).toBe(200)
})
