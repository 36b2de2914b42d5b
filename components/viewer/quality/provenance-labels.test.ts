import { expect, it } from 'vitest'
import { formatShare } from '../../../lib/profile/format/units.ts'
import { formatEngine, formatMechanism, formatOverhead, formatProfilerWork } from './provenance-labels.ts'

it('says what a capture cost in one line', () => {
  const load = (cpuPercent: number) => ({ cpuPercent, seconds: 2 })
  const attaches = [
    { what: 'load', ms: 30 },
    { what: 'jcmd', ms: 11 },
  ]
  expect(formatOverhead({ before: load(12.4), during: load(13.1), attaches })).toBe(
    '12.4% CPU before, 13.1% during; 2 attaches, 41 ms',
  )
  expect(formatOverhead({ before: null, during: load(0.5), attaches: attaches.slice(1) })).toBe(
    '0.5% CPU during; not measured before; 1 attach, 11 ms',
  )
  expect(formatOverhead({ before: null, during: null, attaches: [] })).toBe('CPU not measured; no attach')
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
