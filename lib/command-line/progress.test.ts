import { expect, test } from 'vitest'
import type { Capture } from '../contract/capture.ts'
import { createProgressDisplay } from './progress.ts'

const capture = (state: Capture['state'], secondsLeft: number | null = null): Capture =>
  ({
    ...{ state, secondsLeft, partial: null, fallbacks: [], target: { containerName: 'shop', mainClass: 'Shop' } },
    ...{ plan: { engine: 'perf', vantage: 'host' }, request: { mode: 'timed', seconds: 20 } },
  }) as unknown as Capture

function show(isTTY: boolean, ...captures: Capture[]): string {
  let written = ''
  const progress = createProgressDisplay({ stderr: { isTTY, write: (text) => (written += text) } })
  for (const one of captures) progress.show(one)
  progress.end()
  return written
}

const all = [
  { ...capture('checking'), plan: null },
  capture('checking'),
  capture('recording', 20),
  capture('recording', 5),
  capture('saving'),
]

test('elsewhere than on a terminal, each phase is one line', () => {
  expect(show(false, ...all, capture('saving'))).toBe('shop: checking\nshop: recording with perf\nshop: saving\n')
})

test('a cancelled capture has no line of its own: the command answers Ctrl-C', () => {
  expect(show(false, capture('recording', 20), capture('cancelled'))).toBe('shop: recording with perf\n')
})

test('on a terminal a bar grows in its line, and each phase stays to be read', () => {
  const bar = (full: number) => '█'.repeat(full) + '░'.repeat(24 - full)
  expect(show(true, ...all)).toBe(
    [
      '\rshop: checking\u001b[K\n',
      `\rshop: recording with perf ${bar(0)} 20 s left\u001b[K`,
      `\rshop: recording with perf ${bar(18)} 5 s left\u001b[K\n`,
      '\rshop: saving\u001b[K\n',
    ].join(''),
  )
})
