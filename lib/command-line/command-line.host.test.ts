/** The command line as a person runs it: real processes, a real JVM, no collector but the one it brings. */
import { execFile, spawn } from 'node:child_process'
import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkout } from '../launch/checkout.ts'
import { runContainer, type TestContainer } from '../testing/hosts/containers.ts'
import { startTestCollector } from '../testing/hosts/test-collector.ts'
import { filesOf, processesWith } from '../testing/hosts/left-behind.ts'
import { byTier } from '../testing/tier.ts'
import { waitUntil } from '../testing/wait-until.ts'

const main = fileURLToPath(new URL('main.ts', import.meta.url))
const run = promisify(execFile)

let container: TestContainer
let directory: string
beforeAll(async () => {
  directory = fs.mkdtempSync('/run/hearth-cli-test-')
  container = await runContainer({ image: 'scratch-jdk17', env: { SHOP_PRICING: 'scan' } })
})
afterAll(async () => {
  await container?.stop()
  fs.rmSync(directory, { recursive: true })
})

/** Never rejects: gives what it printed and how it ended. */
async function hearth(args: string[], runDirectory = `${directory}/none`) {
  const env = { ...process.env, HEARTH_RUN: runDirectory }
  try {
    const { stdout, stderr } = await run(process.execPath, [main, ...args], { env })
    return { exitCode: 0, stdout, stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { exitCode: code, stdout, stderr }
  }
}

/** What npm would make of a tarball, with the dependencies of this checkout. Gives the path of the command. */
async function unpackPackage(tarball: string, folder: string): Promise<string> {
  const root = `${folder}/node_modules/hearth`
  fs.mkdirSync(root, { recursive: true })
  await run('tar', ['-xzf', tarball, '--strip-components=1', '-C', root])
  fs.symlinkSync(`${checkout}/node_modules`, `${root}/node_modules`)
  const bin = `${root}/lib/launch/hearth.mjs`
  fs.chmodSync(bin, 0o755)
  return bin
}

async function installPackage(tarball: string, folder: string): Promise<string> {
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  await run('npm', ['install', '--global', '--prefix', `${folder}/prefix`, ...quiet, tarball])
  return `${folder}/prefix/bin/hearth`
}

describe('hearth', () => {
  test('list shows the container and which engines would do for it', async () => {
    const { stdout } = await hearth(['list'])
    const line = stdout.split('\n').find((line) => line.includes(container.name))
    expect(line).toMatch(/shop\.Shop +17\..* perf\b/)
    expect(line).not.toContain('JFR') // its runtime was linked without
  })

  test('list --json gives the same for programs', async () => {
    const { stdout } = await hearth(['list', '--json'])
    const targets = JSON.parse(stdout) as { container: { id: string } | null }[]
    expect(targets.some((target) => target.container?.id === container.id)).toBe(true)
  })

  test('capture writes folded stacks and leaves nothing', async () => {
    const files = filesOf(await container.hostPid())
    const output = `${directory}/shop.folded`
    const { exitCode, stderr } = await hearth(['capture', container.name, '--seconds=2', '-o', output])
    expect(stderr).toMatch(/recording with [\w-]+\n[^]*naming frames\n[^]*samples written to/)
    expect(exitCode).toBe(0)
    expect(fs.readFileSync(output, 'utf8')).toMatch(/;shop\.[\w.$]+.* \d+\n/)
    expect(filesOf(await container.hostPid())).toEqual(files)
    expect(fs.readdirSync(directory)).toEqual(['shop.folded'])
  })

  test('doctor tells what works and what is in the way of the rest', async () => {
    const { stdout, exitCode } = await hearth(['doctor', container.name])
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/^perf +ready/m)
    expect(stdout).toMatch(/^JFR +blocked/m)
    expect(stdout).toContain('(jfr-missing)')
  })

  test('top shows the hottest methods, until Ctrl-C, and keeps nothing', async () => {
    const files = filesOf(await container.hostPid())
    const args = ['top', '--engine=perf', '--from=host', '--rows=5', container.name]
    const child = spawn(process.execPath, [main, ...args], { env: { ...process.env, HEARTH_RUN: `${directory}/top` } })
    let shown = ''
    child.stdout.on('data', (text: Buffer) => (shown += text.toString()))
    await waitUntil('two tables are shown', () => shown.split('METHOD').length > 2, 60_000)
    child.kill('SIGINT')
    await waitUntil('it has ended', () => child.exitCode !== null, 30_000)
    expect(child.exitCode).toBe(130)
    expect(shown).toMatch(/^ *[\d.]+% +[\d.]+% +shop\./m)
    expect(filesOf(await container.hostPid())).toEqual(files)
  })

  test('top whose reader has seen enough leaves nothing, and its exit code is 0', async () => {
    const files = filesOf(await container.hostPid())
    const runDirectory = `${directory}/head`
    const script = 'set -o pipefail; "$@" | head -3'
    const args = [main, 'top', '--engine=perf', '--from=host', '--rows=5', container.name]
    const { stdout } = await run('bash', ['-c', script, 'bash', process.execPath, ...args], {
      env: { ...process.env, HEARTH_RUN: runDirectory },
    })
    expect(stdout).toContain('METHOD')
    expect(filesOf(await container.hostPid())).toEqual(files)
    expect(processesWith(runDirectory)).toEqual([])
    expect(fs.readdirSync(directory).filter((name) => name.startsWith('head'))).toEqual([])
  })

  test('blocks says that nothing is blocked, and unblock that there is no such thing', async () => {
    expect((await hearth(['blocks'])).stdout).toBe('No engine is blocked.\n')
    expect(await hearth(['unblock', 'abcd1234'])).toMatchObject({ exitCode: 1 })
    expect(await hearth(['unblock', 'abc'])).toMatchObject({ exitCode: 2 })
  })

  test('record wants a dashboard that holds the recording, and save gives its last seconds', async () => {
    expect(await hearth(['record', container.name])).toMatchObject({ exitCode: 2 })
    await using collector = await startTestCollector()
    const record = await hearth(['record', '--seconds=10', container.name], collector.runDirectory)
    expect(record.stdout).toContain('Keeping the last 10 s')
    const [flying] = await collector.client.call('listCaptures', {})
    await collector.waitFor(flying!.id, 'recording samples', ({ samples }) => samples > 0)
    const saved = await hearth(['save', container.name], collector.runDirectory)
    expect(saved).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(`/captures/${flying!.id}`) as string })
    expect((await collector.end(flying!.id)).artefacts).toHaveLength(1)
  })

  test('installed from its tarball it captures too, and says nothing but its own', { timeout: 600_000 }, async () => {
    const folder = fs.mkdtempSync('/var/tmp/hearth-installed-')
    try {
      await run('npm', ['pack', '--silent', '--pack-destination', folder, checkout])
      const tarball = `${folder}/${fs.readdirSync(folder)[0]!}`
      const bin = await byTier(unpackPackage, installPackage)(tarball, folder)
      const env = { ...process.env, HEARTH_RUN: `${directory}/none` }
      expect(await run(bin, ['--version'], { env })).toEqual({
        stdout: expect.stringMatching(/^hearth \d/) as string,
        stderr: '',
      })
      const { stdout, stderr } = await run(bin, ['capture', container.name, '--seconds=5'], { env })
      expect(stdout, stderr).toMatch(/;shop\..* \d+\n/)
      expect(stderr).toMatch(/^\S+: checking\n/)
      expect(stderr).not.toContain('failed')
    } finally {
      fs.rmSync(folder, { recursive: true })
    }
  })

  test('capture goes through the collector that runs, and leaves the profile to the web side', async () => {
    await using collector = await startTestCollector()
    const { stdout, exitCode } = await hearth(
      ['capture', `${await container.hostPid()}`, '--seconds', '1'],
      collector.runDirectory,
    )
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/ \d+\n$/)
    const [capture] = await collector.client.call('listCaptures', {})
    expect(capture).toMatchObject({ state: 'saving', requestedBy: 'command line' })
  })

  test('capture that gets Ctrl-C is cancelled and leaves nothing', async () => {
    const files = filesOf(await container.hostPid())
    const runDirectory = `${directory}/interrupted`
    const child = spawn(process.execPath, [main, 'capture', container.id.slice(0, 12), '--seconds=60'], {
      env: { ...process.env, HEARTH_RUN: runDirectory },
    })
    let output = ''
    child.stderr.on('data', (text: Buffer) => (output += text.toString()))
    await waitUntil('it records', () => output.includes('recording'), 30_000)
    child.kill('SIGINT')
    await waitUntil('it has ended', () => child.exitCode !== null)
    expect(child.exitCode).toBe(130)
    expect(filesOf(await container.hostPid())).toEqual(files)
    expect(processesWith(runDirectory)).toEqual([])
    expect(fs.readdirSync(directory).filter((name) => name.startsWith('interrupted'))).toEqual([])
  })

  test('capture of a killed command is cleaned up by the next one', async () => {
    const files = filesOf(await container.hostPid())
    const runDirectory = `${directory}/killed`
    const env = { ...process.env, HEARTH_RUN: runDirectory, HEARTH_FAILPOINT: 'recording' }
    const child = spawn(process.execPath, [main, 'capture', container.name], { env, stdio: 'ignore' })
    await waitUntil('it has killed itself', () => child.signalCode === 'SIGKILL', 30_000)
    expect(fs.readdirSync(directory).some((name) => name.startsWith('killed-command'))).toBe(true)
    await hearth(['list'], runDirectory)
    expect(fs.readdirSync(directory).some((name) => name.startsWith('killed-command'))).toBe(false)
    expect(filesOf(await container.hostPid())).toEqual(files)
    await waitUntil('perf has ended', () => processesWith(runDirectory).length === 0)
  })

  test('says what is wrong with a command, in one line', async () => {
    expect(await hearth(['capture', 'no\u001b[2Jsuch'])).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining(String.raw`No JVM matches "no\u{1b}[2Jsuch".`) as string,
    })
    expect(await hearth(['capture', container.name, '--seconds=0'])).toMatchObject({ exitCode: 2 })
    expect(await hearth(['capture', container.name, '--fast'])).toMatchObject({ exitCode: 2 })
    expect(await hearth(['capture', container.name, '--engine=perf', '--events=alloc'])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('perf: It records no allocations.') as string,
    })
    expect(await hearth(['nonsense'])).toMatchObject({ exitCode: 2 })
    expect((await hearth(['help', 'capture'])).stdout).toContain('--seconds')
  })
})
