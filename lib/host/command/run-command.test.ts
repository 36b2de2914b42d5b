import fs from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { waitUntil } from '../../testing/wait-until.ts'
import { runCommand, startBoundedCommand, startCommand } from './run-command.ts'

const within = <Value>(ended: Promise<Value>, ms: number) => Promise.race([ended, delay(ms, 'still waiting' as const)])
const run = (script: string, options = {}) => runCommand('sh', ['-c', script], options)

test('a program gets its arguments unchanged, and a fixed environment without Hearth’s variables', async () => {
  process.env.HEARTH_CANARY = 'x'
  const { stdout } = await runCommand('printf', ['%s|', '$(id)', '; true', "'", '--', '*'])
  expect(stdout).toBe(`$(id)|; true|'|--|*|`)
  const { stdout: environment } = await runCommand('env', [], { env: { LANG: 'de' } })
  expect(environment.split('\n').map((line) => line.split('=')[0])).toEqual([
    'PATH',
    'LANG',
    'LC_ALL',
    'HOME',
    'DEBUGINFOD_URLS',
    '',
  ])
  expect(environment).toContain('LANG=de')
})

test('a program gets its input and its file descriptors', async () => {
  const fd = fs.openSync('/etc/hostname', 'r')
  const { stdout } = await run('cat; cat <&3', { input: 'first\n', descriptors: [fd] })
  expect(stdout).toBe(`first\n${fs.readFileSync('/etc/hostname', 'utf8')}`)
  fs.closeSync(fd)
})

test('a failure has the program’s error output', async () => {
  await expect(run('echo no luck >&2; exit 3')).rejects.toMatchObject({
    code: 'tool-failed',
    facts: { tool: 'sh', exitCode: 3, stderr: 'no luck' },
  })
  await expect(runCommand('no-such-tool', [])).rejects.toMatchObject({ code: 'tool-missing' })
  await expect(runCommand('sleep', ['60'], { timeoutMs: 50 })).rejects.toMatchObject({ code: 'tool-failed' })
  await expect(runCommand('yes', [], { maxOutputBytes: 1000 })).rejects.toMatchObject({ code: 'tool-failed' })
})

test('cancelling is not reported as a failure of the program', async () => {
  const controller = new AbortController()
  const running = runCommand('sleep', ['60'], { signal: controller.signal })
  controller.abort(new Error('enough'))
  await expect(running).rejects.toThrow('enough')
})

test('a program is stopped by a signal, and killed when it ignores that', async () => {
  const polite = startCommand('sleep', ['60'])
  expect(await polite.stop()).toMatchObject({ exitCode: null, signal: 'SIGINT' })
  const stubborn = startCommand('sh', ['-c', 'trap "" INT; echo ready; while :; do sleep 0.05; done'])
  await new Promise((resolve) => stubborn.stdout.once('data', resolve))
  expect(await stubborn.stop('SIGINT', 50)).toMatchObject({ signal: 'SIGKILL' })
})

test.each([
  ['is not read any more', 'yes | head -c 300000', true],
  ['was one line that was not read', 'echo late', true],
  ['is held open by another process', 'sleep 60 & exec sleep 60', false],
])('a program is stopped whose output %s', async (_, script, isPaused) => {
  const program = startCommand('sh', ['-c', script])
  // With this listener the stream is paused.
  if (isPaused) await new Promise<void>((resolve) => program.stdout.on('readable', resolve))
  expect(await within(program.stop('SIGTERM', 500), 4000)).not.toBe('still waiting')
})

test('a program with an open output is given up after its timeout, and when it was cancelled before the start', async () => {
  const held = run('sleep 60 & exec sleep 60', { timeoutMs: 50 })
  await expect(within(held, 9000)).rejects.toMatchObject({ code: 'tool-failed' })
  const unwanted = startCommand('yes', [], { signal: AbortSignal.abort(new Error('no')) })
  expect(await within(unwanted.stop('SIGTERM', 500), 4000)).not.toBe('still waiting')
}, 20_000)

test('a bounded program that ignores signals is killed, not only its `timeout`', async () => {
  const script = 'trap "" INT; echo $$; exec sleep 60'
  const bounded = startBoundedCommand(['sh', '-c', script], { seconds: 60, graceSeconds: 0.2 })
  const hostPid = await new Promise<string>((resolve) =>
    bounded.stdout.once('data', (text: Buffer) => resolve(text.toString().trim())),
  )
  // Before `timeout` waits, it does not know the PID of its program.
  await waitUntil('it waits', () => /^State:\s+S/m.test(fs.readFileSync(`/proc/${bounded.hostPid}/status`, 'utf8')))
  expect(fs.existsSync(`/proc/${hostPid}`)).toBe(true)
  await bounded.stop()
  await waitUntil('the program has ended', () => !fs.existsSync(`/proc/${hostPid}`), 10_000)
})

test('the end of a program has its exit code, its error output and the cause', async () => {
  const failing = startCommand('sh', ['-c', 'echo bad >&2; exit 4'])
  expect(await failing.ended).toMatchObject({ exitCode: 4, stderr: 'bad\n', timedOut: false, cancelled: false })
  expect(await startCommand('/nonexistent/tool', []).ended).toMatchObject({ exitCode: null })
})
