import { expect, test } from 'vitest'
import { sampleLoad } from '../testing/samples.ts'
import { describeMeasuredPart } from './measured-part.ts'

test('of which part the numbers are is said of all runs, and where they differ', () => {
  const measured = { load: sampleLoad(10) }
  const whole = { load: sampleLoad(10, { excludesWarmUp: false }) }
  const failed = { load: null }
  expect(describeMeasuredPart([measured, failed])).toBe('The numbers are of the time after the warm-up.')
  expect(describeMeasuredPart([whole, failed, whole])).toBe('The numbers are of the whole load, warm-up included.')
  expect(describeMeasuredPart([measured, whole, failed, measured])).toBe(
    'The numbers are of the time after the warm-up; in 1 of 3 runs of the whole load, warm-up included.',
  )
})
