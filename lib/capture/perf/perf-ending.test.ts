import process from 'node:process'
import { expect, test } from 'vitest'
import { pinProcess } from '../../host/process/pinned-process.ts'
import type { CommandEnd } from '../../host/command/run-command.ts'
import { findPerfEndReason } from './perf-ending.ts'

const ended = (more: Partial<CommandEnd>): CommandEnd => ({
  exitCode: 0,
  signal: null,
  timedOut: false,
  cancelled: false,
  stderr: '',
  ...more,
})

test.each<[string, CommandEnd | null, string | null]>([
  ['goes on while perf runs', null, null],
  ['is over with perf, which never ends by itself', ended({}), 'perf ended after 3.1 s'],
  ['ended when perf was killed', ended({ exitCode: null, signal: 'SIGKILL' }), 'perf ended after 3.1 s'],
  ['is over with perf when it failed', ended({ exitCode: 255, stderr: 'failed to mmap' }), 'perf ended after 3.1 s'],
  [
    'ended when its file reached the limit',
    ended({ stderr: '[ perf record: perf size limit reached (64 KB), stopping session ]' }),
    'the recording reached its size limit after 3.1 s',
  ],
])('a recording %s', (_, end, reason) => {
  using target = pinProcess(process.pid)
  expect(findPerfEndReason(target, { end: () => end }, 3100)).toBe(reason)
})
