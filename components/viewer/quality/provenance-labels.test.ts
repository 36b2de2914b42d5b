import { expect, it } from 'vitest'
import { formatShare } from '../../../lib/profile/format/units.ts'
import {
  formatEngine,
  formatMechanism,
  formatProfilerWork,
  labelOfKey,
  listNamedFrames,
  listOverhead,
  listSources,
} from './provenance-labels.ts'

it('says what a capture cost, with all attaches in one line', () => {
  const load = (cpuPercent: number) => ({ cpuPercent, seconds: 2 })
  const loads = Array.from({ length: 10 }, () => ({ what: 'load', ms: 30 }))
  const attaches = [...loads, { what: 'jcmd', ms: 11 }]
  expect(listOverhead({ before: load(12.4), during: load(13.1), attaches })).toEqual([
    ['CPU of the JVM, before', '12.4% of one CPU, over 2 s'],
    ['CPU of the JVM, during', '13.1% of one CPU, over 2 s'],
    ['Attached to the JVM', '11 times, 311 ms in all. Commands: load an agent 10, jcmd 1'],
  ])
  expect(listOverhead({ before: null, during: null, attaches: loads }).map(([, fact]) => fact)).toEqual([
    'not measured',
    'not measured',
    '10 times, 300 ms in all. Command: load an agent',
  ])
  const [once] = listOverhead({ before: null, during: null, attaches: loads.slice(9) }).slice(-1)
  expect(once).toEqual(['Attached to the JVM', 'once, 30 ms. Command: load an agent'])
  expect(listOverhead({ before: null, during: null, attaches: [] }).at(-1)).toEqual(['Attached to the JVM', 'never'])
})

it('names engine, mechanism and vantage as far as they are known', () => {
  expect(formatEngine({ engine: 'async-profiler', mechanism: 'ctimer', vantage: 'helper' })).toBe(
    'async-profiler · ctimer · helper',
  )
  expect(formatEngine({ engine: 'folded', mechanism: null, vantage: null })).toBe('folded')
})

it('counts samples of the profiles of a merge, and records where weights are of another unit', () => {
  const merged = {
    count: 1,
    profiles: [{ name: 'night', engine: 'folded', startedAt: null, durationMs: null, samples: 3 }],
  }
  expect(listSources(merged, 'samples')).toEqual([['1: night', 'folded, 3 samples']])
  expect(listSources(merged, 'bytes')).toEqual([['1: night', 'folded, 3 records']])
})

it('tells real perf events from timers', () => {
  expect(formatMechanism('ctimer')).toContain('without kernel frames')
  expect(formatMechanism('perf_events')).toContain('with kernel frames')
  expect(formatMechanism('sched_switch')).toBe(
    'sched_switch: each switch of a thread, from the scheduler of the kernel',
  )
  expect(formatMechanism('of tomorrow')).toBe('of tomorrow')
})

it('says how much of a recording was the profiler’s own', () => {
  expect(formatProfilerWork({ samples: 31, weight: 62, share: 0.42 }, 'samples')).toBe(
    `${formatShare(0.42)} of the recording, 62 samples: left out of the graph`,
  )
  expect(formatProfilerWork({ samples: 0, weight: 0, share: 0 }, 'samples')).toBe('no samples of its own')
})

it('calls facts of the target, and tools, as people do', () => {
  const keys = ['mainClass', 'hostPid', 'containerId', 'jdk', 'user', 'async-profiler']
  expect(keys.map(labelOfKey)).toEqual(['Main class', 'Host PID', 'Container ID', 'JDK', 'User', 'async-profiler'])
})

it('counts named frames of each kind as the legend calls it, and of all kinds as the stack quality does', () => {
  const resolution = {
    java: { frames: 900, named: 900 },
    vm: { frames: 90, named: 90 },
    native: { frames: 10, named: 6 },
  }
  expect(listNamedFrames(resolution)).toEqual([
    ['Java', '100% of 900 frames'],
    ['JVM, C++', '100% of 90 frames'],
    ['Native library', '60% of 10 frames'],
    ['All kinds', '99.6% of 1,000 frames'],
  ])
  expect(listNamedFrames({ java: { frames: 0, named: 0 } })).toEqual([['Java', 'none']])
})
