/** Uploads that a real collector parses: the sandbox of the parser, and how the parser ends. */
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createParsedProfileReader } from '../parser/output-frames.ts'
import { decodeProfile } from '../profile/encoding/encode.ts'
import { startTestCollector, type TestCollector } from '../testing/hosts/test-collector.ts'
import { waitUntil } from '../testing/wait-until.ts'

const options = { counts: '1', unit: 'samples', fileName: '' } as const
let collector: TestCollector
beforeAll(async () => {
  collector = await startTestCollector({ env: { HEARTH_MAX_UPLOAD_BYTES: String(2 ** 20) } })
})
afterAll(() => collector[Symbol.asyncDispose]())

async function send(upload: AsyncIterable<Uint8Array>, signal = new AbortController().signal) {
  const frames = createParsedProfileReader()
  for await (const chunk of collector.client.parseUpload(options, upload, signal)) frames.add(chunk)
  return frames.finish()
}

/** A file that begins with a stack, and continues when `finish` is called. */
function slowFile(stack = 'main;a') {
  const { promise, resolve: finish } = Promise.withResolvers<void>()
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(`${stack} 1\n`)
    await promise
    yield Buffer.from(`${stack} 2\n`)
  }
  return { chunks: chunks(), finish }
}

/** Parsers that the collectors of this test's run directory have started, by PID. */
function parsersRunning(): string[] {
  return fs.readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false
    try {
      if (!fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('/parser/main.')) return false
      const parent = /^PPid:\s+(\d+)$/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))![1]!
      return fs.readFileSync(`/proc/${parent}/environ`, 'utf8').includes(`HEARTH_RUN=${collector.runDirectory}\0`)
    } catch {
      return false // the process has ended
    }
  })
}
const isSandboxed = (pid: string): boolean => /^Seccomp:\s+2$/m.test(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))
const parserUnderWay = () =>
  waitUntil('a parser has given up all that it does not need', () => parsersRunning().find(isSandboxed))

/** Throws where the parser ends meanwhile, as one may that waits for a file. */
const readSandbox = (pid: string) => ({
  status: fs.readFileSync(`/proc/${pid}/status`, 'utf8'),
  root: fs.readdirSync(`/proc/${pid}/root`),
  hearth: fs.readdirSync(`/proc/${pid}/root/hearth`),
  packages: fs.readdirSync(`/proc/${pid}/root/hearth/node_modules`),
  network: fs.readlinkSync(`/proc/${pid}/ns/net`),
})

test('the parser runs as its own user, in a root directory without Hearth’s data', async () => {
  const file = slowFile()
  const parsing = send(file.chunks)
  try {
    const { status, root, hearth, packages, network } = await waitUntil('a parser is seen while it runs', () => {
      const pid = parsersRunning().find(isSandboxed)
      return pid === undefined ? null : readSandbox(pid)
    })
    expect(status).toMatch(/^Uid:\s+61718\s+61718\s+61718\s+61718$/m)
    expect(status).toMatch(/^CapPrm:\s+0+$/m)
    expect(root.filter((name) => !name.startsWith('lib')).sort()).toEqual(['hearth', 'usr'])
    expect(hearth.sort()).toEqual(['lib', 'node', 'node_modules'])
    expect(packages).toEqual(['gecko-profiler-demangle'])
    expect(network).not.toBe(fs.readlinkSync('/proc/self/ns/net'))
  } finally {
    file.finish()
  }
  const [parsed] = await parsing
  expect(decodeProfile(parsed!.bytes).samples.weight.reduce((sum, weight) => sum + weight)).toBe(3)
})

test('it parses at most two files at once, and refuses a file that is too large or unknown', async () => {
  const [first, second] = [slowFile(), slowFile()]
  const both = Promise.all([send(first.chunks), send(second.chunks)])
  // More parsers may wait for the next file.
  await waitUntil('two parsers run', () => parsersRunning().length >= 2)
  await expect(send(slowFile().chunks)).rejects.toMatchObject({ code: 'too-many-requests' })
  first.finish()
  second.finish()
  expect((await both).map((profiles) => profiles.length)).toEqual([1, 1])
  const large = async function* () {
    for (;;) yield Buffer.from(`main;${'x'.repeat(1000)} 1\n`)
  }
  await expect(send(large())).rejects.toMatchObject({ code: 'body-too-large' })
  const noise = async function* () {
    for (let i = 0; i < 10; i++) yield randomBytes(65536)
  }
  await expect(send(noise())).rejects.toMatchObject({ code: 'unknown-format' })
  expect(collector.log()).toBe('')
})

test('the parser ends when the sender disconnects', async () => {
  const leave = new AbortController()
  const parsing = send(slowFile().chunks, leave.signal)
  await parserUnderWay()
  leave.abort(new Error('the page was closed'))
  await expect(parsing).rejects.toThrow('the page was closed')
  await waitUntil('no parser runs', () => parsersRunning().length === 0)
})

test('when the collector is killed, the sender has to repeat the upload, and the next collector accepts it', async () => {
  const parsing = send(slowFile().chunks)
  const failed = expect(parsing).rejects.toMatchObject({ code: 'import-interrupted' })
  const pid = await parserUnderWay()
  await collector.kill()
  await failed
  await waitUntil('its parser is dead', () => !fs.existsSync(`/proc/${pid}`))
  await collector.restart()
  const again = slowFile()
  again.finish()
  expect(await send(again.chunks)).toMatchObject([{ samples: 2 }])
})
