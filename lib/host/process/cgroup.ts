/** Control groups: which container a process is in, and whether it is frozen. */
import { kernelFiles } from '../kernel/named-files.ts'
import { errnoOf } from '../kernel/errno.ts'
import { Problem } from '../../errors.ts'
import { type PinnedProcess, problemOfProc, readProcFile, cgroupBytes } from './pinned-process.ts'
import { readStat } from './process-status.ts'

export interface CgroupMembership {
  /** Empty for the unified hierarchy (cgroup v2). */
  readonly controllers: readonly string[]
  readonly path: string
}

/** Source: cgroups(7): `6:freezer:/docker/<id>`, and `0::/system.slice/docker-<id>.scope` for version 2. */
export function parseCgroup(text: string): CgroupMembership[] {
  const memberships: CgroupMembership[] = []
  for (const line of text.split('\n')) {
    const [, controllers, path] = /^\d+:([^:]*):(.*)$/.exec(line) ?? []
    if (controllers === undefined || path === undefined) continue
    memberships.push({ controllers: controllers.split(',').filter(Boolean), path })
  }
  return memberships
}

/**
 * Every container id in the paths, innermost first: a Docker inside a container gives its containers two, and the
 * engine we ask may know either.
 */
export function containerIdsOf(text: string): string[] {
  const ids = parseCgroup(text).flatMap(
    ({ path }) => path.match(/(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/g)?.reverse() ?? [],
  )
  return [...new Set(ids)]
}

/**
 * Whether the JVM runs, is paused (docker pause: a frozen control group) or is stopped (SIGSTOP, or traced). Connecting
 * to a paused or stopped one succeeds, the answer never comes.
 *
 * Throws: Problem `target-gone`, `no-permission`.
 */
export function readRunState(p: PinnedProcess): 'running' | 'paused' | 'stopped' {
  return runStateOf(readStat(p).state, findFreezers(readCgroup(p)))
}

/**
 * Refuses a process that does not run. Throws: Problem `target-paused`, `target-stopped`, `target-gone`,
 * `no-permission`.
 */
export function assertRunning(p: PinnedProcess, target = p.label): void {
  const state = readRunState(p)
  if (state === 'paused') throw new Problem('target-paused', { target })
  if (state === 'stopped') throw new Problem('target-stopped', { target, hostPid: p.hostPid })
}

/** The state of a process whose groups are known already. `processState` is the letter of its stat. */
export function runStateOf(processState: string, freezers: readonly string[]): 'running' | 'paused' | 'stopped' {
  if (processState === 'T' || processState === 't') return 'stopped'
  return freezers.some((file) => /^(FROZEN|frozen 1)$/m.test(readGroup(file))) ? 'paused' : 'running'
}

/** The text of /proc/<hostPid>/cgroup. Throws: Problem `target-gone`, `no-permission`. */
export function readCgroup(p: PinnedProcess): string {
  try {
    return readProcFile(p, 'cgroup', cgroupBytes)
  } catch (error) {
    throw problemOfProc(error, p.label)
  }
}

/** The files that tell whether these groups are frozen. */
export function findFreezers(cgroupText: string): string[] {
  return findGroups(cgroupText, 'freezer').map(({ version, directory }) =>
    version === 1 ? `${directory}/freezer.state` : `${directory}/cgroup.events`,
  )
}

export interface GroupDirectory {
  /** Version of cgroups. Both can be there at once; then only one of them has the controller's files. */
  readonly version: 1 | 2
  /** Where the group is mounted: `/sys/fs/cgroup/cpu/docker/<id>`. */
  readonly directory: string
}

/** The groups of a process that have to do with a controller, as far as we can see them; never the root group. */
export function findGroups(cgroupText: string, controller: 'cpu' | 'cpuacct' | 'freezer'): GroupDirectory[] {
  const mounts = (mountsOfCgroups ??= findCgroupMounts())
  return parseCgroup(cgroupText).flatMap(({ controllers, path }) => {
    // The root group has no limits and cannot be frozen; one outside our view has no path we could read.
    if (path === '/' || path.split('/').includes('..')) return []
    const version = controllers.length === 0 ? 2 : 1
    if (version === 1 && !controllers.includes(controller)) return []
    const mount = mounts[version === 1 ? controller : 'unified']
    return mount === null ? [] : [{ version, directory: mount + path }]
  })
}

type CgroupMounts = Record<'freezer' | 'cpu' | 'cpuacct' | 'unified', string | null>
let mountsOfCgroups: CgroupMounts | undefined

function findCgroupMounts(): CgroupMounts {
  const mounts: CgroupMounts = { freezer: null, cpu: null, cpuacct: null, unified: null }
  for (const line of kernelFiles.readFileSync('/proc/self/mounts', 'utf8').split('\n')) {
    const [, mountPoint = '', fileSystem, options = ''] = line.split(' ')
    if (fileSystem === 'cgroup2') mounts.unified = mountPoint
    if (fileSystem !== 'cgroup') continue
    for (const controller of ['freezer', 'cpu', 'cpuacct'] as const) {
      if (options.split(',').includes(controller)) mounts[controller] = mountPoint
    }
  }
  return mounts
}

function readGroup(path: string): string {
  try {
    return kernelFiles.readFileSync(path, 'utf8').trim()
  } catch (error) {
    // The group is not mounted where we can see it, or was removed with its last process.
    if (['ENOENT', 'ENODEV', 'EACCES', 'ENOTDIR'].includes(errnoOf(error))) return ''
    throw error
  }
}
