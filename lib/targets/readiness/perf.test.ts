import { describe, expect, test } from 'vitest'
import { findingSchema } from '../../contract/doctor.ts'
import { sampleFacts, sampleStat as file } from '../../testing/hosts/sample-facts.ts'
import type { ReadinessFacts } from './facts.ts'
import { perfChecks } from './perf.ts'

const ready = sampleFacts()

const cases: [string, Partial<ReadinessFacts>, 'blocked' | 'degraded', string][] = [
  ['a paused container', { state: 'paused' }, 'blocked', 'target-paused'],
  ['a stopped process', { state: 'stopped' }, 'blocked', 'target-stopped'],
  ['attach switched off', { options: ['-XX:+DisableAttachMechanism'] }, 'degraded', 'attach-disabled'],
  ['no handler', { status: { ...ready.status, signalsCaught: 0n } }, 'degraded', 'signal-not-caught'],
  ['a signal ignored', { status: { ...ready.status, signalsIgnored: 4n } }, 'degraded', 'signal-not-caught'],
  ['no socket after the attach signal', { hasUnansweredSignal: true }, 'degraded', 'attach-unanswered'],
  ['a /tmp that a map may fill', { tmpFreeBytes: 2 ** 20 - 1 }, 'degraded', 'tmp-too-small'],
  ['a file in place of the socket', { attachSocket: file({}) }, 'degraded', 'attach-socket-forged'],
  ['a socket of another user', { attachSocket: file({ kind: 'socket', uid: 7 }) }, 'degraded', 'attach-socket-forged'],
  ['no /tmp', { tmpProblem: 'there is no /tmp' }, 'degraded', 'tmp-not-writable'],
  ['a link in place of the map', { symbolMap: file({ kind: 'symlink' }) }, 'degraded', 'unsafe-file'],
  ['a FIFO in place of the map', { symbolMap: file({ kind: 'fifo' }) }, 'degraded', 'unsafe-file'],
  ['a map of 50 GB', { symbolMap: file({ bytes: 50 * 2 ** 30 }) }, 'degraded', 'unsafe-file'],
  ['a map of another user', { symbolMap: file({ uid: 7 }) }, 'degraded', 'unsafe-file'],
  ['JDK 11', { jvm: { ...ready.jvm, version: '11.0.2' } }, 'degraded', 'perf-map-missing'],
  ['no frame pointer', { jvm: { ...ready.jvm, preserveFramePointer: false } }, 'degraded', 'no-frame-pointer'],
]

describe('what a passive look says of perf', () => {
  test('nothing when nothing is in the way', () => {
    expect(perfChecks(ready)).toEqual([])
  })

  test.each(cases)('%s', (_, facts, level, code) => {
    const findings = perfChecks({ ...ready, ...facts })
    expect(findings).toMatchObject([{ code, level }])
    for (const finding of findings) {
      findingSchema.parse(finding)
      const isOfNames = level === 'degraded' && code !== 'no-frame-pointer'
      expect(finding.title.includes('The graph will lack the names of Java methods.')).toBe(isOfNames)
      expect(finding.evidence).not.toBe('')
      expect(finding.remedy).not.toBe('')
    }
  })

  test('its first words are the cause, also where an environment variable holds the option', () => {
    const [finding] = perfChecks({ ...ready, options: ['-Xmx1g', '-XX:+DisableAttachMechanism'] })
    expect(finding?.title).toMatch(/^Attaching is disabled \(-XX:\+DisableAttachMechanism\)\. /)
  })

  test('an agent that the JVM could not load is none', () => {
    const jvm = { version: '1.8.0_402', preserveFramePointer: true }
    const obstacle = { kind: 'missing', files: ['libstdc++.so.6'] } as const
    const loadObstacles = { ...ready.loadObstacles, perfMapAgent: obstacle }
    const [finding] = perfChecks({ ...ready, jvm, perfMapAgent: { dynamic: null }, loadObstacles })
    expect(finding).toMatchObject({ code: 'perf-map-missing', level: 'degraded', evidence: 'NEEDED libstdc++.so.6' })
    expect(finding?.title).toContain('lacks libstdc++.so.6, which perf-map-agent needs')
  })

  test('a JVM with -Xrs listens from its start, so no signal is needed', () => {
    const status = { ...ready.status, signalsCaught: 0n }
    const attachSocket = file({ kind: 'socket' })
    expect(perfChecks({ ...ready, status, options: ['-Xrs'], attachSocket })).toEqual([])
  })

  test('what is not known is not held against it', () => {
    expect(perfChecks({ ...ready, jvm: { version: null, preserveFramePointer: null } })).toEqual([])
  })

  test('JDK 8 with an agent configured is ready, with a note that the agent may crash it', () => {
    const jvm = { version: '1.8.0_402', preserveFramePointer: true }
    const findings = perfChecks({ ...ready, jvm, perfMapAgent: { dynamic: null } })
    expect(findings).toMatchObject([
      { code: 'perf-map-agent-loaded', level: 'note', evidence: 'java.version 1.8.0_402' },
    ])
  })

  test('JDK 17 with an agent configured has no note of it: the agent is not loaded', () => {
    expect(perfChecks({ ...ready, perfMapAgent: { dynamic: null } })).toEqual([])
  })

  test('a command for a shell is plain, whatever the container is called', () => {
    const container = { name: "x'; reboot #", readOnlyRoot: false }
    const [finding] = perfChecks({ ...ready, container, state: 'paused' })
    expect(finding?.command).toBe(String.raw`docker unpause 'x'\''; reboot #'`)
  })
})
