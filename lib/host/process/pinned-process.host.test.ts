import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { assertSameProcess, pinProcess, readProcFile } from './pinned-process.ts'
import { readStat, readStatus } from './process-status.ts'

function startSleeper(): ChildProcess {
  const child = spawn('sleep', ['600'], { stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

async function end(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

const code = (code: string): unknown => expect.objectContaining({ code })

test('a living process is the same one', () => {
  const child = startSleeper()
  using p = pinProcess(child.pid!)
  expect(() => assertSameProcess(p, 'sleeper')).not.toThrow()
  expect(readStatus(p)).toMatchObject({ uid: 0, namespacePid: child.pid })
  expect(readStat(p).startTicks).toBe(p.startTicks)
})

test('no process, no pin', () => {
  for (const hostPid of [0, -1, 1.5, Number.NaN, 2 ** 31])
    expect(() => pinProcess(hostPid)).toThrow(code('target-gone'))
})

test('one that has ended is gone, whatever is asked', async () => {
  const child = startSleeper()
  using p = pinProcess(child.pid!)
  await end(child)
  expect(() => assertSameProcess(p, 'sleeper')).toThrow(code('target-gone'))
  expect(() => readStatus(p)).toThrow(code('target-gone'))
})

test('one whose PID was given to another has changed, and nothing of the other is seen', async () => {
  // The kernel takes the next free number, and others start processes too: try until ours got it.
  for (let attempt = 0; attempt < 500; attempt++) {
    const child = startSleeper()
    using p = pinProcess(child.pid!)
    await end(child)
    fs.writeFileSync('/proc/sys/kernel/ns_last_pid', String(child.pid! - 1))
    const other = startSleeper()
    if (other.pid === child.pid) {
      expect(() => assertSameProcess(p, 'sleeper')).toThrow(code('target-changed'))
      expect(() => readProcFile(p, 'cmdline')).toThrow('ESRCH')
      await end(other)
      return
    }
    await end(other)
  }
  expect.unreachable('no process got the PID again')
})

test('an endless command line is cut', () => {
  const child = spawn('sleep', ['600', ...Array.from({ length: 1000 }, () => '0'.repeat(1000))], { stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  using p = pinProcess(child.pid!)
  expect(readProcFile(p, 'cmdline', 70_000).length).toBe(70_000)
})
