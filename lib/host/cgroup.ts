/** Control groups: which container a process is in, and whether it is frozen. */
import fs from 'node:fs'
import { errnoOf } from './errno.ts'
import { type PinnedProcess, problemOfProc, readProcFile } from './pinned-process.ts'
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
 * Does the process get CPU at all? `paused` is a frozen control group (docker pause), `stopped` a process that got
 * SIGSTOP or is traced. Connecting to either succeeds, the answer never comes.
 *
 * Throws: Problem `target-gone`, `no-permission`.
 */
export function readRunState(p: PinnedProcess): 'running' | 'paused' | 'stopped' {
  return runStateOf(readStat(p).state, findFreezers(readCgroup(p)))
}

/** The same for a process whose groups are known already. `processState` is the letter of its stat. */
export function runStateOf(processState: string, freezers: readonly string[]): 'running' | 'paused' | 'stopped' {
  if (processState === 'T' || processState === 't') return 'stopped'
  return freezers.some((file) => /^(FROZEN|frozen 1)$/m.test(readGroup(file))) ? 'paused' : 'running'
}

/** The text of /proc/<hostPid>/cgroup. Throws: Problem `target-gone`, `no-permission`. */
export function readCgroup(p: PinnedProcess): string {
  try {
    return readProcFile(p, 'cgroup', 65536)
  } catch (error) {
    throw problemOfProc(error, p.label)
  }
}

/** The files that tell whether these groups are frozen. */
export function findFreezers(cgroupText: string): string[] {
  const { freezer, unified } = (mountsOfCgroups ??= findCgroupMounts())
  return parseCgroup(cgroupText).flatMap(({ controllers, path }) => {
    // The root group cannot be frozen; one outside our view has no path we could read.
    if (path === '/' || path.split('/').includes('..')) return []
    if (controllers.includes('freezer')) return freezer === null ? [] : [`${freezer}${path}/freezer.state`]
    return controllers.length > 0 || unified === null ? [] : [`${unified}${path}/cgroup.events`]
  })
}

let mountsOfCgroups: { freezer: string | null; unified: string | null } | undefined

function findCgroupMounts(): { freezer: string | null; unified: string | null } {
  let freezer: string | null = null
  let unified: string | null = null
  for (const line of fs.readFileSync('/proc/self/mounts', 'utf8').split('\n')) {
    const [, mountPoint = '', fileSystem, options = ''] = line.split(' ')
    if (fileSystem === 'cgroup2') unified = mountPoint
    if (fileSystem === 'cgroup' && options.split(',').includes('freezer')) freezer = mountPoint
  }
  return { freezer, unified }
}

function readGroup(path: string): string {
  try {
    return fs.readFileSync(path, 'utf8').trim()
  } catch (error) {
    // Not mounted where we can see it, or removed with its last process.
    if (['ENOENT', 'ENODEV', 'EACCES', 'ENOTDIR'].includes(errnoOf(error))) return ''
    throw error
  }
}
