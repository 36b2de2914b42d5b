import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadAnswerSchemas } from '../api/load-answers.ts'
import type { Capture } from '../../lib/contract/capture.ts'
import { Problem } from '../../lib/errors.ts'
import { sampleCapture } from '../../lib/testing/samples.ts'
import { createLiveStore } from './live-store.ts'

class FakeEventSource {
  static readonly CLOSED = 2
  static opened: FakeEventSource[] = []
  readyState = 1
  onerror: () => void = () => {}
  onmessage: (event: { data: string; lastEventId: string }) => void = () => {}
  constructor() {
    FakeEventSource.opened.push(this)
  }
  close(): void {
    this.readyState = FakeEventSource.CLOSED
  }
  /** Ends as a browser ends a stream whose answer is none, such as 503. */
  refuse(): void {
    this.close()
    this.onerror()
  }
}

const createDocument = () => Object.assign(new EventTarget(), { visibilityState: 'visible' })
let document = createDocument()
let answerSession: (answer: { status: number }) => void

function show(visibilityState: 'visible' | 'hidden'): void {
  document.visibilityState = visibilityState
  document.dispatchEvent(new Event('visibilitychange'))
}
const answer = async (status: number) => {
  answerSession({ status })
  await vi.advanceTimersByTimeAsync(0)
}
const openNow = () => FakeEventSource.opened.filter(({ readyState }) => readyState !== FakeEventSource.CLOSED).length

// No fake timer counts their import, which takes seconds on a busy machine.
beforeAll(async () => void (await loadAnswerSchemas()))

beforeEach(() => {
  vi.useFakeTimers()
  FakeEventSource.opened = []
  document = createDocument()
  vi.stubGlobal('document', document)
  vi.stubGlobal('EventSource', FakeEventSource)
  vi.stubGlobal('fetch', () => new Promise((resolve) => (answerSession = resolve)))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the live connection of a page', () => {
  function start() {
    const store = createLiveStore(0)
    const stop = store.subscribe(() => {})
    store.start()
    return { store, stop }
  }

  it('that was refused is opened again after a pause', async () => {
    const { stop } = start()
    FakeEventSource.opened[0]!.refuse()
    await answer(200)
    expect(openNow()).toBe(0)
    await vi.advanceTimersByTimeAsync(1000)
    expect(openNow()).toBe(1)
    stop()
  })

  it('of a tab that was hidden while the session was asked stays open once the tab is shown again', async () => {
    const { stop } = start()
    FakeEventSource.opened[0]!.refuse()
    show('hidden')
    await answer(200)
    await vi.advanceTimersByTimeAsync(10_000)
    show('visible')
    expect(openNow()).toBe(1)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(openNow()).toBe(1)
    stop()
  })

  it('that was opened again while the session was asked is not taken for signed out', async () => {
    const { store, stop } = start()
    FakeEventSource.opened[0]!.refuse()
    show('hidden')
    show('visible')
    expect(openNow()).toBe(1)
    await answer(401)
    expect(store.getState().connection).not.toBe('signed-out')
    stop()
  })

  const saving = sampleCapture({
    state: 'saving',
    phases: ['queued', 'recording', 'saving'].map((state, at) => ({ state: state as Capture['state'], at })),
    samples: 7,
  })
  const delayed = { ...saving, problem: new Problem('disk-full', { path: 'the data directory' }).toJSON() }
  const done = { ...saving, state: 'done' as const, phases: [...saving.phases, { state: 'done' as const, at: 9 }] }

  it.each<[string, (Capture | { readonly answer: Capture })[], Partial<Capture>]>([
    ['the reason of a delay that came after an answer', [{ answer: saving }, delayed], { problem: delayed.problem }],
    ['an answer that came after an event of the same state', [delayed, { answer: saving }], { problem: null }],
    ['the end, which came before the answer', [done, { answer: saving }], { state: 'done' }],
    ['an answer alone', [{ answer: saving }], { state: 'saving' }],
  ])('has of a capture %s', async (_, steps, expected) => {
    const { store, stop } = start()
    for (const step of steps) {
      if ('answer' in step) store.reportCapture(step.answer)
      else {
        const data = JSON.stringify({ type: 'capture', capture: step })
        FakeEventSource.opened[0]!.onmessage({ data, lastEventId: '1' })
      }
      await vi.advanceTimersByTimeAsync(10)
    }
    expect(store.getState().captures).toMatchObject([{ id: saving.id, ...expected }])
    stop()
  })

  it('is opened again after longer and longer pauses where each event throws', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const { stop } = start()
    for (const pauseMs of [1000, 2000, 5000, 10_000, 10_000]) {
      FakeEventSource.opened.at(-1)!.onmessage({ data: 'no JSON', lastEventId: '1' })
      await vi.waitFor(() => expect(openNow()).toBe(0))
      await answer(200)
      await vi.advanceTimersByTimeAsync(pauseMs - 1)
      expect(openNow()).toBe(0)
      await vi.advanceTimersByTimeAsync(1)
      expect(openNow()).toBe(1)
    }
    stop()
  })

  it('is given back 30 s after the tab was hidden, and opened when it is shown', async () => {
    const { stop } = start()
    show('hidden')
    await vi.advanceTimersByTimeAsync(29_999)
    expect(openNow()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(openNow()).toBe(0)
    show('visible')
    expect(openNow()).toBe(1)
    stop()
    expect(openNow()).toBe(0)
  })
})
