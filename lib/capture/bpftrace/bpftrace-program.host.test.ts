/** The programs of bpftrace in the kernel: what stays in their maps. */
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { waitUntil } from '../../testing/wait-until.ts'
import { bpftraceProgram } from './bpftrace-program.ts'

/** Starts a thread each time that one has ended, and prints a line for it. */
const briefThreads = `
const { Worker } = require('node:worker_threads')
const startNext = () => new Worker('0', { eval: true }).on('exit', () => { console.log('ended'); startNext() })
startNext()`

test('time that threads wait: one that has ended leaves no entry, so that the maps do not fill up', async () => {
  await using threads = follow(execa(process.execPath, ['-e', briefThreads], { reject: false }))
  const options = { event: 'off-cpu', hostPid: threads.child.pid!, frequencyHz: 99, maxDepth: 1 } as const
  const program = bpftraceProgram(options).replace('clear(@since);', '') // bpftrace prints it at its end then
  const script = 'mount -t tracefs nodev /sys/kernel/tracing; exec bpftrace -B line -e "$1"'
  const command = ['unshare', '--mount', '--', 'sh', '-c', script, 'sh', program] as const
  await using bpftrace = follow(
    execa(command[0], command.slice(1), { reject: false, env: { BPFTRACE_NO_USER_SYMBOLS: '1' } }),
  )
  await waitUntil('its probes are attached', () => /^@[ab]\[/m.test(bpftrace.output()))
  const before = threads.output().length
  const countEnded = () => (threads.output().length - before) / 'ended\n'.length
  await waitUntil('many threads have ended', () => countEnded() >= 60)
  bpftrace.child.kill('SIGINT')
  await bpftrace.child
  const left = bpftrace.output().match(/^@since\[/gm) ?? []
  expect(left.length).toBeLessThan(countEnded() / 2)
})

/** A child that is killed with its scope, and its output so far. */
function follow(child: ReturnType<typeof execa<{ reject: false; env?: NodeJS.ProcessEnv }>>) {
  let output = ''
  child.stdout.on('data', (text: Buffer) => (output += text.toString()))
  return {
    child,
    output: () => output,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await child
    },
  }
}
