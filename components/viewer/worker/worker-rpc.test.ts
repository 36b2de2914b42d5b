import { expect, test } from 'vitest'
import { connectWorker } from './worker-rpc.ts'

test('a call after the end fails as one that had no answer', async () => {
  const posted: unknown[] = []
  const worker = { postMessage: (message: unknown) => void posted.push(message), terminate: () => {} }
  const rpc = connectWorker<{ half: (n: number) => number }>(worker as unknown as Worker)
  const before = rpc.call('half', 8)
  rpc.end()
  await expect(before).rejects.toMatchObject({ name: 'AbortError' })
  await expect(rpc.call('half', 8)).rejects.toMatchObject({ name: 'AbortError' })
  expect(posted).toHaveLength(1)
}, 2000)
