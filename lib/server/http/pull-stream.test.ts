import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { pullStream } from './pull-stream.ts'

test('cancelling destroys a source that was never read', async () => {
  const source = new Readable({ read: () => undefined })
  await pullStream(source).cancel()
  expect(source.destroyed).toBe(true)
})
