import { expect, test } from 'vitest'
import { createProfileBuilder } from '../model/profile-builder.ts'
import { emptyProvenance, type Provenance, type Unit } from '../model/profile.ts'
import { findSampleSpans } from './sample-spans.ts'

/** Samples of one thread, each with its time and weight; what comes back are the spans as `from-to`. */
function spansOf(
  samples: readonly (readonly [number, number])[],
  more: Partial<Provenance>,
  unit: Unit = 'samples',
  bounds: readonly [number, number] = [0, 1000],
): string[] {
  const builder = createProfileBuilder()
  const stack = builder.stack(-1, builder.frame('a', 'java'))
  for (const [time, weight] of samples) builder.sample(stack, builder.thread('main'), time, weight)
  const profile = builder.finish(unit, { ...emptyProvenance('test'), ...more })
  const order = Uint32Array.from(samples, (_, sample) => sample)
  const { from, to } = findSampleSpans(profile, order, bounds)
  return samples.map((_, sample) => `${from[sample]}-${to[sample]}`)
}
const once = (times: readonly number[]) => times.map((time) => [time, 1] as const)

test('a sample lasts until the next one, and not longer than its period', () => {
  expect(spansOf(once([0, 10, 21, 80]), { frequencyHz: 100 })).toEqual(['0-10', '10-21', '21-31', '80-90'])
})

test('several of one moment share its time', () => {
  expect(spansOf([[0, 1], [0, 3], [100, 1]] as const, { frequencyHz: 100 })).toEqual(['0-10', '10-40', '100-110']) // prettier-ignore
})

test('threads that an engine takes in turn are sampled less often than was asked for', () => {
  expect(spansOf(once([0, 40, 80, 400]), { frequencyHz: 100, event: 'wall' })).toEqual([
    '0-40',
    '40-80',
    '80-120',
    '400-440',
  ])
  expect(spansOf(once([0, 40]), { frequencyHz: 100, event: 'cpu' })).toEqual(['0-10', '40-50'])
})

test('weights that are time say how long it was; off the CPU it is known when it ends', () => {
  const waits = [
    [100, 30e6],
    [500, 800e6],
  ] as const
  expect(spansOf(waits, { event: 'cpu' }, 'nanoseconds')).toEqual(['100-130', '500-1000'])
  expect(spansOf(waits, { event: 'off-cpu' }, 'nanoseconds')).toEqual(['70-100', '100-500'])
})

test('without a frequency the samples tell it, and nothing is out of bounds', () => {
  expect(spansOf(once([0, 20, 40, 900]), { frequencyHz: null }, 'samples', [10, 910])).toEqual([
    '10-20',
    '20-40',
    '40-60',
    '900-910',
  ])
})
