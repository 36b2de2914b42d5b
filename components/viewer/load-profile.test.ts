import { afterEach, describe, expect, it, vi } from 'vitest'
import { loadProfile } from './load-profile.ts'

const never = new AbortController().signal

function answer(pieces: readonly number[][], encodedBytes: number): Promise<Response> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(Uint8Array.from(piece))
      controller.close()
    },
  })
  return Promise.resolve(new Response(body, { headers: { 'x-encoded-bytes': String(encodedBytes) } }))
}

describe('loadProfile', () => {
  afterEach(() => void vi.unstubAllGlobals())

  it('shows what has arrived until enough was seen, and gives all of it', async () => {
    const seen: number[][] = []
    const watch = (bytes: Uint8Array) => seen.push([...bytes]) === 2
    vi.stubGlobal('fetch', () => answer([[1, 2], [3], [4, 5]], 5))
    const bytes = await loadProfile('/data', never, watch)
    expect([...bytes]).toEqual([1, 2, 3, 4, 5])
    expect(seen).toEqual([
      [1, 2],
      [1, 2, 3],
    ])
  })

  it('gives what there was of an answer that was cut off', async () => {
    vi.stubGlobal('fetch', () => answer([[1, 2]], 5))
    const bytes = await loadProfile('/data', never, () => false)
    expect([...bytes]).toEqual([1, 2])
  })

  it('says what the server says', async () => {
    const problem = { code: 'not-found', facts: { what: 'profile' } }
    const refusal = new Response(JSON.stringify(problem), {
      status: 404,
      headers: { 'content-type': 'application/problem+json' },
    })
    const ask = vi.fn(() => Promise.resolve(refusal))
    vi.stubGlobal('fetch', ask)
    await expect(loadProfile('/data', never, () => true)).rejects.toMatchObject({ code: 'not-found' })
    expect(ask).toHaveBeenCalledWith('/data', { signal: never })
  })

  it('says that nobody answers', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no answer')))
    await expect(loadProfile('/data', never, () => true)).rejects.toMatchObject({
      code: 'web-unreachable',
    })
  })
})
