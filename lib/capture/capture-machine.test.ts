import { describe, expect, test } from 'vitest'
import { type Capture, captureStates, type CaptureState } from '../contract.ts'
import { Problem } from '../errors.ts'
import { sampleContainer, sampleTarget } from '../testing/samples.ts'
import {
  beginSaving,
  cancel,
  fail,
  finish,
  followProgress,
  interrupt,
  isFinal,
  isOccupying,
  keepArtefact,
  queueCapture,
} from './capture-machine.ts'
import { type Progress } from './engine.ts'

const target = sampleTarget({
  service: 'shop/cart',
  hostPid: 4711,
  container: sampleContainer({ name: 'cart' }),
})
const request = { targetId: '0'.repeat(16), engine: 'perf', event: 'cpu', seconds: 3, frequencyHz: 99 } as const
const artefact = { sha256: 'f'.repeat(64), bytes: 7 }
const problem = new Problem('target-gone', { target: 'cart' }).toJSON()
const recorded = { samples: 5, lostSamples: 1, partial: null }

function progressOf(state: Progress['state'], samples = 0): Progress {
  return { state, secondsLeft: 2, samples, lostSamples: 0, leftovers: [] }
}

/** A capture that has just entered the state, by the shortest way. */
function captureIn(state: CaptureState): Capture {
  let capture = queueCapture('a'.repeat(32), request, target, 'me', 1)
  if (state === 'cancelled') return cancel(capture, 2)
  if (state === 'failed') return fail(capture, problem, 2)
  for (const step of ['checking', 'recording', 'symbolising'] as const) {
    if (capture.state === state) return capture
    capture = followProgress(capture, progressOf(step), capture.phases.length + 1)
  }
  if (capture.state === state) return capture
  capture = beginSaving(capture, recorded, 5)
  return state === 'saving' ? capture : finish(keepArtefact(capture, artefact), 'b'.repeat(32), 6)
}

describe('a capture', () => {
  test('goes through all its states in order and keeps when each began', () => {
    const done = captureIn('done')
    expect(done.phases).toEqual([
      { state: 'queued', at: 1 },
      { state: 'checking', at: 2 },
      { state: 'recording', at: 3 },
      { state: 'symbolising', at: 4 },
      { state: 'saving', at: 5 },
      { state: 'done', at: 6 },
    ])
    expect(done).toMatchObject({ samples: 5, lostSamples: 1, artefact: null, profileId: 'b'.repeat(32), problem: null })
  })

  test('keeps what was profiled, since the target may be gone later', () => {
    expect(captureIn('queued').target).toMatchObject({ service: 'shop/cart', hostPid: 4711, containerName: 'cart' })
  })

  test('stays in its state while samples come, and enters it only once', () => {
    const recording = followProgress(captureIn('recording'), progressOf('recording', 42), 99)
    expect(recording).toMatchObject({ state: 'recording', samples: 42, secondsLeft: 2 })
    expect(recording.phases.length).toBe(3)
  })

  test('can fail or be cancelled in every state that is not an end, and in no other', () => {
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
    expect(() => keepArtefact(captureIn('symbolising'), artefact)).toThrow()
    expect(() => finish(captureIn('symbolising'), 'b'.repeat(32), 9)).toThrow()
  })

  test('occupies its JVM until its profile is on the way to the disk', () => {
    const occupying = captureStates.filter(isOccupying)
    expect(occupying).toEqual(['queued', 'checking', 'recording', 'symbolising'])
  })
})

describe('a capture that a dead collector left', () => {
  test('failed, and says in which phase', () => {
    for (const state of ['queued', 'checking', 'recording', 'symbolising', 'saving'] as const) {
      expect(interrupt(captureIn(state), 9)).toMatchObject({
        state: 'failed',
        problem: { code: 'capture-interrupted', facts: { phase: state } },
      })
    }
  })

  test('is whole when its profile is on disk, or when it had ended', () => {
    const saved = keepArtefact(captureIn('saving'), artefact)
    expect(interrupt(saved, 9)).toBe(saved)
    for (const state of ['done', 'failed', 'cancelled'] as const) {
      const ended = captureIn(state)
      expect(interrupt(ended, 9)).toBe(ended)
    }
  })
})
