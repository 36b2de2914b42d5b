import { describe, expect, test } from 'vitest'
import { type Capture, captureRequestSchema, captureStates, type CaptureState } from './capture.ts'
import { Problem } from '../errors.ts'
import { sampleContainer, sampleTarget } from '../testing/samples.ts'
import {
  beginChecking,
  beginSaving,
  beginSymbolising,
  cancel,
  choosePlan,
  fail,
  explainDelay,
  fallBack,
  finish,
  followProgress,
  isFinal,
  isOccupying,
  keepArtefacts,
  queueCapture,
  showLive,
} from './capture-state.ts'
import { forgetCapture, interrupt } from './interrupt-capture.ts'
import type { Progress } from '../capture/engine.ts'

const target = sampleTarget({
  service: 'shop/cart',
  hostPid: 4711,
  container: sampleContainer({ name: 'cart' }),
})
const request = captureRequestSchema.parse({ targetId: '0'.repeat(16), seconds: 3 })
const artefacts = [{ event: 'cpu' as const, sha256: 'f'.repeat(64), bytes: 7 }]
const profiles = [{ event: 'cpu' as const, profileId: 'b'.repeat(32) }]
const perf = { engine: 'perf', vantage: 'host' } as const
const jfr = { engine: 'jfr', vantage: 'helper' } as const
const problem = new Problem('target-gone', { target: 'cart' }).toJSON()
const recorded = { samples: 5, lostSamples: 1, partial: null }

function progressOf(state: Progress['state'], samples = 0): Progress {
  return { state, secondsLeft: 2, samples, lostSamples: 0, cleanup: [] }
}

/** A capture that has just entered the state, by the fewest transitions. */
function captureIn(state: CaptureState): Capture {
  let capture = queueCapture('a'.repeat(32), request, target, 'me', 1)
  if (state === 'cancelled') return cancel(capture, 2)
  if (state === 'failed') return fail(capture, problem, 2)
  if (state === 'queued') return capture
  capture = choosePlan(beginChecking(capture, 2), perf)
  for (const step of ['recording', 'symbolising'] as const) {
    if (capture.state === state) return capture
    capture = followProgress(capture, progressOf(step), capture.phases.length + 1)
  }
  if (capture.state === state) return capture
  capture = beginSaving(capture, recorded, 5)
  return state === 'saving' ? capture : finish(keepArtefacts(capture, artefacts), profiles, 6)
}

describe('a capture', () => {
  test('goes through all its states in order, and keeps the time of each', () => {
    const done = captureIn('done')
    expect(done.phases).toEqual([
      { state: 'queued', at: 1 },
      { state: 'checking', at: 2 },
      { state: 'recording', at: 3 },
      { state: 'symbolising', at: 4 },
      { state: 'saving', at: 5 },
      { state: 'done', at: 6 },
    ])
    expect(done).toMatchObject({ samples: 5, lostSamples: 1, artefacts: [], profiles, plan: perf, problem: null })
  })

  test('keeps the facts of its target, which may end later', () => {
    expect(captureIn('queued').target).toMatchObject({ service: 'shop/cart', hostPid: 4711, containerName: 'cart' })
  })

  test('stays in its state while samples arrive, and enters it only once', () => {
    const recording = followProgress(captureIn('recording'), progressOf('recording', 42), 99)
    expect(recording).toMatchObject({ state: 'recording', samples: 42, secondsLeft: 2 })
    expect(recording.phases.length).toBe(3)
  })

  test('can fail or be cancelled in every state that is not final, and in no other', () => {
    for (const state of captureStates) {
      const capture = captureIn(state)
      if (isFinal(state)) {
        expect(() => fail(capture, problem, 9)).toThrow()
        expect(() => cancel(capture, 9)).toThrow()
      } else {
        expect(fail(capture, problem, 9)).toMatchObject({ state: 'failed', problem })
        expect(cancel(capture, 9)).toMatchObject({ state: 'cancelled', problem: null })
      }
    }
  })

  test('skips no state', () => {
    expect(() => followProgress(captureIn('queued'), progressOf('recording'), 9)).toThrow()
    expect(() => beginSaving(captureIn('recording'), recorded, 9)).toThrow()
    expect(() => keepArtefacts(captureIn('symbolising'), artefacts)).toThrow()
    expect(() => finish(captureIn('symbolising'), profiles, 9)).toThrow()
    expect(() => choosePlan(captureIn('recording'), perf)).toThrow()
  })

  test('occupies its JVM until its profile is being saved', () => {
    const occupying = captureStates.filter(isOccupying)
    expect(occupying).toEqual(['queued', 'checking', 'recording', 'symbolising'])
  })
})

describe('a capture whose engine fails', () => {
  test.each(['checking', 'recording', 'symbolising'] as const)('while %s starts again with another engine', (state) => {
    const failed = fallBack(captureIn(state), problem, 7)
    expect(failed).toMatchObject({
      state: 'checking',
      plan: null,
      fallbacks: [{ ...perf, problem }],
      samples: 0,
      secondsLeft: null,
    })
    const again = followProgress(choosePlan(failed, jfr), progressOf('recording', 3), 8)
    expect(again).toMatchObject({ state: 'recording', plan: jfr, samples: 3, problem: null })
    expect(again.phases.filter((phase) => phase.state === 'checking')).toHaveLength(state === 'checking' ? 1 : 2)
  })

  test('keeps every attempt that failed, in order', () => {
    const twice = fallBack(choosePlan(fallBack(captureIn('recording'), problem, 7), jfr), problem, 8)
    expect(twice.fallbacks).toEqual([
      { ...perf, problem },
      { ...jfr, problem },
    ])
  })

  test('cannot fall back before it has tried an engine, or once its profiles are being saved', () => {
    expect(() => fallBack(captureIn('queued'), problem, 7)).toThrow()
    expect(() => fallBack(captureIn('saving'), problem, 7)).toThrow()
    expect(() => fallBack(captureIn('done'), problem, 7)).toThrow()
  })
})

test('snapshots of a capture under way are counted', () => {
  expect(showLive(showLive(captureIn('recording'))).live).toBe(2)
})

test('a capture that symbolises already does not enter that state again', () => {
  const symbolising = captureIn('symbolising')
  expect(beginSymbolising(symbolising, 9)).toBe(symbolising)
  expect(beginSymbolising(captureIn('recording'), 9).state).toBe('symbolising')
})

describe('a capture of a collector that was killed', () => {
  test('has failed, and says in which phase', () => {
    for (const state of ['queued', 'checking', 'recording', 'symbolising', 'saving'] as const) {
      expect(interrupt(captureIn(state), 9)).toMatchObject({
        state: 'failed',
        problem: { code: 'capture-interrupted', facts: { phase: state } },
      })
    }
  })

  test('is unchanged when its profile is on disk, or when it had ended', () => {
    const saved = keepArtefacts(captureIn('saving'), artefacts)
    expect(interrupt(saved, 9)).toBe(saved)
    for (const state of ['done', 'failed', 'cancelled'] as const) {
      const ended = captureIn(state)
      expect(interrupt(ended, 9)).toBe(ended)
    }
  })
})

describe('a capture that the web program follows', () => {
  test('fails when the collector does not list it any more, even with artefacts', () => {
    const kept = keepArtefacts(captureIn('saving'), artefacts)
    const facts = { phase: 'saving' }
    expect(interrupt(kept, 9)).toBe(kept)
    expect(forgetCapture(kept, 9)).toMatchObject({ state: 'failed', problem: { code: 'capture-interrupted', facts } })
    expect(() => forgetCapture(captureIn('done'), 9)).toThrow(/cannot go/)
  })

  test('says why it is not stored yet, only until it is', () => {
    expect(explainDelay(captureIn('saving'), problem)).toMatchObject({ state: 'saving', problem })
    expect(explainDelay(captureIn('done'), problem).problem).toBeNull()
  })
})
