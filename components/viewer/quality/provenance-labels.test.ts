import { expect, it } from 'vitest'
import { sayEngine, sayMechanism, sayOverhead } from './provenance-labels.ts'

it('says what a capture cost in one line', () => {
  const load = (cpuPercent: number) => ({ cpuPercent, seconds: 2 })
  const attaches = [
    { what: 'load', ms: 30 },
    { what: 'jcmd', ms: 11 },
  ]
  expect(sayOverhead({ before: load(12.4), during: load(13.1), attaches })).toBe(
    '12 % CPU before, 13 % during; 2 attaches, 41 ms',
  )
  expect(sayOverhead({ before: null, during: load(0.5), attaches: attaches.slice(1) })).toBe(
    '0.5 % CPU during; not measured before; 1 attach, 11 ms',
  )
  expect(sayOverhead({ before: null, during: null, attaches: [] })).toBe('CPU not measured; the JVM was asked nothing')
})

it('names engine, mechanism and vantage as far as they are known', () => {
  expect(sayEngine({ engine: 'async-profiler', mechanism: 'ctimer', vantage: 'helper' })).toBe(
    'async-profiler · ctimer · helper',
  )
  expect(sayEngine({ engine: 'folded', mechanism: null, vantage: null })).toBe('folded')
})

it('tells real perf events from timers', () => {
  expect(sayMechanism('ctimer')).toContain('without kernel frames')
  expect(sayMechanism('perf_events')).toContain('with kernel frames')
  expect(sayMechanism('of tomorrow')).toBe('of tomorrow')
})
