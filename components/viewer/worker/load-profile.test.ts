import { afterEach, describe, expect, it, vi } from 'vitest'
import { loadProfile } from './load-profile.ts'

const never = new AbortController().signal

describe('loadProfile', () => {
  afterEach(() => void vi.unstubAllGlobals())

  it('gives the bytes of the answer', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(Uint8Array.of(1, 2, 3))))
    expect([...(await loadProfile('/data', never))]).toEqual([1, 2, 3])
  })

  it('says what the server says', async () => {
    const problem = { code: 'not-found', facts: { what: 'profile' } }
    const refusal = new Response(JSON.stringify(problem), {
      status: 404,
      headers: { 'content-type': 'application/problem+json' },
    })
    const ask = vi.fn(() => Promise.resolve(refusal))
    vi.stubGlobal('fetch', ask)
    await expect(loadProfile('/data', never)).rejects.toMatchObject({ code: 'not-found' })
    expect(ask).toHaveBeenCalledWith('/data', { signal: never })
  })

  it('says that no server answers', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no answer')))
    await expect(loadProfile('/data', never)).rejects.toMatchObject({
      code: 'web-unreachable',
    })
  })
})
