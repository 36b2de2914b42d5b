import { expect, test } from 'vitest'
import { perfCgroupMount, perfCgroupPath, scopeArguments } from './perf-scope.ts'

const id = 'a'.repeat(64)
const unified = 'cgroup2 /sys/fs/cgroup/unified cgroup2 rw 0 0\n'

test.each([
  ['where version 1 has the controller', `${unified}cgroup /sys/fs/cgroup/perf_event cgroup rw,perf_event 0 0\n`, 1],
  ['else in version 2', `cgroup /sys/fs/cgroup/cpu cgroup rw,cpu 0 0\n${unified}`, 2],
  ['or nowhere', 'cgroup /sys/fs/cgroup/cpu cgroup rw,cpu 0 0\n', null],
])('perf looks for cgroups %s', (_, mounts, version) => {
  expect(perfCgroupMount(mounts)?.version ?? null).toBe(version)
})

test.each<[string, string, string | null, 1 | 2, string | null]>([
  ['Docker with cgroupfs', `1:cpu:/x\n0::/docker/${id}\n`, id, 2, `docker/${id}`],
  ['Docker with systemd', `0::/system.slice/docker-${id}.scope\n`, id, 2, `system.slice/docker-${id}.scope`],
  ['a process deeper inside', `0::/docker/${id}/init/x\n`, id, 2, `docker/${id}`],
  [
    'a container in a container',
    `0::/docker/${'b'.repeat(64)}/docker/${id}\n`,
    id,
    2,
    `docker/${'b'.repeat(64)}/docker/${id}`,
  ],
  ['version 1', `6:cpuset,perf_event:/docker/${id}\n0::/\n`, id, 1, `docker/${id}`],
  ['a helper container, which sees it from aside', `0::/../${id}\n`, id, 2, null],
  ['a hierarchy without containers', `0::/system.slice/docker.service\n`, id, 2, null],
  ['a service outside containers', `0::/system.slice/shop.service\n`, null, 2, 'system.slice/shop.service'],
  ['the root group, to which all processes belong', `0::/\n`, null, 2, null],
])('the cgroup of %s', (_, text, containerId, version, path) => {
  expect(perfCgroupPath(text, containerId, version)).toBe(path)
})

test('the event precedes the cgroup in the arguments, and no single thread is selected', () => {
  expect(scopeArguments('docker/x', 'cycles')).toEqual(['--event', 'cycles', '--all-cpus', '--cgroup', 'docker/x'])
  expect(scopeArguments(null, 'cpu-clock')).toEqual(['--event', 'cpu-clock:I', '--all-cpus'])
})
