import { afterEach, expect, test, vi } from 'vitest'
import { loadPart } from './load-part.ts'

afterEach(() => vi.unstubAllGlobals())

const address = '/_next/static/chunks/1qv5-.js'
const missing = Object.assign(new Error(`Failed to load chunk ${address} from module 7`), { name: 'ChunkLoadError' })

/** Gives the code of the failure where a request for the script itself is answered so. */
async function codeWhere(answer: () => Promise<unknown>) {
  const fetching = vi.fn(answer)
  vi.stubGlobal('fetch', fetching)
  const error = await loadPart(() => Promise.reject(missing)).catch((problem: unknown) => problem)
  expect(fetching).toHaveBeenCalledWith(address, expect.objectContaining({ method: 'HEAD' }))
  return error
}

test('a script that the server no longer has is of a version before an update', async () => {
  expect(await codeWhere(() => Promise.resolve({ status: 404 }))).toMatchObject({ code: 'hearth-updated' })
})

test('a script that a bad line lost is a part that did not load', async () => {
  expect(await codeWhere(() => Promise.resolve({ status: 200 }))).toMatchObject({ code: 'part-not-loaded' })
  expect(await codeWhere(() => Promise.reject(new TypeError('fetch')))).toMatchObject({ code: 'part-not-loaded' })
})

test('a script that came and failed is a bug, and stays as it is', async () => {
  const bug = new TypeError('rows is undefined')
  await expect(loadPart(() => Promise.reject(bug))).rejects.toBe(bug)
})
