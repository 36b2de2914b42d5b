/** A parser that dies at any stage, or hangs: who waits for it learns why, and what feeds it ends. */
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startCommand } from '../host/command/run-command.ts'
import { type ParserLimits, type startParser, streamParser } from './run-parser.ts'

const limits: ParserLimits = { memoryBytes: 2 ** 30, seconds: 60, parserUid: 1 }

/** A recording that goes on for ever, as of a program that waits for its reader. */
function endlessInput(): PassThrough {
  const input = new PassThrough()
  input.write(Buffer.alloc(2 ** 20))
  return input
}

async function drain(
  start: typeof startParser,
  more: { readonly signal?: AbortSignal; readonly seconds?: number } = {},
) {
  const input = endlessInput()
  const { signal, seconds = limits.seconds } = more
  const read = async () => {
    for await (const chunk of streamParser({ format: 'folded' }, input, { ...limits, seconds }, signal, start))
      void chunk
  }
  const end = await Promise.race([
    read().then(
      () => 'no failure',
      (error: unknown) => error,
    ),
    delay(8000, 'still waiting'),
  ])
  if (!input.closed) await Promise.race([once(input, 'close'), delay(1000)])
  return { end, isGivenUp: input.destroyed }
}

const child =
  (script: string): typeof startParser =>
  async () =>
    startCommand('sh', ['-c', script])

test.each([
  ['before it reads anything', 'kill -9 $$', 'SIGKILL'],
  ['with its job half read', 'head -c 10 >/dev/null; kill -9 $$', 'SIGKILL'],
  ['in the middle of the recording', 'head -c 500000 >/dev/null; kill -9 $$', 'SIGKILL'],
  ['while it writes', 'head -c 1000; printf half; kill -9 $$', 'SIGKILL'],
  ['by itself, without a word', 'head -c 1000 >/dev/null; exit 7', 'exit code 7'],
  ['with its output closed first', 'exec >&-; head -c 1000 >/dev/null; kill -9 $$', 'SIGKILL'],
])('killed %s', async (_, script, how) => {
  const { end, isGivenUp } = await drain(child(script))
  expect(end).toMatchObject({ code: 'parser-failed', facts: { reason: `the parser ended with ${how}` } })
  expect(isGivenUp).toBe(true)
})

test('one that cannot be started says so', async () => {
  const { end, isGivenUp } = await drain(() => Promise.reject(new Error('no process left')))
  expect(end).toMatchObject({ message: 'no process left' })
  expect(isGivenUp).toBe(true)
})

test('one that is not wanted any more while it starts is ended, and what feeds it', async () => {
  const leave = new AbortController()
  const start: typeof startParser = async () => {
    const started = startCommand('sleep', ['60'])
    leave.abort(new Error('not wanted'))
    return started
  }
  const { end, isGivenUp } = await drain(start, { signal: leave.signal })
  expect(end).toMatchObject({ message: 'not wanted' })
  expect(isGivenUp).toBe(true)
})

test.each([
  ['hangs', 'exec sleep 60'],
  ['is dead, while another process holds its output', 'sleep 60 & kill -9 $$'],
])(
  'one that %s is ended at its limit',
  async (_, script) => {
    const { end } = await drain(child(script), { seconds: 1 })
    expect(end).toMatchObject({ code: 'parser-limit', facts: { limit: 'time' } })
  },
  15_000,
)
