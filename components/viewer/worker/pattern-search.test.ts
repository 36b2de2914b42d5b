import { afterEach, expect, test, vi } from 'vitest'
import { createPatternSearch, type PatternRequest } from './pattern-search.ts'

/** Workers as a browser starts them, answered by hand: when a real one reports an error cannot be chosen. */
class StoppedWorker {
  static started: StoppedWorker[] = []
  readonly sent: PatternRequest[] = []
  onerror: ((event: ErrorEvent) => void) | null = null
  onmessage: ((event: { data: unknown }) => void) | null = null
  constructor() {
    StoppedWorker.started.push(this)
  }
  postMessage(request: PatternRequest): void {
    this.sent.push(request)
  }
  terminate(): void {}
  fail(): boolean {
    let isPrevented = false
    this.onerror?.({ message: '', preventDefault: () => (isPrevented = true) } as unknown as ErrorEvent)
    return isPrevented
  }
  answer(...matches: number[]): void {
    this.onmessage?.({ data: 'started' })
    this.onmessage?.({ data: Uint8Array.from(matches) })
  }
}

afterEach(() => {
  StoppedWorker.started = []
  vi.unstubAllGlobals()
})

function search() {
  vi.stubGlobal('Worker', StoppedWorker)
  return createPatternSearch()
}
const names = ['a', 'b']

test('an error of a worker that was ended while it loaded does not end the one after it', async () => {
  const patterns = search()
  const first = patterns.match(names, 'a', true)
  patterns.cancel()
  await expect(first).rejects.toThrow(/newer search/)
  const second = patterns.match(names, 'b', true)
  const [ended, running] = StoppedWorker.started
  expect(ended!.fail()).toBe(true)
  running!.answer(0, 1)
  expect(await second).toEqual(Uint8Array.of(0, 1))
  expect(StoppedWorker.started).toHaveLength(2)
})

test('a worker that cannot be loaded is started once more, and then its error is reported', async () => {
  const patterns = search()
  const found = patterns.match(names, 'a', true)
  StoppedWorker.started[0]!.fail()
  await vi.waitFor(() => expect(StoppedWorker.started).toHaveLength(2))
  StoppedWorker.started[1]!.answer(1, 0)
  expect(await found).toEqual(Uint8Array.of(1, 0))

  patterns.cancel()
  const again = patterns.match(['c'], 'c', true)
  StoppedWorker.started.at(-1)!.fail()
  await vi.waitFor(() => expect(StoppedWorker.started).toHaveLength(3))
  StoppedWorker.started[2]!.fail()
  await expect(again).rejects.toThrow()
})
