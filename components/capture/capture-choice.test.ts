import { expect, it } from 'vitest'
import { defaultChoice, isCaptureChoice, parseCaptureChoice } from './capture-choice.ts'

it('is 30 s at 99 Hz until somebody chooses', () => {
  expect(parseCaptureChoice(null)).toEqual({ seconds: 30, frequencyHz: 99 })
})

it('is what was kept', () => {
  expect(parseCaptureChoice('{"seconds":10,"frequencyHz":199}')).toEqual({ seconds: 10, frequencyHz: 199 })
})

it.each(['', '{', 'null', '[]', '{"seconds":0,"frequencyHz":99}', '{"seconds":30,"frequencyHz":99999}'])(
  'is the default when the storage holds %j',
  (stored) => {
    expect(parseCaptureChoice(stored)).toBe(defaultChoice)
  },
)

it('has limits', () => {
  expect(isCaptureChoice({ seconds: 600, frequencyHz: 999 })).toBe(true)
  expect(isCaptureChoice({ seconds: 601, frequencyHz: 99 })).toBe(false)
  expect(isCaptureChoice({ seconds: 1.5, frequencyHz: 99 })).toBe(false)
})
