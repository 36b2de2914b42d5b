import { execa } from 'execa'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const program = new URL('main.ts', import.meta.url).pathname
let directory: string
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'hearth-main-'))
})
afterAll(() => rmSync(directory, { recursive: true }))

const hearth = async (...args: string[]) => {
  const env = { HEARTH_DATA: join(directory, 'data'), HEARTH_RUN: join(directory, 'run'), HEARTH_URL: '' }
  const { exitCode, stdout, stderr } = await execa(process.execPath, [program, ...args], { env, reject: false })
  return { exitCode, stdout, stderr }
}

describe('hearth', () => {
  test.each([[['--help']], [['-h']], [['help']], [[]]])('%j lists the commands', async (args) => {
    const { exitCode, stdout } = await hearth(...args)
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/^Usage: hearth COMMAND/)
    expect(stdout).toContain('capture [options] JVM')
  })

  test('no line of any help is wider than 100 characters', async () => {
    const { stdout } = await hearth('--help')
    const names = [...stdout.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name]) => name!)
    expect(names).toContain('capture')
    const helps = await Promise.all(names.map((name) => hearth('help', ...(name === 'help' ? [] : [name]))))
    const lines = helps.flatMap((help) => help.stdout.split('\n'))
    expect(lines.filter((line) => line.length > 100)).toEqual([])
  })

  test('docs/api.md names every command that the help lists', async () => {
    const { stdout } = await hearth('--help')
    const table = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8')
      .match(/^\| `.*/gm)!
      .join('\n')
    const names = [...stdout.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name]) => name!)
    expect(names).toContain('share')
    expect(names.filter((name) => name !== 'help' && !table.includes(`\`${name}`))).toEqual([])
  })

  test('as a plugin of kubectl it is the same program, and its help has the name of the plugin', async () => {
    const checkout = new URL('../../', import.meta.url).pathname
    const { bin } = JSON.parse(readFileSync(`${checkout}package.json`, 'utf8')) as { bin: Record<string, string> }
    const plugin = join(directory, 'kubectl-hearth')
    symlinkSync(join(checkout, bin['kubectl-hearth']!), plugin)
    const { stdout } = await execa(process.execPath, [plugin, 'list', '--help'])
    expect(stdout).toBe((await hearth('list', '--help')).stdout.replace('hearth list', 'kubectl hearth list'))
    const env = { HEARTH_URL: 'http://127.0.0.1:1', HEARTH_TOKEN: 'hearth_x' }
    const { stderr } = await execa(process.execPath, [plugin, 'list', '-A', '-n', 'shop'], { env, reject: false })
    expect(stderr).toMatch(/^hearth: -A and -n exclude each other.*\nusage: kubectl hearth list /)
  })

  test('wrong arguments print the usage of the command, with exit code 2', async () => {
    for (const [args, what] of [
      [['sign-in', 'me'], 'sign-in takes nothing'],
      [['sign-in', '--nonsense'], 'sign-in takes nothing'],
    ] as const)
      expect(await hearth(...args)).toEqual({
        exitCode: 2,
        stdout: '',
        stderr: `hearth: ${what}\nusage: hearth sign-in`,
      })
    expect(await hearth('collapse', '--nonsense')).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: 'hearth: unknown option --nonsense\nusage: hearth collapse [options] [FILE]',
    })
  })

  test('an option that is refused is called as it was typed', async () => {
    const refusals = await Promise.all([
      hearth('profiles', '-n', '0'),
      hearth('profiles', '--rows=0'),
      hearth('profiles', '--limit', '0'),
      hearth('profiles', '-n'),
    ])
    expect(refusals.map(({ stderr }) => stderr.split('\n')[0])).toEqual([
      'hearth: -n is a whole number from 1 to 500',
      'hearth: --rows is a whole number from 1 to 500',
      'hearth: --limit is a whole number from 1 to 500',
      'hearth: -n needs a value',
    ])
  })

  test('what a dashboard refuses names arguments and options, not fields of the API', async () => {
    const refusals = [
      'ids: one profile is named twice',
      'name: must have at most 200 characters',
      'its body is not JSON',
    ]
    const asked = refusals.values()
    const server = createServer((_, answer) => {
      const about = { type: 'about:blank', status: 400, title: 'refused', remedy: 'x' }
      const problem = { ...about, code: 'invalid-request', facts: { what: asked.next().value } }
      answer.writeHead(400, { 'content-type': 'application/problem+json' }).end(JSON.stringify(problem))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const env = { HEARTH_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, HEARTH_TOKEN: 'hearth_x' }
    const [a, b] = ['a'.repeat(32), 'b'.repeat(32)]
    const lines: (string | undefined)[] = []
    for (const _ of refusals) {
      const { stderr } = await execa(process.execPath, [program, 'merge', a, b], { env, reject: false })
      lines.push(stderr.split('\n')[0])
    }
    server.close()
    expect(lines).toEqual([
      'hearth: PROFILE: one profile is named twice',
      'hearth: --name: must have at most 200 characters',
      'hearth: its body is not JSON',
    ])
  })

  test('sign-in fails where no dashboard runs', async () => {
    const { exitCode, stdout, stderr } = await hearth('sign-in')
    expect([exitCode, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^hearth: No dashboard of Hearth runs here: .*\.\nStart it with `npm start`\./)
  })

  test('two files are compared without a dashboard, and wrong arguments are refused before it looks for one', async () => {
    const file = join(directory, 'shop.folded')
    writeFileSync(file, 'main;shop.Cart.total 900\n')
    expect(await hearth('compare', file, file)).toMatchObject({ exitCode: 0, stderr: '' })
    const chosen = await hearth('compare', '--event=cpu', file, file)
    expect(chosen).toMatchObject({ exitCode: 0, stderr: '' })
    expect(await hearth('compare', '--events=cpu', file, file)).toEqual(chosen)
    const { exitCode, stderr } = await hearth('compare', file)
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: 'hearth: missing AFTER\nusage: hearth compare [options] BEFORE AFTER',
    })
  })

  test.each([
    [['list']],
    [['profiles']],
    [['share', 'a'.repeat(32)]],
    [['merge', 'a'.repeat(32), 'b'.repeat(32)]],
    [['compare', 'a'.repeat(32), 'b'.repeat(32)]],
    [['doctor', 'pod/shop']],
    [['experiment', 'list']],
    [['experiment', 'results', 'f75b74ba']],
  ])('%j ends at once at the first Ctrl-C, with 130', async (args) => {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const env = { HEARTH_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, HEARTH_TOKEN: 'hearth_x' }
    const child = execa(process.execPath, [program, ...args], { env, reject: false })
    await once(server, 'request')
    child.kill('SIGINT')
    expect(await child).toMatchObject({ exitCode: 130, stdout: '', stderr: 'hearth: Stopped.' })
    server.close()
  })

  test.each([['list'], ['blocks'], ['record', 'shop'], ['save', 'shop'], ['doctor', 'shop']])(
    '%s ends at once at the first Ctrl-C while a collector does not answer',
    async (...args) => {
      const runDirectory = mkdtempSync(join(directory, 'run-'))
      const server = createServer()
      server.listen(join(runDirectory, 'collector.sock'))
      await once(server, 'listening')
      const env = { HEARTH_RUN: runDirectory, HEARTH_URL: '' }
      const child = execa(process.execPath, [program, ...args], { env, reject: false })
      await once(server, 'connection')
      child.kill('SIGINT')
      expect(await child).toMatchObject({ exitCode: 130, stdout: '', stderr: 'hearth: Stopped.' })
      server.close()
    },
  )

  test('--version prints the version', async () => {
    expect(await hearth('--version')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^hearth \d+\.\d+/) as string,
    })
  })

  test.each([
    'list',
    'doctor',
    'capture',
    'import',
    'compare',
    'top',
    'record',
    'save',
    'blocks',
    'unblock',
    'build-helper',
    'audit',
    'collapse',
    'sign-in',
  ])('%s --help and -h print its help, and do nothing else', async (command) => {
    const [long, short, help] = await Promise.all([
      hearth(command, '--help'),
      hearth(command, 'some', '-h'),
      hearth('help', command),
    ])
    expect(long).toMatchObject({ exitCode: 0, stderr: '' })
    expect(long.stdout).toMatch(new RegExp(`^hearth ${command}\\b`))
    expect(short).toEqual(long)
    expect(help).toEqual(long)
    expect(existsSync(join(directory, 'data'))).toBe(false)
    expect(existsSync(join(directory, 'run'))).toBe(false)
  })

  test('the help of a verb has its paragraphs alone', async () => {
    const { stdout } = await hearth('help', 'experiment', 'compare')
    expect(stdout).toMatch(/^hearth experiment compare \[--json\].*\n\ncompare sets two series[^]*\n {2}--json .*$/)
    expect(stdout).not.toContain('clean removes')
    expect((await hearth('experiment', 'compare', '-h')).stdout).toBe(stdout)
    const whole = await hearth('help', 'experiment')
    expect(whole.stdout).toContain('clean removes')
    expect((await hearth('help', 'experiment', 'nonsense')).stdout).toBe(whole.stdout)
  })

  test('an unknown command is refused with a similar one', async () => {
    for (const args of [['nonsense'], ['help', 'nonsense']]) {
      const { exitCode, stderr } = await hearth(...args)
      expect(exitCode).toBe(2)
      expect(stderr).toBe('hearth: there is no command nonsense\n`hearth help` lists the commands.')
    }
    const mistyped = await hearth('captur')
    expect(mistyped.stderr).toBe(
      'hearth: there is no command captur (did you mean capture?)\n`hearth help` lists the commands.',
    )
    expect((await hearth('prof')).stderr).toContain('no command prof (did you mean profiles?)')
    expect((await hearth('experiment', 'chek')).stderr).toBe(
      'hearth: there is no command experiment chek (did you mean check?)\n`hearth experiment --help` says more.',
    )
    const none =
      'hearth: there is no command experiment frobnicate: say check, run, resume, compare, clean, list, results, realize or schema\n'
    expect((await hearth('experiment', 'frobnicate')).stderr).toContain(none)
    expect((await hearth('experiment', 'show')).stderr).toContain('no command experiment show (did you mean results?)')
    expect((await hearth('--versio')).stderr).toContain('(did you mean --version?)')
  })

  test.each([['list'], ['results', 'f75b74ba'], ['results', 'pricing'], ['results', 'jdk 25.0']])(
    'experiment %s asks the dashboard, and says how to start one',
    async (...args) => {
      const { exitCode, stderr } = await hearth('experiment', ...args)
      expect(exitCode).toBeGreaterThan(0)
      expect(stderr).toMatch(/^hearth: No dashboard of Hearth runs here: .*\.\nStart it with `npm start`\./)
    },
  )

  test('after -- an argument is a file name, not a request for help', async () => {
    expect(await hearth('collapse', '--', '--help')).toMatchObject({ exitCode: 1, stdout: '' })
  })
})
