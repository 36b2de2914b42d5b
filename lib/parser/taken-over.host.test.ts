/**
 * An attacker's program in the sandbox of the parser, without Node's permission model. The same program first runs
 * without the sandbox, as the parser's user: there each attempt must succeed, else its failure in the sandbox would
 * prove nothing.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net, { type AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { confineProgram, trial } from './parser-command.ts'

const run = promisify(execFile)
const parserUid = 61718
const limits = { memoryBytes: 400 * 2 ** 20, seconds: 60, parserUid }
const asParserUser = ['--reuid=61718', '--regid=61718', '--clear-groups', '--']

/** Files as those of Hearth and its host, which all users may read and write: only the sandbox prevents it. */
let directory: string
const unixServer = net.createServer()
const abstractServer = net.createServer()
const tcpServer = net.createServer()
const neighbour = spawn('setpriv', [...asParserUser, 'sleep', '600'])
let script: string

beforeAll(async () => {
  directory = fs.mkdtempSync('/var/tmp/hearth-taken-over-')
  fs.chmodSync(directory, 0o777)
  fs.mkdirSync(`${directory}/data/blobs`, { recursive: true })
  for (const name of ['data/hearth.sqlite', 'data/blobs/0', 'of-another-user']) {
    fs.writeFileSync(`${directory}/${name}`, 'secret')
    fs.chownSync(`${directory}/${name}`, 61717, 61717)
  }
  for (const name of ['', 'data', 'data/blobs']) fs.chmodSync(`${directory}/${name}`, 0o777)
  fs.mkdirSync(`${directory}/run`)
  await once(unixServer.listen(`${directory}/run/collector.sock`), 'listening')
  fs.chmodSync(`${directory}/run/collector.sock`, 0o777)
  await once(abstractServer.listen(`\0hearth-${process.pid}`), 'listening')
  await once(tcpServer.listen(0, '127.0.0.1'), 'listening')
  script = hostile(directory, neighbour.pid!, (tcpServer.address() as AddressInfo).port)
})
afterAll(() => {
  for (const server of [unixServer, abstractServer, tcpServer]) server.close()
  neighbour.kill('SIGKILL')
  fs.rmSync(directory, { recursive: true })
})

/** Prints all attempts, and those that succeeded. */
function hostile(home: string, pid: number, port: number): string {
  return `
    const fs = require('fs'), net = require('net'), dgram = require('dgram'), child = require('child_process')
    const home = ${JSON.stringify(home)}, worked = [], tried = []
    const attempt = (what, act) => { tried.push(what); try { act(); worked.push(what) } catch {} }
    for (const name of ['data/hearth.sqlite', 'data/blobs/0', 'of-another-user', 'run/collector.sock'])
      attempt('see ' + name, () => fs.statSync(home + '/' + name).size)
    for (const name of ['data/hearth.sqlite', 'data/blobs/0', 'of-another-user'])
      attempt('read ' + name, () => fs.readFileSync(home + '/' + name))
    for (const path of ['/etc/passwd', '/proc/version', '/proc/${pid}/status', '/proc/${pid}/cmdline', '/sys/kernel/notes'])
      attempt('read ' + path, () => fs.readFileSync(path))
    for (const path of ['/proc', '/etc', '/dev', '/var', '/home', home]) attempt('list ' + path, () => fs.readdirSync(path))
    for (const path of ['/tmp', '/dev/shm', '/var/tmp', home, home + '/data']) {
      attempt('write to ' + path, () => fs.writeFileSync(path + '/written-by-hostile', 'x', { flag: 'a' }))
      attempt('make a link in ' + path, () => fs.symlinkSync('x', path + '/linked-by-hostile'))
      attempt('make a directory in ' + path, () => fs.rmdirSync((fs.mkdirSync(path + '/made-by-hostile'), path + '/made-by-hostile')))
    }
    attempt('change data/blobs/1', () => { fs.renameSync(home + '/data/blobs/1', home + '/data/blobs/2'); fs.unlinkSync(home + '/data/blobs/2') })
    attempt('signal', () => process.kill(${pid}, 'SIGWINCH'))
    attempt('set the priority of another', () => require('os').setPriority(${pid}, 19))
    attempt('start a program', () => { const { error } = child.spawnSync(process.execPath, ['-e', '0']); if (error) throw error })
    const connect = (what, options) => new Promise((resolve) => {
      tried.push(what)
      try {
        const socket = net.connect(options)
        socket.on('connect', () => { worked.push(what); socket.destroy(); resolve() }).on('error', resolve)
      } catch { resolve() }
    })
    const listen = (what, ...where) => new Promise((resolve) => {
      tried.push(what)
      const server = net.createServer().on('error', resolve)
      server.listen(...where, () => { worked.push(what); server.close(resolve) })
    })
    ;(async () => {
      await connect('connect to the collector', { path: home + '/run/collector.sock' })
      await connect('connect to an abstract socket', { path: '\\0hearth-${process.pid}' })
      await connect('connect to TCP', { host: '127.0.0.1', port: ${port} })
      await listen('listen on TCP', 0, '127.0.0.1')
      await listen('listen on a path', home + '/hostile.sock')
      await new Promise((resolve) => {
        tried.push('send a datagram')
        try {
          const socket = dgram.createSocket('udp4').on('error', resolve)
          socket.send('x', ${port}, '127.0.0.1', (error) => { if (!error) worked.push('send a datagram'); socket.close(resolve) })
        } catch { resolve() }
      })
      fs.writeSync(1, JSON.stringify({ tried, worked }))
      process.exit()
    })()`
}

interface Outcome {
  readonly tried: string[]
  readonly worked: string[]
}

async function outcomeOf([program, ...args]: readonly string[]): Promise<Outcome> {
  for (const name of fs.readdirSync(directory, { recursive: true, encoding: 'utf8' }))
    if (name.includes('hostile')) fs.rmSync(`${directory}/${name}`, { force: true })
  for (const path of ['/tmp', '/dev/shm', '/var/tmp'])
    for (const name of ['written', 'linked']) fs.rmSync(`${path}/${name}-by-hostile`, { force: true })
  fs.writeFileSync(`${directory}/data/blobs/1`, '')
  const { stdout } = await run(program!, args, { cwd: '/' })
  return JSON.parse(stdout) as Outcome
}

test('without the sandbox each attempt succeeds', async () => {
  const { tried, worked } = await outcomeOf(['setpriv', ...asParserUser, process.execPath, '--eval', script])
  expect(worked).toEqual(tried)
})

test.each(['own-root', 'confined', 'plain'] as const)('the parser starts in the sandbox %s', async (way) => {
  const [program, ...args] = await confineProgram(way, limits, trial)
  await run(program!, args, { cwd: '/' })
})

test('the parser starts confined without root', async () => {
  const code = `
    import { execFileSync } from 'node:child_process'
    import { confineProgram, trial } from ${JSON.stringify(`${import.meta.dirname}/parser-command.ts`)}
    const [program, ...args] = await confineProgram('confined', ${JSON.stringify(limits)}, trial)
    execFileSync(program, args)`
  const args = [...asParserUser, process.execPath, '--input-type=module-typescript', '--eval', code]
  await run('setpriv', args, { cwd: '/' })
})

test('with its own root directory every attempt to see, read, write or connect fails', async () => {
  const command = await confineProgram('own-root', limits, ['--no-warnings', '--eval', script])
  const { tried, worked } = await outcomeOf(command)
  expect(tried.length).toBeGreaterThan(40)
  expect(worked).toEqual([])
})

test('without mounts it can see that files exist, and every other attempt fails', async () => {
  const command = await confineProgram('confined', limits, ['--no-warnings', '--eval', script])
  const { tried, worked } = await outcomeOf(command)
  expect(worked).toEqual(tried.filter((what) => what.startsWith('see ')))
})
