import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import net, { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { assertFree } from './assert-free.ts'

const directory = mkdtempSync(`${tmpdir()}/hearth-free-`)
const config = {
  bind: '127.0.0.1',
  port: 0,
  runDirectory: directory,
  collectorSocket: `${directory}/collector.sock`,
}
const us = expect.stringMatching(new RegExp(`^process ${process.pid}, .*node`)) as string

async function listening(where: string | number): Promise<net.Server> {
  const server =
    typeof where === 'number' ? net.createServer().listen(where, '127.0.0.1') : net.createServer().listen(where)
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return server
}

test('a second start names the process that holds the port', async () => {
  const { port } = (await listening(0)).address() as AddressInfo
  await expect(assertFree({ ...config, port })).rejects.toMatchObject({
    code: 'port-in-use',
    facts: { port, holder: us },
    message: expect.stringContaining(`process ${process.pid}`) as string,
  })
})

test('and the one that answers at the socket of the run directory; nothing in the way is no failure', async () => {
  await expect(assertFree(config)).resolves.toBeUndefined()
  await listening(config.collectorSocket)
  await expect(assertFree(config)).rejects.toMatchObject({ code: 'run-directory-locked', facts: { holder: us } })
  rmSync(directory, { recursive: true, force: true })
})
