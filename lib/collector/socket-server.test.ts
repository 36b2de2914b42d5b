import fs from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { WatchEvent } from '../contract/live-events.ts'
import type { Verb } from '../contract/verbs.ts'
import { Problem } from '../errors.ts'
import { type CollectorClient, createCollectorClient } from './client.ts'
import { type CollectorServer, startCollectorServer } from './socket-server.ts'

const uid = process.getuid?.() ?? 0
const snapshot: WatchEvent = {
  type: 'snapshot',
  targets: [],
  captures: [],
  health: [],
  demo: { state: 'stopped', step: '', problem: null },
}

let directory: string
let socketPath: string
let server: CollectorServer
let reported: unknown[]
let asked: { verb: Verb; input: unknown }[]

/** Answers every verb with an empty list. */
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
  async fetchLive(captureId) {
    if (captureId !== 'a'.repeat(32)) throw new Problem('not-found', { what: 'picture of this capture' })
    return bytesOf('LI', 'VE')
  },
}

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

describe('the door of the collector', () => {
  test('passes verbs and their Problems', async () => {
    const client = await open()
    expect(await client.call('listTargets', {})).toEqual([])
    expect(asked).toEqual([{ verb: 'listTargets', input: {} }])
    await expect(client.call('cancelCapture', { captureId: 'b'.repeat(32) })).rejects.toMatchObject({
      code: 'not-found',
      facts: { what: 'capture' },
    })
  })

  test('refuses everybody it does not know', async () => {
    const client = await open(new Set([uid + 1]))
    await expect(client.call('listTargets', {})).rejects.toMatchObject({ code: 'collector-refused' })
    expect(asked).toEqual([])
  })

  test('is closed to other users by its mode, too', async () => {
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

  test('hides what a bug says, and reports it', async () => {
    await open()
    expect(await post('/startDemo', '{}')).toEqual({ status: 500, code: undefined })
    expect(reported).toEqual([new TypeError('a bug')])
  })

  test('streams events until the reader leaves', async () => {
    const client = await open()
    const leave = new AbortController()
    const events: WatchEvent[] = []
    for await (const event of client.watch(leave.signal)) {
      events.push(event)
      if (events.length === 2) leave.abort()
    }
    expect(events.map(({ type }) => type)).toEqual(['snapshot', 'target-gone'])
  })

  test('ends its streams when it closes, which a reader learns', async () => {
    const client = await open()
    const events = client.watch(new AbortController().signal)[Symbol.asyncIterator]()
    await events.next()
    await events.next()
    const next = events.next()
    await server.close()
    await expect(next).rejects.toMatchObject({ code: 'collector-unreachable' })
  })

  test('gives the bytes of an artefact, by its event, or says that there is none', async () => {
    const client = await open()
    expect(await textOf(await client.fetchArtefact('a'.repeat(32), 'cpu'))).toBe('HEARTH')
    expect(await textOf(await client.fetchArtefact('a'.repeat(32), 'alloc'))).toBe('HEAalloc')
    await expect(client.fetchArtefact('b'.repeat(32), 'cpu')).rejects.toMatchObject({ code: 'not-found' })
  })

  test('gives the newest picture of a capture under way, or says that there is none', async () => {
    const client = await open()
    expect(await textOf(await client.fetchLive('a'.repeat(32)))).toBe('LIVE')
    await expect(client.fetchLive('b'.repeat(32))).rejects.toMatchObject({ code: 'not-found' })
  })
})

test('a client without a collector says where it looked', async () => {
  const client = createCollectorClient('/run/nowhere/collector.sock')
  await expect(client.call('health', {})).rejects.toMatchObject({
    code: 'collector-unreachable',
    facts: { socket: '/run/nowhere/collector.sock', reason: 'its socket is not there' },
  })
  const events = client.watch(new AbortController().signal)[Symbol.asyncIterator]()
  await expect(events.next()).rejects.toMatchObject({ code: 'collector-unreachable' })
})
