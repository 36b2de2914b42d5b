import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tellElapsed } from './tell-elapsed.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

async function follow(isTTY: boolean, ms: number) {
  const written: string[] = []
  const lines: string[] = []
  const screen = { isTTY, write: (text: string) => written.push(text) }
  const work = Promise.withResolvers<void>()
  const waiting = tellElapsed({ report: (line) => lines.push(line), screen }, () => work.promise)
  await vi.advanceTimersByTimeAsync(ms)
  work.resolve()
  await waiting
  await vi.advanceTimersByTimeAsync(ms)
  return { written, lines }
}

test('a terminal shows the seconds on one line, which is gone at the end', async () => {
  const { written, lines } = await follow(true, 2500)
  expect(lines).toEqual([])
  expect(written).toEqual([
    '\r\u001b[Kstill building the pages: 1 s',
    '\r\u001b[Kstill building the pages: 2 s',
    '\r\u001b[K',
  ])
})

test('what is no terminal gets a line every 30 seconds', async () => {
  const { written, lines } = await follow(false, 61_000)
  expect(written).toEqual([])
  expect(lines).toEqual(['still building the pages: 30 s', 'still building the pages: 60 s'])
})

test('work that fails ends the line too', async () => {
  const written: string[] = []
  const screen = { isTTY: true, write: (text: string) => written.push(text) }
  const failing = tellElapsed({ report: () => undefined, screen }, () => Promise.reject(new Error('no')))
  await expect(failing).rejects.toThrow('no')
  await vi.advanceTimersByTimeAsync(5000)
  expect(written).toEqual(['\r\u001b[K'])
})
