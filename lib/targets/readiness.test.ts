import { describe, expect, test } from 'vitest'
import { findingSchema } from '../contract.ts'
import { type ContainerFileStat } from '../host/container-file.ts'
import { perfReadiness, type ReadinessFacts } from './readiness.ts'

const file = (more: Partial<ContainerFileStat>): ContainerFileStat => ({
  kind: 'file',
  uid: 1000,
  gid: 1000,
  mode: 0o644,
  bytes: 100,
  modifiedAtMs: 0,
  links: 1,
  identity: '1:1',
  ...more,
})

const ready: ReadinessFacts = {
  hostPid: 48211,
  container: { name: 'shop-1' },
  state: 'running',
  jvm: { version: '17.0.19', preserveFramePointer: true },
  options: [],
  status: { uid: 1000, signalsCaught: 0b100n, signalsIgnored: 0n },
  tmpProblem: null,
  attachSocket: null,
  symbolMap: null,
  symbolMapPath: '/tmp/perf-7.map',
  ageMs: 60_000,
  hasPerfMapAgent: false,
}

const cases: [string, Partial<ReadinessFacts>, 'blocked' | 'degraded', string][] = [
  ['a paused container', { state: 'paused' }, 'blocked', 'target-paused'],
  ['a stopped process', { state: 'stopped' }, 'blocked', 'target-stopped'],
  ['attach switched off', { options: ['-XX:+DisableAttachMechanism'] }, 'blocked', 'attach-disabled'],
  ['no handler', { status: { ...ready.status, signalsCaught: 0n } }, 'blocked', 'signal-not-caught'],
  ['a signal ignored', { status: { ...ready.status, signalsIgnored: 4n } }, 'blocked', 'signal-not-caught'],
  ['a file in place of the socket', { attachSocket: file({}) }, 'blocked', 'attach-socket-forged'],
  ['a socket of another user', { attachSocket: file({ kind: 'socket', uid: 7 }) }, 'blocked', 'attach-socket-forged'],
  ['no /tmp', { tmpProblem: 'there is no /tmp' }, 'blocked', 'tmp-not-writable'],
  ['a link in place of the map', { symbolMap: file({ kind: 'symlink' }) }, 'blocked', 'unsafe-file'],
  ['a FIFO in place of the map', { symbolMap: file({ kind: 'fifo' }) }, 'blocked', 'unsafe-file'],
  ['a map of 50 GB', { symbolMap: file({ bytes: 50 * 2 ** 30 }) }, 'blocked', 'unsafe-file'],
  ['a map of another user', { symbolMap: file({ uid: 7 }) }, 'blocked', 'unsafe-file'],
  ['JDK 11', { jvm: { ...ready.jvm, version: '11.0.2' } }, 'degraded', 'perf-map-missing'],
  ['no frame pointer', { jvm: { ...ready.jvm, preserveFramePointer: false } }, 'degraded', 'no-frame-pointer'],
]

describe('what a passive look says of perf', () => {
  test('nothing when nothing is in the way', () => {
    expect(perfReadiness(ready)).toEqual({ engine: 'perf', level: 'ready', findings: [] })
  })

  test.each(cases)('%s', (_, facts, level, code) => {
    const readiness = perfReadiness({ ...ready, ...facts })
    expect(readiness.level).toBe(level)
    expect(readiness.findings.map((finding) => finding.code)).toEqual([code])
    for (const finding of readiness.findings) {
      findingSchema.parse(finding)
      expect(finding.evidence).not.toBe('')
      expect(finding.remedy).not.toBe('')
    }
  })

  test('a JVM with -Xrs listens from its start, so no signal is needed', () => {
    const status = { ...ready.status, signalsCaught: 0n }
    const attachSocket = file({ kind: 'socket' })
    expect(perfReadiness({ ...ready, status, options: ['-Xrs'], attachSocket }).level).toBe('ready')
  })

  test('what is not known is not held against it', () => {
    expect(perfReadiness({ ...ready, jvm: { version: null, preserveFramePointer: null } }).level).toBe('ready')
  })

  test('JDK 8 with an agent configured is ready', () => {
    const jvm = { version: '1.8.0_402', preserveFramePointer: true }
    expect(perfReadiness({ ...ready, jvm, hasPerfMapAgent: true }).level).toBe('ready')
  })

  test('a command for a shell is plain, whatever the container is called', () => {
    const container = { name: "x'; reboot #" }
    const [finding] = perfReadiness({ ...ready, container, state: 'paused' }).findings
    expect(finding?.command).toBe(String.raw`docker unpause 'x'\''; reboot #'`)
  })
})
