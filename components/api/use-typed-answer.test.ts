import { describe, expect, it, vi } from 'vitest'
import { askLater, type TypedAnswer } from './use-typed-answer.ts'

describe('asking for what the user types', () => {
  it('drops an answer, and an error, that comes after the question was stopped', async () => {
    const outcomes: TypedAnswer<string>[] = []
    const add = (outcome: TypedAnswer<string>) => void outcomes.push(outcome)
    const old = Promise.withResolvers<string>()
    const failed = Promise.withResolvers<string>()
    const asked = { old, failed }
    for (const key of ['old', 'failed'] as const) {
      const begun = Promise.withResolvers<void>()
      const stop = askLater(key, () => (begun.resolve(), asked[key].promise), 0, add)
      await begun.promise
      stop()
    }
    askLater('new', () => Promise.resolve('newest'), 0, add)
    await vi.waitFor(() => expect(outcomes).toHaveLength(1))
    old.resolve('older')
    failed.reject(new Error('older'))
    await Promise.allSettled([old.promise, failed.promise])
    await Promise.resolve()
    expect(outcomes).toEqual([{ key: 'new', answer: 'newest', error: null }])
  })

  it('asks nothing where it is stopped before', () => {
    vi.useFakeTimers()
    try {
      const ask = vi.fn(() => Promise.resolve(''))
      askLater('a', ask, 150, () => undefined)()
      vi.advanceTimersByTime(1000)
      expect(ask).not.toHaveBeenCalled()
    } finally {
      vi.useRealTimers()
    }
  })
})
