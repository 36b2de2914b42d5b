import { mkdtempSync, rmSync } from 'node:fs'
import net, { type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { readPeerCredentials } from './peer-credentials.ts'

test('both ends of a Unix socket learn who the other is; a closed one nothing', async () => {
  const directory = mkdtempSync(`${tmpdir()}/hearth-peer-`)
  const accepted = Promise.withResolvers<Socket>()
  const server = net.createServer((socket) => accepted.resolve(socket)).listen(`${directory}/socket`)
  const client = net.connect(`${directory}/socket`)
  const serverSide = await accepted.promise
  const us = { hostPid: process.pid, uid: process.getuid!(), gid: process.getgid!() }
  expect(readPeerCredentials(serverSide)).toEqual(us)
  expect(readPeerCredentials(client)).toEqual(us)
  client.destroy()
  expect(readPeerCredentials(client)).toBe(null)
  serverSide.destroy()
  server.close()
  rmSync(directory, { recursive: true })
})
