import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { captureRequestSchema } from '../contract/capture.ts'
import { type WatchEvent, watchEventSchema } from '../contract/live-events.ts'
import { nothingSeen } from '../contract/seen.ts'
import type { Verb } from '../contract/verbs.ts'
import { Problem } from '../errors.ts'
import { waitUntil } from '../testing/wait-until.ts'
import { type CollectorClient, createCollectorClient, explainUnreachable } from './client/client.ts'
import { type CollectorServer, startCollectorServer } from './socket-server.ts'

const uid = process.getuid?.() ?? 0
const snapshot = watchEventSchema.parse({ type: 'snapshot', ...nothingSeen })

let directory: string
let socketPath: string
let server: CollectorServer
let reported: unknown[]
let asked: { verb: Verb; input: unknown }[]

/** Responds to every verb with an empty list. */
const collector: CollectorClient = {
  async call(verb, input) {
    asked.push({ verb, input })
    if (verb === 'cancelCapture') throw new Problem('not-found', { what: 'capture' })
    if (verb === 'startDemo') throw new TypeError('a bug')
    return [] as never
  },
  async *watch(signal) {
    yield snapshot
    yield { type: 'target-gone', id: '0123456789abcdef' }
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
  },
  async fetchArtefact(captureId, event) {
    if (captureId !== 'a'.repeat(32)) throw new Problem('not-found', { what: 'profile of this capture' })
    return bytesOf('HEA', event === 'cpu' ? 'RTH' : event)
  },
  parseUpload: (...parameters) => parseUpload(...parameters),
  async fetchLive(captureId) {
    if (captureId !== 'a'.repeat(32)) throw new Problem('not-found', { what: 'snapshot of this capture' })
    return bytesOf('LI', 'VE')
  },
}

/** What the collector does with an upload; each test sets it. */
let parseUpload: CollectorClient['parseUpload']

async function* bytesOf(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text)
}

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all).toString()
}

async function open(allowedUids = new Set([uid])): Promise<CollectorClient> {
  const report = (error: unknown) => void reported.push(error)
  server = await startCollectorServer(collector, { socketPath, allowedUids, gid: process.getgid?.() ?? 0, report })
  return createCollectorClient(socketPath)
}

function post(path: string, body: string, method = 'POST'): Promise<{ status: number; code: unknown }> {
  return new Promise((resolve, reject) => {
    const request = http.request({ socketPath, path, method }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, code: (JSON.parse(text) as { code?: unknown }).code }),
      )
    })
    request.on('error', reject)
    request.end(body)
  })
}

beforeEach(() => {
  directory = fs.mkdtempSync(join(os.tmpdir(), 'hearth-door-'))
  socketPath = join(directory, 'collector.sock')
  reported = []
  asked = []
})
afterEach(async () => {
  await server?.close()
  fs.rmSync(directory, { recursive: true })
})

describe('the socket of the collector', () => {
  test('passes on verbs and their Problems', async () => {
    const client = await open()
    expect(await client.call('listTargets', {})).toEqual([])
    expect(asked).toEqual([{ verb: 'listTargets', input: {} }])
    await expect(client.call('cancelCapture', { captureId: 'b'.repeat(32) })).rejects.toMatchObject({
      code: 'not-found',
      facts: { what: 'capture' },
    })
  })

  test('refuses users that it does not know', async () => {
    const client = await open(new Set([uid + 1]))
    await expect(client.call('listTargets', {})).rejects.toMatchObject({ code: 'collector-refused' })
    expect(asked).toEqual([])
  })

  test('also has a file mode that excludes other users', async () => {
    await open()
    expect(fs.statSync(socketPath).mode & 0o777).toBe(0o660)
  })

  test('answers nothing but POST to a verb with a small JSON body', async () => {
    await open()
    expect(await post('/listTargets', '', 'GET')).toMatchObject({ code: 'invalid-request' })
    expect(await post('/listTargets', 'no json')).toMatchObject({ code: 'invalid-request' })
    expect(await post('/toString', '{}')).toMatchObject({ status: 404, code: 'not-found' })
    expect(await post('//listTargets', '{}')).toMatchObject({ status: 404 })
    expect(await post('/listTargets', `"${'x'.repeat(70_000)}"`)).toMatchObject({ status: 413, code: 'body-too-large' })
    for (const path of ['/fetchArtefact', '/fetchLive']) {
      const body = '{"captureId":"../../etc/shadow","event":"cpu"}'
      expect(await post(path, body)).toMatchObject({ code: 'invalid-request' })
    }
    const event = JSON.stringify({ captureId: 'a'.repeat(32), event: '../../etc/shadow' })
    expect(await post('/fetchArtefact', event)).toMatchObject({ code: 'invalid-request' })
    expect(asked).toEqual([])
  })

  test('hides the message of a bug, and reports it', async () => {
    await open()
    expect(await post('/startDemo', '{}')).toEqual({ status: 500, code: undefined })
    expect(reported).toEqual([new TypeError('a bug')])
  })

  test('streams events until the client disconnects', async () => {
    const client = await open()
    const leave = new AbortController()
    const events: WatchEvent[] = []
    for await (const event of client.watch(leave.signal)) {
      events.push(event)
      if (events.length === 2) leave.abort()
    }
    expect(events.map(({ type }) => type)).toEqual(['snapshot', 'target-gone'])
  })

  test('ends its streams when it closes, and the client gets an error', async () => {
    const client = await open()
    const events = client.watch(new AbortController().signal)[Symbol.asyncIterator]()
    await events.next()
    await events.next()
    const next = events.next()
    await server.close()
    await expect(next).rejects.toMatchObject({ code: 'collector-unreachable' })
  })

  test('returns the bytes of an artefact, by its event, or not-found', async () => {
    const client = await open()
    expect(await textOf(await client.fetchArtefact('a'.repeat(32), 'cpu'))).toBe('HEARTH')
    expect(await textOf(await client.fetchArtefact('a'.repeat(32), 'alloc'))).toBe('HEAalloc')
    await expect(client.fetchArtefact('b'.repeat(32), 'cpu')).rejects.toMatchObject({ code: 'not-found' })
  })

  test('returns the newest snapshot of a capture under way, or not-found', async () => {
    const client = await open()
    expect(await textOf(await client.fetchLive('a'.repeat(32)))).toBe('LIVE')
    await expect(client.fetchLive('b'.repeat(32))).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('an upload', () => {
  const options = { counts: '2', unit: 'bytes', fileName: 'a b.folded' } as const
  const unwanted = () => new AbortController().signal
  /** A file without an end; `state` has the number of bytes that were read, and whether it was closed. */
  function endless() {
    const state = { bytes: 0, isOver: false }
    async function* chunks(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) {
          yield Buffer.alloc(65536)
          state.bytes += 65536
          await new Promise(setImmediate)
        }
      } finally {
        state.isOver = true
      }
    }
    return { state, chunks: chunks() }
  }
  /**
   * A parser that reads the whole file before it yields the result of `output`; the promise resolves when the parser is
   * aborted.
   */
  function parserOf(output: (text: string, signal: AbortSignal) => AsyncIterable<Uint8Array>) {
    const ended = Promise.withResolvers<void>()
    parseUpload = async function* (_, upload, signal) {
      signal.addEventListener('abort', () => ended.resolve())
      yield* output(await textOf(upload), signal)
    }
    return ended.promise
  }

  test('arrives with its options, and the parser’s output is returned', async () => {
    const client = await open()
    parseUpload = async function* (given, upload) {
      yield Buffer.from(JSON.stringify(given))
      yield* upload
    }
    expect(await textOf(client.parseUpload(options, bytesOf('a 1\n', 'b 2\n'), unwanted()))).toBe(
      `${JSON.stringify(options)}a 1\nb 2\n`,
    )
    expect(await post('/parseUpload?counts=3', '')).toMatchObject({ code: 'invalid-request' })
    expect(await post('/parseUpload?path=/etc/shadow', '')).toMatchObject({ code: 'invalid-request' })
  })

  test.each([
    ['before', async function* (): AsyncGenerator<Uint8Array> {}],
    ['after', () => bytesOf('some')],
  ])(
    'that cannot be read fails with the reason while it is still being sent, %s the first byte of the response',
    async (_, output) => {
      const client = await open()
      const file = endless()
      parseUpload = async function* (_options, upload) {
        await upload[Symbol.asyncIterator]().next()
        yield* output()
        throw new Problem('unknown-format', { hint: 'a Java class', remedy: 'Send a profile.' })
      }
      await expect(textOf(client.parseUpload(options, file.chunks, unwanted()))).rejects.toMatchObject({
        code: 'unknown-format',
        facts: { hint: 'a Java class', remedy: 'Send a profile.' },
      })
      await waitUntil('the file is closed', () => file.state.isOver)
    },
  )

  test('whose error message is too long for a trailer still fails with a Problem', async () => {
    const client = await open()
    void parserOf(() => {
      throw new Problem('unreadable-profile', { reason: 'ä'.repeat(20_000) })
    })
    await expect(textOf(client.parseUpload(options, bytesOf('a'), unwanted()))).rejects.toMatchObject({
      code: 'parser-failed',
    })
    expect(reported).toEqual([])
  })

  test('is read no faster than the parser reads it', async () => {
    const client = await open()
    const [file, leave] = [endless(), new AbortController()]
    parseUpload = async function* (_, _upload, signal) {
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      yield* bytesOf()
    }
    const parsing = textOf(client.parseUpload(options, file.chunks, leave.signal))
    let before = -1
    await waitUntil('no more of it is read', async () => {
      const isStill = file.state.bytes === before && before > 0
      before = file.state.bytes
      await new Promise((resolve) => setTimeout(resolve, 50))
      return isStill
    })
    expect(file.state.bytes).toBeLessThan(4 * 2 ** 20)
    leave.abort(new Error('gone'))
    await expect(parsing).rejects.toThrow('gone')
  })

  test('whose sender disconnects ends the parser', async () => {
    const client = await open()
    const ended = parserOf(() => bytesOf())
    const leave = new AbortController()
    const parsing = textOf(client.parseUpload(options, endless().chunks, leave.signal))
    setImmediate(() => leave.abort(new Error('the page was closed')))
    await expect(parsing).rejects.toThrow('the page was closed')
    await ended
  })

  test('whose source fails has the same error, and ends the parser', async () => {
    const client = await open()
    const ended = parserOf(() => bytesOf())
    const failing = async function* () {
      yield Buffer.from('a 1\n')
      await new Promise(setImmediate)
      throw new Error('cut short')
    }
    await expect(textOf(client.parseUpload(options, failing(), unwanted()))).rejects.toThrow('cut short')
    await ended
  })

  test('whose reader stops early ends the parser', async () => {
    const client = await open()
    const ended = parserOf(async function* (_, signal) {
      yield Buffer.from('first')
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
    })
    for await (const chunk of client.parseUpload(options, bytesOf('a'), unwanted())) {
      expect(Buffer.from(chunk).toString()).toBe('first')
      break
    }
    await ended
  })

  test('has to be repeated when the collector ends during it', async () => {
    const client = await open()
    const begun = Promise.withResolvers<void>()
    parseUpload = async function* (_, upload, signal) {
      await upload[Symbol.asyncIterator]().next()
      begun.resolve()
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      yield* bytesOf()
    }
    const parsing = textOf(client.parseUpload(options, endless().chunks, unwanted()))
    const failed = expect(parsing).rejects.toMatchObject({ code: 'import-interrupted', status: 503 })
    await begun.promise
    await server.close()
    await failed
    await expect(textOf(client.parseUpload(options, bytesOf('a'), unwanted()))).rejects.toMatchObject({
      code: 'collector-unreachable',
    })
  })
})

test('a client without a collector names the socket', async () => {
  const client = createCollectorClient('/run/nowhere/collector.sock')
  await expect(client.call('health', {})).rejects.toMatchObject({
    code: 'collector-unreachable',
    facts: { socket: '/run/nowhere/collector.sock', reason: 'its socket is not there' },
  })
  const events = client.watch(new AbortController().signal)[Symbol.asyncIterator]()
  await expect(events.next()).rejects.toMatchObject({ code: 'collector-unreachable' })
})

test('a socket that this user may not open has a remedy of its own', () => {
  const refused = Object.assign(new Error('connect EACCES'), { code: 'EACCES' })
  const problem = explainUnreachable(refused, '/run/hearth/collector.sock')
  expect(problem.message).toBe('The collector does not answer: its socket is closed to this user.')
  expect(problem.remedy).toMatch(/^Only root, .* may open \/run\/hearth\/collector\.sock: run this as root\./)
})

test('an upload whose failure cannot be read is said to have such a failure, not the status 0', async () => {
  const other = http.createServer((request, response) => {
    request.resume()
    response.writeHead(200, { trailer: 'hearth-problem' })
    response.write('frames')
    response.addTrailers({ 'hearth-problem': encodeURIComponent('{}') })
    response.end()
  })
  const otherPath = join(directory, 'other.sock')
  other.listen(otherPath)
  await once(other, 'listening')
  try {
    const read = async () => {
      const options = { unit: 'samples', counts: '1', fileName: 'a' } as const
      const chunks = createCollectorClient(otherPath).parseUpload(options, bytesOf('x'), new AbortController().signal)
      for await (const chunk of chunks) void chunk
    }
    await expect(read()).rejects.toThrow('it sent a failure that cannot be read')
  } finally {
    other.close()
  }
})

test('a client notices a stopped collector within 10 s, and a request to it fails after 5 s', async () => {
  // The kernel accepts connections and requests for a stopped process; no response follows.
  const stopped = http.createServer((request, response) => {
    if (request.url === '/watch') response.write(`${JSON.stringify(snapshot)}\n`)
  })
  stopped.listen(socketPath)
  await once(stopped, 'listening')
  const client = createCollectorClient(socketPath)
  const seen: WatchEvent[] = []
  const watching = async () => {
    for await (const event of client.watch(new AbortController().signal)) seen.push(event)
  }
  const request = captureRequestSchema.parse({ targetId: 'a'.repeat(16) })
  const unreachable = { code: 'collector-unreachable' }
  await Promise.all([
    expect(watching()).rejects.toMatchObject({
      ...unreachable,
      facts: { reason: 'no answer within 8 s' },
    }),
    expect(client.call('startCapture', { ...request, requestedBy: 'ann' })).rejects.toMatchObject({
      ...unreachable,
      facts: { reason: 'no answer within 4 s' },
    }),
  ])
  expect(seen).toEqual([snapshot])
  stopped.closeAllConnections()
  stopped.close()
}, 12_000)
