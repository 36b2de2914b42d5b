import { expect, it } from 'vitest'
import { formatShare } from '../../../lib/profile/format/units.ts'
import { formatEngine, formatMechanism, listOverhead, formatProfilerWork } from './provenance-labels.ts'

it('says what a capture cost, with all attaches in one line', () => {
  const load = (cpuPercent: number) => ({ cpuPercent, seconds: 2 })
  const loads = Array.from({ length: 10 }, () => ({ what: 'load', ms: 30 }))
  const attaches = [...loads, { what: 'jcmd', ms: 11 }]
  expect(listOverhead({ before: load(12.4), during: load(13.1), attaches })).toEqual([
    ['CPU of the JVM, before', '12.4% of one CPU, over 2 s'],
    ['CPU of the JVM, during', '13.1% of one CPU, over 2 s'],
    ['attached to the JVM', '11 times, 311 ms in all; commands: load 10, jcmd 1'],
  ])
  expect(listOverhead({ before: null, during: null, attaches: loads }).map(([, fact]) => fact)).toEqual([
    'not measured',
    'not measured',
    '10 times, 300 ms in all; command: load',
  ])
  const [once] = listOverhead({ before: null, during: null, attaches: loads.slice(9) }).slice(-1)
  expect(once).toEqual(['attached to the JVM', 'once, 30 ms; command: load'])
  expect(listOverhead({ before: null, during: null, attaches: [] }).at(-1)).toEqual(['attached to the JVM', 'never'])
})

it('names engine, mechanism and vantage as far as they are known', () => {
  expect(formatEngine({ engine: 'async-profiler', mechanism: 'ctimer', vantage: 'helper' })).toBe(
    'async-profiler · ctimer · helper',
  )
  expect(formatEngine({ engine: 'folded', mechanism: null, vantage: null })).toBe('folded')
})

it('tells real perf events from timers', () => {
  expect(formatMechanism('ctimer')).toContain('without kernel frames')
  expect(formatMechanism('perf_events')).toContain('with kernel frames')
  expect(formatMechanism('of tomorrow')).toBe('of tomorrow')
})

it('says how much of a recording was the profiler’s own', () => {
  expect(formatProfilerWork({ samples: 31, weight: 62, share: 0.42 }, 'samples')).toBe(
    `${formatShare(0.42)} of the recording, 62 samples: left out of the graph`,
  )
  expect(formatProfilerWork({ samples: 0, weight: 0, share: 0 }, 'samples')).toBe('no samples of its own')
})
