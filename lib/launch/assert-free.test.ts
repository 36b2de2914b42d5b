import { execa } from 'execa'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import net, { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import type { Problem } from '../errors.ts'
import { assertFree } from './assert-free.ts'

const directory = mkdtempSync(`${tmpdir()}/hearth-free-`)
const config = {
  bind: '127.0.0.1',
  port: 0,
  runDirectory: directory,
  dataDirectory: '/data/hearth',
  collectorSocket: `${directory}/collector.sock`,
}
const us = expect.stringMatching(new RegExp(`^process ${process.pid}, .*node`)) as string

async function listening(where: string | number): Promise<net.Server> {
  const server =
    typeof where === 'number' ? net.createServer().listen(where, '127.0.0.1') : net.createServer().listen(where)
  onTestFinished(async () => {
    server.close()
    await once(server, 'close')
  })
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

test('of a program of Hearth it names the one that started it, and starts it again', async () => {
  const launch = join(directory, 'lib/launch')
  mkdirSync(launch, { recursive: true })
  const listen = `require('node:net').createServer().listen(0, '127.0.0.1', function () { console.log(this.address().port) })`
  const start = `import { spawn } from 'node:child_process'
const child = spawn(process.execPath, ['-e', ${JSON.stringify(listen)}], { stdio: ['ignore', 'inherit', 'inherit'] })
process.on('SIGTERM', () => child.kill())
child.on('exit', () => process.exit())
`
  writeFileSync(join(launch, 'start.ts'), start)
  const hearth = execa(process.execPath, [join(launch, 'start.ts')], { reject: false })
  onTestFinished(async () => {
    hearth.kill()
    await hearth
  })
  const [port] = (await once(hearth.stdout, 'data')) as [Buffer]
  await expect(assertFree({ ...config, port: Number(port.toString()) })).rejects.toMatchObject({
    facts: {
      holder: expect.stringMatching(new RegExp(`^Hearth, process ${hearth.pid}, .*lib/launch/start.ts`)) as string,
    },
  })
})

test('a second Hearth is given a port that is free, and directories of its own', async () => {
  const { port } = (await listening(0)).address() as AddressInfo
  await listening(config.collectorSocket)
  const refused = await assertFree({ ...config, port }).catch((error: unknown) => error)
  const { remedy } = refused as Problem
  const [, free] = /: HEARTH_PORT=(\d+) HEARTH_RUN=\S+ HEARTH_DATA=\S+ npm start$/.exec(remedy)!
  expect(remedy).toContain(`HEARTH_RUN=${directory}-${free} HEARTH_DATA=/data/hearth-${free} `)
  const beside = { ...config, port: Number(free), collectorSocket: `${directory}-${free}/collector.sock` }
  await expect(assertFree(beside)).resolves.toBeUndefined()
})

test('of the same Hearth it says that it runs, and how to get in', async () => {
  const { port } = (await listening(0)).address() as AddressInfo
  await listening(config.collectorSocket)
  await expect(assertFree({ ...config, port })).rejects.toMatchObject({
    message: expect.stringMatching(/^Hearth runs already on 127\.0\.0\.1:\d+: /) as string,
    remedy: expect.stringMatching(/^`npx hearth sign-in` prints a link to it\./) as string,
  })
  await expect(assertFree({ ...config, port, collectorSocket: `${directory}/none.sock` })).rejects.toMatchObject({
    message: expect.stringMatching(/^Another program listens on /) as string,
  })
})

test('the same data are refused with the process that holds them, and how to start with others', async () => {
  const dataDirectory = mkdtempSync(`${tmpdir()}/hearth-held-`)
  const lock = new DatabaseSync(join(dataDirectory, 'lock.sqlite'))
  onTestFinished(() => {
    lock.close()
    rmSync(dataDirectory, { recursive: true })
  })
  const free = { ...config, dataDirectory, collectorSocket: `${directory}/none.sock` }
  await expect(assertFree(free)).resolves.toBeUndefined()
  lock.exec('begin exclusive')
  const beside = `HEARTH_PORT=0 HEARTH_DATA=${dataDirectory}-0`
  await expect(assertFree(free)).rejects.toMatchObject({
    code: 'data-directory-locked',
    facts: { path: dataDirectory, holder: us, beside },
    remedy: `Stop that one: \`kill ${process.pid}\`, or start beside it: \`${beside} npm start\``,
  })
})

test('and the one that answers at the socket of the run directory; nothing in the way is no failure', async () => {
  await expect(assertFree(config)).resolves.toBeUndefined()
  await listening(config.collectorSocket)
  await expect(assertFree(config)).rejects.toMatchObject({ code: 'run-directory-locked', facts: { holder: us } })
  rmSync(directory, { recursive: true, force: true })
})
