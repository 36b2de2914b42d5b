import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../testing/profiles/random-profile.ts'
import { simulateCapture } from '../../../testing/profiles/simulated-service.ts'
import { compareFunctions } from '../compare-functions.ts'
import { maxFalseDiscoveryRate, type MergeOptions } from '../merged-tree/comparison.ts'
import { createProfileBuilder } from '../../model/profile-builder.ts'
import { emptyProvenance, type Profile } from '../../model/profile.ts'

const pairs = 60

/** With few different times, as engines have that count for a while and then tell. */
const sampledEvery = (stepMs: number, { samples, ...profile }: Profile): Profile => ({
  ...profile,
  samples: { ...samples, time: samples.time.map((time) => Math.floor(time / stepMs) * stepMs) },
})

describe('samples with few different times', { timeout: 60_000 }, () => {
  it.each([2, 3, 3.5, 4, 7])('are tested by as many windows as there are: every %d s of 30', (seconds) => {
    const [one, two] = [1, 2].map((seed) => sampledEvery(seconds * 1000, simulateCapture(seed)))
    for (const scale of ['share', 'second'] as const) {
      const tested = compareFunctions(one!, two!, { scale }).functions.filter(({ q }) => q !== null)
      expect(tested.length).toBeGreaterThan(10)
      for (const { q, interval } of tested) {
        expect(q).toBeLessThanOrEqual(1)
        expect(interval.every(Number.isFinite)).toBe(true)
      }
    }
    expect(compareFunctions(one!, two!).significance.power().points).toBeLessThan(30)
  })

  it.each<[number, MergeOptions['scale']]>([
    [1000, 'share'],
    [1000, 'second'],
    [2000, 'share'],
    [3000, 'second'],
  ])('show a difference no more often than promised: every %d ms, by %s', (stepMs, scale) => {
    const wrong = Array.from({ length: pairs }, (_, pair) => {
      const [before, after] = [1, 2].map((seed) => sampledEvery(stepMs, simulateCapture(2 * pair + seed)))
      return compareFunctions(before!, after!, { scale }).functions.some(({ isSignificant }) => isSignificant)
    }).filter(Boolean)
    expect(wrong.length / pairs).toBeLessThanOrEqual(maxFalseDiscoveryRate)
  })
})

it('shows a change per second that all windows agree on, whatever their number', () => {
  // 30 different times make 15 windows: neither pairs nor fours of them are all of it.
  const evenly = (ofA: number) => {
    const builder = createProfileBuilder()
    const thread = builder.thread('web')
    const main = builder.stack(-1, builder.frame('main', 'java'))
    const [a, b] = ['a', 'b'].map((name) => builder.stack(main, builder.frame(name, 'java')))
    for (let second = 0; second < 30; second++) {
      builder.sample(a!, thread, second * 1000, ofA)
      builder.sample(b!, thread, second * 1000, 100)
    }
    return builder.finish('samples', { ...emptyProvenance('test'), durationMs: 30_000 })
  }
  const rows = compareFunctions(evenly(100), evenly(115), { scale: 'second' }).functions
  expect(rows.find(({ name }) => name === 'a')).toMatchObject({ isSignificant: true })
  expect(rows.find(({ name }) => name === 'b')).toMatchObject({ isSignificant: false })
})

it('shows what a service that was nearly idle does most of its time since, whatever bursts it comes in', () => {
  const captured = (seed: number, stepMs: number, shareOfBug: number) => {
    const random = createRandom(seed)
    const builder = createProfileBuilder()
    const thread = builder.thread('web')
    const main = builder.stack(-1, builder.frame('main', 'java'))
    const calls = Array.from({ length: 40 }, (_, call) => builder.stack(main, builder.frame(`call ${call}`, 'java')))
    const bug = builder.stack(main, builder.frame('bug', 'java'))
    let [stack, until] = [bug, 0]
    for (let ms = 0; ms < 10_000; ms += stepMs) {
      if (ms >= until) {
        stack = random() < shareOfBug ? bug : calls[Math.floor(random() * calls.length)]!
        until = ms + random() * 200
      }
      builder.sample(stack, thread, ms, 1)
    }
    return builder.finish('samples', { ...emptyProvenance('test'), durationMs: 10_000 })
  }
  const [row] = compareFunctions(captured(1, 40, 0), captured(2, 1, 0.75), { delta: 'total' }).functions
  expect(row).toMatchObject({ name: 'bug', isSignificant: true })
})
