import { expect, it } from 'vitest'
import { createRandom } from '../statistics/random.ts'
import { createProfileBuilder } from './profile-builder.ts'
import { emptyProvenance } from './profile.ts'
import { createSampleColumns } from './sample-columns.ts'

const sum = (values: Iterable<number>) => Array.from(values).reduce((all, value) => all + value, 0)

it('keeps samples one by one up to the limit', () => {
  const columns = createSampleColumns(4)
  for (const time of [1, 2, 3, 4]) columns.add(0, 0, time, 1)
  expect(columns.all().time).toEqual(Float64Array.of(1, 2, 3, 4))
  expect(columns.merged).toBe(0)
})

it('above it sums what one stack of one thread has within a short time, and loses no weight', () => {
  const random = createRandom(7)
  const columns = createSampleColumns(1000)
  const expected = new Float64Array(12)
  let late = 0
  for (let sample = 0; sample < 50_000; sample++) {
    const [stack, thread, weight] = [Math.floor(random() * 4), Math.floor(random() * 3), 1 + Math.floor(random() * 9)]
    columns.add(stack, thread, sample, weight)
    expected[stack * 3 + thread] = expected[stack * 3 + thread]! + weight
    if (sample >= 25_000) late += weight
  }
  const found = columns.all()
  const sums = new Float64Array(12)
  for (let row = 0; row < found.length; row++) {
    const of = found.stack[row]! * 3 + found.thread[row]!
    sums[of] = sums[of]! + found.weight[row]!
  }
  expect(sums).toEqual(expected)
  expect(found.length).toBeLessThanOrEqual(1000)
  expect(columns.merged).toBeGreaterThan(49_000)
  // Time stays: the second half of the recording weighs what it weighed, but for one slice.
  const foundLate = sum(found.weight.filter((_, row) => found.time[row]! >= 25_000))
  expect(Math.abs(foundLate - late) / late).toBeLessThan(0.2)
})

it('keeps stacks apart, however many, and samples without a time from those with one', () => {
  const columns = createSampleColumns(100)
  for (let stack = 0; stack < 1000; stack++) {
    columns.add(stack, 0, stack, 1)
    columns.add(stack, 0, Number.NaN, 1)
  }
  const { length, time, weight } = columns.all()
  expect([length, sum(weight), time.filter(Number.isNaN).length]).toEqual([2000, 2000, 1000])
  expect(columns.merged).toBe(0)
})

it('says of samples without a time nothing, since nothing is lost', () => {
  const columns = createSampleColumns(100)
  for (let sample = 0; sample < 1000; sample++) columns.add(sample % 3, 0, Number.NaN, 1)
  expect(columns.length).toBeLessThanOrEqual(100)
  expect([sum(columns.all().weight), columns.merged]).toEqual([1000, 0])
})

it.each([[[Infinity, -Infinity, 1e308, -1e308, Number.NaN]], [[0, 5e-324, 1e-320]], [[7]]])(
  'ends with times %j',
  (times) => {
    const columns = createSampleColumns(50)
    for (let sample = 0; sample < 1000; sample++) columns.add(sample % 7, 0, times[sample % times.length]!, 1)
    expect(sum(columns.all().weight)).toBe(1000)
    expect(columns.length).toBeLessThanOrEqual(100)
  },
)

it('samples of two lines of one stack stay two', () => {
  const builder = createProfileBuilder({ mostSamples: 16 })
  const frame = builder.frame('main', 'java')
  const stack = builder.stack(-1, frame)
  const [one, other] = [builder.line(frame, 3), builder.line(frame, 9)]
  const thread = builder.thread('')
  for (let sample = 0; sample < 99; sample++) builder.sample(stack, thread, 1, 1, [one, other, -1][sample % 3])
  const { samples, lines } = builder.finish('samples', emptyProvenance('test'))
  const byLine = new Map<number, number>()
  for (let row = 0; row < samples.length; row++) {
    const line = lines!.ofSample[row]!
    byLine.set(line, (byLine.get(line) ?? 0) + samples.weight[row]!)
  }
  expect(samples.length).toBeLessThan(20)
  expect(byLine).toEqual(
    new Map([
      [one, 33],
      [other, 33],
      [-1, 33],
    ]),
  )
})
