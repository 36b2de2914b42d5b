import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { tagImages } from './image-tags.ts'

afterEach(() => vi.restoreAllMocks())

const two = new Map([
  ['shop:1', 'sha256:1'],
  ['shop:2', 'sha256:2'],
])

test('the time of a request is its own: that of the first may be over while the engine answers the second', async () => {
  const limits = holdTimeouts()
  const engine = await listen((count) => {
    if (count === 2) limits[0]!.abort(new DOMException('too late', 'TimeoutError'))
    return true
  })
  await tagImages(engine.host, two)
  expect(engine.urls.map((url) => new URL(url, 'http://docker').searchParams.get('tag'))).toEqual(['1', '2'])
})

test('a request that the engine does not answer in time is a Problem that says so', async () => {
  const limits = holdTimeouts()
  const engine = await listen((count) => {
    if (count === 2) limits.at(-1)!.abort(new DOMException('too late', 'TimeoutError'))
    return count < 2
  })
  await expect(tagImages(engine.host, two)).rejects.toMatchObject({
    code: 'docker-unreachable',
    message: expect.stringContaining('no answer in 10 s') as string,
  })
})

/** Timeouts that pass when the test says so. */
function holdTimeouts(): AbortController[] {
  const limits: AbortController[] = []
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    limits.push(new AbortController())
    return limits.at(-1)!.signal
  })
  return limits
}

/** A Docker engine that lets images be named; it answers the requests for which `answers` is true. */
async function listen(answers: (count: number) => boolean): Promise<{ host: string; urls: string[] }> {
  const urls: string[] = []
  const server = http.createServer((request, response) => {
    urls.push(request.url!)
    if (answers(urls.length)) response.writeHead(201).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { host: `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`, urls }
}
