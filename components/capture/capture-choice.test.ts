import { expect, it } from 'vitest'
import { defaultChoice, isCaptureChoice, parseCaptureChoice } from './capture-choice.ts'

it('is CPU with the best engine for 30 s at 99 Hz until the user chooses', () => {
  expect(parseCaptureChoice(null)).toMatchObject({ engine: 'auto', events: ['cpu'], seconds: 30, frequencyHz: 99 })
})

it('is what was kept, also by a Hearth that knew seconds and frequency only', () => {
  const kept = { ...defaultChoice, engine: 'jfr', events: ['alloc', 'lock'] }
  expect(parseCaptureChoice(JSON.stringify(kept))).toEqual(kept)
  expect(parseCaptureChoice('{"seconds":10,"frequencyHz":199}')).toEqual({
    ...defaultChoice,
    seconds: 10,
    frequencyHz: 199,
  })
})

it.each(['', '{', 'null', '[]', '{"seconds":0}', '{"frequencyHz":99999}', '{"events":[]}', '{"engine":"gdb"}'])(
  'is the default when the storage holds %j',
  (stored) => {
    expect(parseCaptureChoice(stored)).toBe(defaultChoice)
  },
)

it('has limits', () => {
  expect(isCaptureChoice({ ...defaultChoice, seconds: 600, frequencyHz: 999 })).toBe(true)
  expect(isCaptureChoice({ ...defaultChoice, seconds: 601 })).toBe(false)
  expect(isCaptureChoice({ ...defaultChoice, seconds: 1.5 })).toBe(false)
})
