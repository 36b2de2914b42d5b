/**
 * On which work perf takes its samples.
 *
 * Always on all CPUs, never with --pid: perf 6.1 that holds events of single threads burns a whole CPU from the moment
 * one of them ends (poll() answers POLLHUP for its descriptor again and again: 600,000 times a second, seen on Linux
 * 6.18), and JVMs end threads all the time. So the control group bounds the recording, and PIDs the part of it that is
 * read.
 */
import { kernelFiles } from '../../host/kernel/named-files.ts'
import { parseCgroup, readCgroup } from '../../host/process/cgroup.ts'
import type { PinnedProcess } from '../../host/process/pinned-process.ts'

/**
 * A control group and those below it, as a path below its hierarchy's mount point, `docker/9414d0...`; null for all
 * work.
 */
export type PerfCgroup = string | null

/** The event stands first: perf wants events before the groups they are limited to. Idle CPUs belong to no group. */
export function scopeArguments(cgroup: PerfCgroup, event: string): string[] {
  if (cgroup === null) return ['--event', `${event}:I`, '--all-cpus']
  return ['--event', event, '--all-cpus', '--cgroup', cgroup]
}

/**
 * The group around a process, of its container where it is in one; null where we cannot see it (a helper container has
 * a view of its own, and a host may keep containers out of the hierarchy that perf uses) or where it is the root's.
 *
 * perf looks into the hierarchy of the controller perf_event where one is mounted, else into version 2's.
 */
export function findPerfCgroup(process: PinnedProcess, containerId: string | null): PerfCgroup {
  const mount = perfCgroupMount(kernelFiles.readFileSync('/proc/self/mounts', 'utf8'))
  if (mount === null) return null
  const path = perfCgroupPath(readCgroup(process), containerId, mount.version)
  return path !== null && kernelFiles.existsSync(`${mount.directory}/${path}/cgroup.procs`) ? path : null
}

/** Source: cgroupfs_find_mountpoint() of perf; proc_mounts(5). */
export function perfCgroupMount(mounts: string): { version: 1 | 2; directory: string } | null {
  let unified: string | null = null
  for (const line of mounts.split('\n')) {
    const [, directory = '', fileSystem, options = ''] = line.split(' ')
    if (fileSystem === 'cgroup' && options.split(',').includes('perf_event')) return { version: 1, directory }
    if (fileSystem === 'cgroup2') unified ??= directory
  }
  return unified === null ? null : { version: 2, directory: unified }
}

/** The container's own group, also where the process is in one below it. */
export function perfCgroupPath(cgroupText: string, containerId: string | null, version: 1 | 2): string | null {
  for (const { controllers, path } of parseCgroup(cgroupText)) {
    if (version === 1 ? !controllers.includes('perf_event') : controllers.length > 0) continue
    const steps = path.split('/').filter(Boolean)
    // A cgroup outside of our view (`/../9414d0`) is nowhere below the mount point.
    if (steps.length === 0 || steps.includes('..')) return null
    if (containerId === null) return steps.join('/')
    const containerStep = steps.findLastIndex((step) => step.includes(containerId))
    return containerStep === -1 ? null : steps.slice(0, containerStep + 1).join('/')
  }
  return null
}
