import { describe, expect, it } from 'vitest'
import type { Capture, CaptureState } from '../../lib/contract/capture.ts'
import { sampleCapture } from '../../lib/testing/samples.ts'
import { isUnderWay, listPhases, getRecordedShare, getSecondsLeft } from './capture-phase.ts'

const capture = (phases: [CaptureState, number][]) =>
  sampleCapture({
    request: { ...sampleCapture().request, seconds: 30 },
    state: phases.at(-1)?.[0] ?? 'queued',
    phases: phases.map(([state, at]) => ({ state, at })),
  })
const shown = (one: Capture, now: number) =>
  listPhases(one, now).map(({ state, status: is, tookMs }) => [state, is, tookMs])

describe('the phases of a capture', () => {
  it('are behind, now and ahead while it records', () => {
    const recording = capture([
      ['queued', 0],
      ['checking', 10],
      ['recording', 500],
    ])
    expect(shown(recording, 4500)).toEqual([
      ['queued', 'over', 10],
      ['checking', 'over', 490],
      ['recording', 'now', 4000],
      ['symbolising', 'ahead', null],
      ['saving', 'ahead', null],
    ])
  })

  it('end where it failed', () => {
    const failed = capture([
      ['queued', 0],
      ['checking', 10],
      ['failed', 300],
    ])
    expect(shown(failed, 9999)).toEqual([
      ['queued', 'over', 10],
      ['checking', 'broken', 290],
    ])
  })

  it('are all over when it is done', () => {
    const done = capture([
      ['queued', 0],
      ['checking', 1],
      ['recording', 2],
      ['symbolising', 3],
      ['saving', 4],
      ['done', 5],
    ])
    expect(new Set(listPhases(done, 9999).map((row) => row.status))).toEqual(new Set(['over']))
    expect(isUnderWay(done)).toBe(false)
  })

  it('are those of the last try where it went on with another engine', () => {
    const fallenBack: [CaptureState, number][] = [
      ['queued', 0],
      ['checking', 10],
      ['recording', 3000],
      ['checking', 5000],
    ]
    expect(shown(capture(fallenBack), 6000)).toEqual([
      ['queued', 'over', 10],
      ['checking', 'now', 1000],
      ['recording', 'ahead', null],
      ['symbolising', 'ahead', null],
      ['saving', 'ahead', null],
    ])
    const recording = shown(capture([...fallenBack, ['recording', 7000]]), 27_000)
    expect(recording.slice(1, 3)).toEqual([
      ['checking', 'over', 2000],
      ['recording', 'now', 20_000],
    ])
    expect(shown(capture([...fallenBack, ['failed', 5500]]), 6000)).toEqual([
      ['queued', 'over', 10],
      ['checking', 'broken', 500],
    ])
  })

  it('are all ahead when nothing is known yet', () => {
    expect(shown(capture([]), 0).map(([, is]) => is)).toEqual(Array(5).fill('ahead'))
  })
})

describe('the seconds left', () => {
  const recording = capture([['recording', 1000]])

  it('are none to all by the clock, and the share with them, where that of the browser is behind or ahead', () => {
    const silent = { ...recording, secondsLeft: null }
    expect([-9000, 1000, 16_000, 31_000, 99_000].map((now) => getSecondsLeft(silent, now))).toEqual([30, 30, 15, 0, 0])
    expect([-9000, 16_000, 99_000].map((now) => getRecordedShare(silent, now))).toEqual([0, 0.5, 1])
  })

  it('come from the collector', () => {
    expect(getSecondsLeft({ ...recording, secondsLeft: 12.3 }, 0)).toBe(12)
  })

  it('go by the clock when the collector has not said', () => {
    expect(getSecondsLeft(recording, 11_000)).toBe(20)
    expect(getRecordedShare(recording, 16_000)).toBe(0.5)
    expect(getSecondsLeft(recording, 99_000)).toBe(0)
  })

  it('are not known outside of the recording', () => {
    expect(getSecondsLeft(capture([['checking', 0]]), 5)).toBeNull()
    expect(getRecordedShare(capture([['checking', 0]]), 5)).toBeNull()
  })
})
