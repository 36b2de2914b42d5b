import { afterEach, describe, expect, it, vi } from 'vitest'
import { animate, interpolatePosition } from './camera.ts'
import { stubFrames } from '../testing/frames.ts'

const whole = { from: 0, to: 1000, scrollPx: 0 }
const part = { from: 300, to: 301, scrollPx: 180 }

afterEach(() => vi.unstubAllGlobals())

describe('a place on the way', () => {
  it('starts and ends where it should', () => {
    expect(interpolatePosition(whole, part, 0)).toEqual(whole)
    const end = interpolatePosition(whole, part, 1)
    expect(end.from).toBeCloseTo(300)
    expect(end.to).toBeCloseTo(301)
  })

  it('shrinks by the same factor in each step, so that a zoom by 1000 looks even', () => {
    const spans = [0, 0.25, 0.5, 0.75, 1]
      .map((share) => interpolatePosition(whole, part, share))
      .map(({ from, to }) => to - from)
    for (let step = 1; step < spans.length; step++) expect(spans[step - 1]! / spans[step]!).toBeCloseTo(1000 ** 0.25)
  })

  it('keeps the point zoomed around where it is', () => {
    const zoomed = { from: 200, to: 600, scrollPx: 0 } // around 333.3, a third from the left of both
    for (const share of [0.1, 0.5, 0.9]) {
      const { from, to } = interpolatePosition(whole, zoomed, share)
      expect((1000 / 3 - from) / (to - from)).toBeCloseTo(1 / 3)
    }
  })

  it('moves evenly where nothing is zoomed', () => {
    expect(interpolatePosition(whole, { from: 100, to: 1100, scrollPx: 90 }, 0.5)).toEqual({
      from: 50,
      to: 1050,
      scrollPx: 45,
    })
  })
})

describe('a tween', () => {
  it('ends at exactly its end within 160 ms, and says so once', () => {
    const frames = stubFrames()
    const steps: { from: number; isThere: boolean }[] = []
    animate(whole, part, ({ from }, isThere) => steps.push({ from, isThere }))
    frames.run(0, 16, 80, 159, 160, 176)
    expect(steps.at(-1)).toEqual({ from: 300, isThere: true })
    expect(steps.map(({ isThere }) => isThere)).toEqual([false, false, false, false, true])
    expect(frames.waiting()).toBe(0)
  })

  it('stays where it is when it is stopped', () => {
    const frames = stubFrames()
    const onStep = vi.fn()
    const stop = animate(whole, part, onStep)
    frames.run(0, 16)
    stop()
    frames.run(32, 400)
    expect(onStep).toHaveBeenCalledTimes(2)
  })

  it('is there at once for people who want less motion', () => {
    const frames = stubFrames({ reducedMotion: true })
    const onStep = vi.fn()
    animate(whole, part, onStep)
    expect(onStep.mock.calls).toEqual([[part, true]])
    expect(frames.waiting()).toBe(0)
  })
})
