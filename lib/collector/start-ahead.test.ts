import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStarterAhead } from './start-ahead.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Programs with numbers, in the order they were started. */
function createStarter() {
  const stopped: number[] = []
  const ends: (() => void)[] = []
  const start = vi.fn(() => {
    const { promise: ended, resolve } = Promise.withResolvers<never>()
    const number = ends.push(resolve as () => void)
    const stop = () => {
      stopped.push(number)
      return ended
    }
    return Promise.resolve({ number, ended, stop })
  })
  return { ...createStarterAhead(start, 2000), start, stopped, end: (number: number) => ends[number - 1]!() }
}

test('one file alone starts one program', async () => {
  const { take, noteEnd, start } = createStarter()
  expect((await take()).number).toBe(1)
  noteEnd()
  await vi.advanceTimersByTimeAsync(10_000)
  expect((await take()).number).toBe(2)
  expect(start).toHaveBeenCalledTimes(2)
})

test('of files that follow one another each gets a program of its own, which was started while those before were read', async () => {
  const { take, noteEnd, start } = createStarter()
  for (let file = 1; file <= 5; file++) {
    const startedBefore = start.mock.calls.length
    expect((await take()).number).toBe(file)
    expect(startedBefore).toBe(file < 3 ? file - 1 : file + 1)
    noteEnd()
  }
})

test('one that is not needed is stopped, and never given', async () => {
  const { take, noteEnd, stopped } = createStarter()
  await take()
  noteEnd()
  await take()
  noteEnd()
  await vi.advanceTimersByTimeAsync(2000)
  expect(stopped).toEqual([3, 4])
  expect((await take()).number).toBe(5)
})

test('one that ended while it waited is not given', async () => {
  const { take, noteEnd, end } = createStarter()
  await take()
  noteEnd()
  await take()
  end(3)
  await vi.advanceTimersByTimeAsync(0)
  expect((await take()).number).toBe(4)
  expect((await take()).number).toBe(5)
})

test('what cannot be started fails for the file that needs it', async () => {
  const start = vi.fn(() => Promise.reject(new Error('no memory')))
  const { take, noteEnd } = createStarterAhead(start, 2000)
  await expect(take()).rejects.toThrow('no memory')
  noteEnd()
  await expect(take()).rejects.toThrow('no memory')
  await vi.advanceTimersByTimeAsync(2000)
  await expect(take()).rejects.toThrow('no memory')
})
