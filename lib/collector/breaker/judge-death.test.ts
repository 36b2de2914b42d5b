import { expect, test } from 'vitest'
import { type DeathFacts, explainDeath } from './watch-death.ts'

const quiet: DeathFacts = {
  crashFile: null,
  isOutOfMemory: false,
  signalsSent: [],
  exitCode: null,
  isBeforeRecording: false,
}

test.each<[string, Partial<DeathFacts>, string | null]>([
  ['a crash', { crashFile: 'hs_err_pid1.log', exitCode: 134 }, 'it crashed and left hs_err_pid1.log'],
  [
    'a crash, sent by docker kill -s SEGV',
    { crashFile: 'hs_err_pid1.log', signalsSent: [11] },
    'it crashed and left hs_err_pid1.log',
  ],
  ['a crash without a file', { exitCode: 134 }, 'it ended with exit code 134'],
  ['no memory', { isOutOfMemory: true, exitCode: 137 }, 'killed for want of memory'],
  ['no memory, and a stop that follows', { isOutOfMemory: true, signalsSent: [15] }, 'killed for want of memory'],
  ['a kill from outside Docker', { exitCode: 137 }, 'killed (exit code 137)'],
  ['an error of its own', { exitCode: 1 }, 'it ended with exit code 1'],
  ['docker stop', { signalsSent: [15], exitCode: 143 }, null],
  ['docker stop that had to kill', { signalsSent: [15, 9], exitCode: 137 }, null],
  ['docker kill', { signalsSent: [9], exitCode: 137 }, null],
  ['a signal to end from inside', { exitCode: 143 }, null],
  ['a job that is done', { exitCode: 0 }, null],
  [
    'a library that calls exit(0)',
    { exitCode: 0, isBeforeRecording: true },
    'it ended by itself, with exit code 0, when the engine came in',
  ],
  ['an unknown cause', {}, null],
])('%s', (_, facts, expected) => expect(explainDeath({ ...quiet, ...facts })).toBe(expected))
