import { expect, test } from 'vitest'
import type { HelperNeeds } from '../capture/engine.ts'
import type { DaemonFacts } from '../host/docker/helper-container.ts'
import { sampleContainer, sampleTarget } from '../testing/samples.ts'
import { capabilitiesFor, helperLabel, type HelperPlan, ownerLabel, planHelper, untilLabel } from './plan-helper.ts'
import { isOrphan } from './helpers.ts'

const target = sampleTarget({
  container: sampleContainer(),
  user: { uid: 103, gid: 1000, name: 'app', hasCapabilities: false },
})
const none: HelperNeeds = { pid: 'container', user: 'target', capabilities: [], network: 'none' }
const daemon: DaemonFacts = { version: '28.0', kernel: '6.1.0', architecture: 'x86_64', security: ['seccomp'] }
const plan = (more: Partial<HelperPlan> = {}) =>
  planHelper({
    image: 'helper',
    needs: none,
    target,
    daemon,
    knowsPerfmon: true,
    name: 'x',
    labels: {},
    maxSeconds: 60,
    ...more,
  })

test('a helper without needs is the JVM’s own user and may do nothing else', () => {
  const { User, HostConfig } = plan()
  expect(User).toBe('103:1000')
  expect(HostConfig).toMatchObject({
    PidMode: `container:${target.container!.id}`,
    CapDrop: ['ALL'],
    CapAdd: [],
    Privileged: false,
    NetworkMode: 'none',
    ReadonlyRootfs: true,
    SecurityOpt: ['no-new-privileges'],
  })
  expect(HostConfig).not.toHaveProperty('Binds')
})

test('a JVM outside containers is seen through the host’s PIDs', () => {
  const { HostConfig } = plan({ target: { ...target, container: null } })
  expect(HostConfig).toMatchObject({ PidMode: 'host', CgroupnsMode: 'host' })
})

test('a helper shares the network of its target only where it is asked to', () => {
  const { HostConfig } = plan({ needs: { ...none, network: 'container' } })
  expect(HostConfig?.NetworkMode).toBe(`container:${target.container!.id}`)
})

test('with remapped users a helper counts as the host does', () => {
  expect(plan().HostConfig).not.toHaveProperty('UsernsMode')
  expect(plan({ daemon: { ...daemon, security: ['userns'] } }).HostConfig?.UsernsMode).toBe('host')
})

test('it is ended after its time, unless it is to stay', () => {
  expect(plan().Entrypoint).toContain('60')
  expect(plan({ maxSeconds: null }).Entrypoint).not.toContain('/usr/bin/timeout')
})

test.each([
  ['6.1.0-18-amd64', true, ['BPF', 'PERFMON', 'SYSLOG']],
  ['6.1.0-18-amd64', false, ['SYSLOG', 'SYS_ADMIN']],
  ['5.8.0', true, ['BPF', 'PERFMON', 'SYSLOG']],
  ['5.4.0-150-generic', true, ['SYSLOG', 'SYS_ADMIN']],
  ['4.19.0', true, ['SYSLOG', 'SYS_ADMIN']],
])('on kernel %s, perfmon known to the engine: %s', (kernel, knowsPerfmon, expected) => {
  expect(capabilitiesFor(['SYSLOG', 'PERFMON', 'BPF'], kernel, knowsPerfmon)).toEqual(expected)
})

test.each([
  ['of this very run', { [helperLabel]: 'run', [ownerLabel]: 'me', [untilLabel]: '1' }, false],
  ['of a run before with our run directory', { [helperLabel]: 'old', [ownerLabel]: 'me', [untilLabel]: '5000' }, true],
  ['of another collector, in its time', { [helperLabel]: 'old', [ownerLabel]: 'you', [untilLabel]: '5000' }, false],
  ['of another collector, after its time', { [helperLabel]: 'old', [ownerLabel]: 'you', [untilLabel]: '999' }, true],
  ['that stays, of another collector', { [helperLabel]: 'old', [ownerLabel]: 'you', [untilLabel]: '0' }, false],
])('a helper %s: orphan %s', (_, labels, expected) => {
  expect(isOrphan({ id: 'x', labels }, 'me', 'run', 1000)).toBe(expected)
})
