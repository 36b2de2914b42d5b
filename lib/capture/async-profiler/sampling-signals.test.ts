import { expect, it } from 'vitest'
import { samplingSignals } from './sampling-signals.ts'

const bits = (...signals: number[]) => signals.reduce((mask, signal) => mask | (1n << BigInt(signal - 1)), 0n)
const sigprof = 27

it('keeps away from SIGPROF, and from what the service uses itself', () => {
  expect(samplingSignals({ signalsCaught: 0n, signalsIgnored: 0n }, false)).toEqual(['signal=62/61'])
  expect(samplingSignals({ signalsCaught: bits(sigprof, 62), signalsIgnored: 0n }, false)).toEqual(['signal=60/59'])
  expect(samplingSignals({ signalsCaught: 0n, signalsIgnored: bits(61, 60) }, false)).toEqual(['signal=58/57'])
})

it('takes the same again where our library is already, though only one of the two was needed then', () => {
  expect(samplingSignals({ signalsCaught: bits(62), signalsIgnored: 0n }, true)).toEqual(['signal=62/61'])
  expect(samplingSignals({ signalsCaught: bits(59), signalsIgnored: 0n }, true)).toEqual(['signal=60/59'])
})

it('leaves the choice to async-profiler where nothing is free', () => {
  const signalsCaught = bits(57, 59, 61)
  expect(samplingSignals({ signalsCaught, signalsIgnored: 0n }, false)).toEqual([])
})
