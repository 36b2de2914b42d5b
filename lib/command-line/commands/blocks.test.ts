import { expect, test } from 'vitest'
import type { CollectorClient } from '../../collector/client/client.ts'
import { unblock } from './blocks.ts'

test.each([[[]], [['abcd1234', 'abcd5678']], [['abc']]])('unblock of %j says which command shows ids', async (args) => {
  const streams = {} as Parameters<typeof unblock>[2]
  await expect(unblock(args, {} as CollectorClient, streams)).rejects.toThrow('which `hearth blocks` shows')
})
