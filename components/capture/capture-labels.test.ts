import { expect, it } from 'vitest'
import { describeEnder, describePerson, describeRequest } from './capture-labels.ts'

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

it('names who began a capture: a person, a token, or a command on the host, which has no person', () => {
  const names = ['Ann', 'token ci', 'command line', 'a\u202enn']
  expect(names.map((name) => describePerson(name))).toEqual(['Ann', 'token ci', 'a command on the host', 'a‹U+202E›nn'])
  const first = names.slice(0, 3).map((name) => describePerson(name, true))
  expect(first).toEqual(['Ann', 'Token ci', 'A command on the host'])
})

it('says who ended a capture, unless that is the user who began it', () => {
  const isOwn = (name: string) => name === 'Ann'
  const cases = [
    ['Ann', null, ''],
    ['Ann', 'Ann', ''],
    ['Ann', 'Bo', ' by Bo'],
    ['Bo', 'Ann', ' by you'],
    ['Bo', 'Bo', ' by Bo'],
    ['Bo', null, ''],
  ] as const
  for (const [requestedBy, endedBy, text] of cases)
    expect(describeEnder({ requestedBy, endedBy }, isOwn), `${requestedBy}, ${endedBy}`).toBe(text)
})
