import { describe, expect, test } from 'vitest'
import { findingSchema } from '../../contract/doctor.ts'
import type { EventId } from '../../profile/model/event-ids.ts'
import { sampleFacts } from '../../testing/hosts/sample-facts.ts'
import { asyncProfilerChecks } from './async-profiler.ts'
import type { ReadinessFacts } from './facts.ts'

const ready = sampleFacts()
const javaVersion = (version: string) => ({ jvm: { version, preserveFramePointer: null } })

const cases: [string, Partial<ReadinessFacts>, EventId, 'blocked' | 'degraded', string][] = [
  ['a paused container', { state: 'paused' }, 'cpu', 'blocked', 'target-paused'],
  ['attach switched off', { options: ['-XX:+DisableAttachMechanism'] }, 'cpu', 'blocked', 'attach-disabled'],
  ['no library of ours', { asyncProfiler: null }, 'cpu', 'blocked', 'async-profiler-missing'],
  ['agents refused', { options: ['-XX:-EnableDynamicAgentLoading'] }, 'cpu', 'blocked', 'dynamic-loading-disabled'],
  ['another profiler', { mappedLibraries: ['/tmp/libasyncProfiler.so'] }, 'cpu', 'blocked', 'other-profiler'],
  ['OpenJ9', { mappedLibraries: ['/opt/java/lib/default/libj9vm29.so'] }, 'cpu', 'blocked', 'not-a-jvm'],
  [
    'no place for a library',
    { libraryLocation: { reason: '/tmp is mounted noexec' } },
    'cpu',
    'blocked',
    'no-library-place',
  ],
  [
    'libraries that its image lacks',
    { loadObstacles: { perfMapAgent: null, asyncProfiler: { kind: 'missing', files: ['libdl.so.2', 'librt.so.1'] } } },
    'cpu',
    'blocked',
    'library-not-loaded',
  ],
  [
    'an old C library',
    {
      loadObstacles: {
        perfMapAgent: null,
        asyncProfiler: { kind: 'too-old', file: 'libc.so.6', version: 'GLIBC_2.34' },
      },
    },
    'wall',
    'blocked',
    'library-not-loaded',
  ],
  ['JDK 7', javaVersion('1.7.0_80'), 'cpu', 'blocked', 'jdk-too-old'],
  ['the live heap of JDK 8', javaVersion('1.8.0_402'), 'live-heap', 'blocked', 'jdk-too-old'],
  ['allocations of JDK 8', javaVersion('1.8.0_402'), 'alloc', 'degraded', 'alloc-needs-symbols'],
]

describe('what a passive look says of async-profiler', () => {
  test('nothing when nothing is in the way', () => {
    for (const event of ['cpu', 'wall', 'alloc', 'lock', 'live-heap'] as const) {
      expect(asyncProfilerChecks(ready, event)).toEqual([])
    }
  })

  test.each(cases)('%s', (_, facts, event, level, code) => {
    const findings = asyncProfilerChecks({ ...ready, ...facts }, event)
    expect(findings).toMatchObject([{ code, level }])
    for (const finding of findings) {
      findingSchema.parse(finding)
      expect(finding.evidence).not.toBe('')
      expect(finding.remedy).not.toBe('')
    }
  })

  test('frame pointers, and a symbol map, are not needed', () => {
    const facts = { ...ready, jvm: { version: '1.8.0_402', preserveFramePointer: false }, perfMapAgent: null }
    expect(asyncProfilerChecks(facts, 'cpu')).toEqual([])
  })

  test('agents that are allowed again by a later option are allowed', () => {
    const options = ['-XX:-EnableDynamicAgentLoading', '-XX:+EnableDynamicAgentLoading']
    expect(asyncProfilerChecks({ ...ready, options }, 'cpu')).toEqual([])
  })

  test('the files that its image lacks are named', () => {
    const obstacle = { kind: 'missing', files: ['libdl.so.2', 'libpthread.so.0', 'librt.so.1'] } as const
    const [finding] = asyncProfilerChecks(
      { ...ready, loadObstacles: { perfMapAgent: null, asyncProfiler: obstacle } },
      'cpu',
    )
    expect(finding?.title).toBe(
      'Its image lacks libdl.so.2, libpthread.so.0 and librt.so.1, which async-profiler needs.',
    )
    expect(finding?.remedy).toContain('Add these files to its image')
  })
})
