import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { pullStream } from './pull-stream.ts'

test('a source that nobody read a piece of is let go too', async () => {
  const source = new Readable({ read: () => undefined })
  await pullStream(source).cancel()
  expect(source.destroyed).toBe(true)
})
