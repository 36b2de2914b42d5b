import { afterEach, expect, test, vi } from 'vitest'
import { holdTimeouts, listenAsDocker } from '../../testing/hosts/timed-docker.ts'
import { tagImages } from './image-tags.ts'

afterEach(() => vi.restoreAllMocks())

const two = new Map([
  ['shop:1', 'sha256:1'],
  ['shop:2', 'sha256:2'],
])

test('the time of a request is its own: that of the first may be over while the engine answers the second', async () => {
  const limits = holdTimeouts()
  const engine = await listenAsDocker((count) => {
    if (count === 2) limits[0]!.abort(new DOMException('too late', 'TimeoutError'))
    return { status: 201 }
  })
  await tagImages(engine.host, two)
  expect(engine.urls.map((url) => new URL(url, 'http://docker').searchParams.get('tag'))).toEqual(['1', '2'])
})

test('a request that the engine does not answer in time is a Problem that says so', async () => {
  const limits = holdTimeouts()
  const engine = await listenAsDocker((count) => {
    if (count === 2) limits.at(-1)!.abort(new DOMException('too late', 'TimeoutError'))
    return count < 2 ? { status: 201 } : null
  })
  await expect(tagImages(engine.host, two)).rejects.toMatchObject({
    code: 'docker-unreachable',
    message: expect.stringContaining('no answer in 10 s') as string,
  })
})
