import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startCommand } from '../host/command/run-command.ts'
import { decodeProfile } from '../profile/encoding/encode.ts'
import { chunksOf } from '../testing/formats/chunks.ts'
import { waitUntil } from '../testing/wait-until.ts'
import { type ParserLimits, runParser } from './run-parser.ts'

const limits: ParserLimits = { memoryBytes: 400 * 2 ** 20, seconds: 60, parserUid: 61718 }
const sample = 'java 1/2 3.0: cycles:\n\t10 [unknown] (/tmp/perf-1.map)\n\n'
const isRoot = process.getuid?.() === 0
const library = join(import.meta.dirname, '..')

/** PIDs of all child processes that run the parser. */
function parsersRunning(): string[] {
  return readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8')
    .split(' ')
    .filter((pid) => pid !== '' && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('/parser/main.'))
}

/** An input that begins, so that the child starts, and never ends. */
async function* endless(text = sample): AsyncGenerator<Uint8Array> {
  yield* chunksOf(text)
  await new Promise((resolve) => setTimeout(resolve, 60_000).unref())
}

async function statusOfParser(): Promise<string> {
  const abort = new AbortController()
  const run = runParser({ format: 'folded' }, endless('a 1\n'), limits, abort.signal)
  run.catch(() => undefined)
  let status = ''
  await waitUntil('the parser has given up all that it does not need', () => {
    const [pid] = parsersRunning()
    if (pid === undefined) return false
    status = readFileSync(`/proc/${pid}/status`, 'utf8') + readFileSync(`/proc/${pid}/limits`, 'utf8')
    status += `net ${networksOf(pid)}\n`
    return /^Seccomp:\s+2$/m.test(status)
  })
  abort.abort(new Error('seen enough'))
  await expect(run).rejects.toThrow('seen enough')
  return status
}

function networksOf(pid: string): string {
  return readFileSync(`/proc/${pid}/net/dev`, 'utf8')
    .split('\n')
    .flatMap((line) => /^\s*(\w+):/.exec(line)?.[1] ?? [])
    .join(' ')
}

describe('runParser', () => {
  it('reads a recording and its symbol maps, which only this user may read', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hearth-test-'))
    try {
      const path = join(folder, 'map')
      writeFileSync(path, '10 8 void A.b()\n', { mode: 0o600 })
      const [parsed] = await runParser(
        {
          format: 'perf-script',
          javaDso: '/tmp/perf-1.map',
          javaMaps: [{ path, atMs: 0 }],
          provenance: { engine: 'perf' },
        },
        chunksOf(sample.repeat(1000)),
        limits,
      )
      const profile = decodeProfile(parsed!.bytes)
      expect(parsed).toMatchObject({ event: 'cycles', samples: 1000 })
      expect(profile.samples.length).toBe(1000)
      expect(profile.strings).toContain('A.b')
      expect(profile.provenance.engine).toBe('perf')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('reads as many symbol maps as a capture of ten minutes has', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hearth-test-'))
    try {
      const path = join(folder, 'map')
      writeFileSync(path, '10 8 void A.b()\n', { mode: 0o600 })
      const javaMaps = Array.from({ length: 80 }, (_, index) => ({ path, atMs: index * 10_000 }))
      const job = { format: 'perf-script', javaDso: '/tmp/perf-1.map', javaMaps } as const
      const [parsed] = await runParser(job, chunksOf(sample), limits)
      expect(decodeProfile(parsed!.bytes).strings).toContain('A.b')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('runs it as another user, without capabilities, privileges to gain, or a network', async () => {
    const status = await statusOfParser()
    expect(status).toMatch(/^NoNewPrivs:\s+1$/m)
    expect(status).toMatch(/^CapEff:\s+0+$/m)
    expect(status).toMatch(/^CapPrm:\s+0+$/m)
    expect(status).toMatch(/^Max file size\s+0\s+0/m)
    expect(status).toMatch(/^net lo$/m)
    expect(status).toMatch(/^Seccomp:\s+2$/m)
    if (isRoot) expect(status).toMatch(/^Uid:\s+61718\s+61718\s+61718\s+61718$/m)
    if (isRoot) expect(status).toMatch(/^Groups:\s*$/m)
  })

  it('stops it at its memory limit', async () => {
    const distinct = async function* () {
      for (let i = 0; ; i++)
        yield Buffer.from(Array.from({ length: 500 }, (_, j) => `f${i}_${j}_${'x'.repeat(300)} 1\n`).join(''))
    }
    const small = { ...limits, memoryBytes: 150 * 2 ** 20 }
    await expect(runParser({ format: 'folded' }, distinct(), small)).rejects.toMatchObject({
      code: 'parser-limit',
      facts: { limit: 'memory' },
    })
  })

  it('stops it at its time limit, also while it waits for input', async () => {
    await expect(runParser({ format: 'folded' }, endless(), { ...limits, seconds: 1 })).rejects.toMatchObject({
      code: 'parser-limit',
      facts: { limit: 'time' },
    })
  })

  it('stops it at its output limit', async () => {
    await expect(
      runParser({ format: 'perf-script' }, chunksOf(sample.repeat(1000)), { ...limits, outputBytes: 1000 }),
    ).rejects.toMatchObject({ code: 'parser-limit', facts: { limit: 'output' } })
  })

  it('kills it when it is cancelled', async () => {
    const abort = new AbortController()
    const run = runParser({ format: 'folded' }, endless(), limits, abort.signal)
    await waitUntil('the parser runs', () => parsersRunning().length > 0)
    abort.abort(new Error('cancelled'))
    await expect(run).rejects.toThrow('cancelled')
    expect(parsersRunning()).toEqual([])
  })

  it('passes on the error of its input, also of a stream that fails before it is read', async () => {
    const failing = async function* () {
      yield Buffer.from('a 1\n')
      throw new Error('the pipe broke')
    }
    await expect(runParser({ format: 'folded' }, failing(), limits)).rejects.toThrow('the pipe broke')
    const stream = new Readable({ read() {} })
    stream.destroy(new Error('gone'))
    await expect(runParser({ format: 'folded' }, stream, limits)).rejects.toThrow('gone')
    expect(parsersRunning()).toEqual([])
  })

  it('reads the output of a program that ended before the parser starts', async () => {
    const program = startCommand('printf', ['a;b 1\\n'])
    const run = runParser({ format: 'folded' }, program.stdout, limits)
    await program.ended
    expect(await run).toMatchObject([{ samples: 1 }])
  })

  it('passes on the Problem of the reader', async () => {
    await expect(runParser({ format: 'guess' }, chunksOf('PERFILE2'), limits)).rejects.toMatchObject({
      code: 'unknown-format',
    })
  })
})

describe.runIf(isRoot)('a parser that runs code of an attacker', () => {
  const secret = join('/root', `.hearth-test-${process.pid}`)
  const home = mkdtempSync(join(tmpdir(), 'hearth-private-'))

  beforeAll(() => {
    writeFileSync(secret, 'secret', { mode: 0o644 })
    // A copy of the code that only root can reach, with a reader that tries to break out.
    chmodSync(home, 0o700)
    cpSync(library, join(home, 'lib'), { recursive: true })
    symlinkSync(join(library, '../node_modules'), join(home, 'node_modules'))
    mkdirSync(join(home, 'lib/evil'))
    writeFileSync(join(home, 'lib/parser/parse-recording.ts'), evilReader(secret))
  })
  afterAll(() => {
    rmSync(secret, { force: true })
    rmSync(home, { recursive: true, force: true })
  })

  it('can read no file but its own code, start no program and reach no network', async () => {
    const runEvil = await runnerIn(home)
    const tried = await runEvil({ format: 'folded' }, chunksOf(''), limits).catch((error: unknown) => String(error))
    expect(tried).toContain('file ERR_ACCESS_DENIED')
    expect(tried).toContain('program ERR_ACCESS_DENIED')
    expect(tried).toContain('network EPERM')
  })

  it('works from a directory that only root can reach', async () => {
    cpSync(join(library, 'parser/parse-recording.ts'), join(home, 'lib/parser/parse-recording.ts'))
    const runCopy = await runnerIn(home)
    const files = [
      'jfr/jdk-17.jfr.gz',
      'imported/node-20.cpuprofile',
      'stackcollapse-perf/jdk-17.txt',
      'pprof/go-1.26-cpu.pb.gz',
    ]
    for (const file of files) {
      const parsed = await runCopy(
        { format: 'guess' },
        chunksOf(readFileSync(join(library, 'formats/golden', file))),
        limits,
      )
      expect([file, parsed[0]!.samples > 0]).toEqual([file, true])
    }
  })
})

/** Only root can reach a checkout below /root; then this case does not arise. */
const asOther = ['--reuid=61717', '--regid=61717', '--clear-groups', '--']
const isReachable = isRoot && spawnSync('setpriv', [...asOther, 'test', '-r', library]).status === 0

describe.runIf(isReachable)('runParser without root', () => {
  it('works, and has no network where the kernel lets users create namespaces', () => {
    const code = `
      import { runParser } from ${JSON.stringify(join(library, 'parser/run-parser.ts'))}
      const input = (async function* () { yield Buffer.from('a;b 1\\n') })()
      const limits = { memoryBytes: 400e6, seconds: 60, parserUid: 61718 }
      console.log((await runParser({ format: 'guess' }, input, limits))[0].samples, process.getuid())`
    const args = [...asOther, process.execPath, '--input-type=module-typescript', '-e', code]
    expect(execFileSync('setpriv', args, { encoding: 'utf8', cwd: '/' })).toBe('1 61717\n')
  })
})

async function runnerIn(home: string): Promise<typeof runParser> {
  const copy = (await import(pathToFileURL(join(home, 'lib/parser/run-parser.ts')).href)) as {
    runParser: typeof runParser
  }
  return copy.runParser
}

function evilReader(secretFile: string): string {
  return `
    import fs from 'node:fs'
    import net from 'node:net'
    import { spawnSync } from 'node:child_process'
    const tried = []
    const attempt = (what, act) => { try { act(); tried.push(what + ' WORKED') } catch (error) { tried.push(what + ' ' + error.code) } }
    export async function parseRecording() {
      attempt('file', () => fs.readFileSync(${JSON.stringify(secretFile)}))
      attempt('program', () => spawnSync('/bin/true'))
      await new Promise((resolve) => {
        const socket = net.connect(80, '192.0.2.1')
        socket.on('error', (error) => resolve(tried.push('network ' + error.code)))
        socket.on('connect', () => resolve(tried.push('network WORKED')))
      })
      throw new Error(tried.join(', '))
    }`
}
