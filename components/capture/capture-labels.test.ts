import { expect, it } from 'vitest'
import { describeRequest } from './capture-labels.ts'

const request = { mode: 'timed', seconds: 30, frequencyHz: 99 } as const

it('says the rate of samples of the CPU', () => {
  expect(describeRequest({ ...request, events: ['cpu'] })).toBe('CPU for 30 s at 99 Hz')
  expect(describeRequest({ ...request, mode: 'flight-recorder', events: ['cpu'] })).toBe(
    'CPU, keeping the last 30 s, at 99 Hz',
  )
})

it('says no rate of events that have another one, or are all counted', () => {
  expect(describeRequest({ ...request, events: ['off-cpu'] })).toBe('Off-CPU for 30 s')
  expect(describeRequest({ ...request, events: ['wall', 'alloc'] })).toBe('Wall clock and Allocations for 30 s')
})
