/**
 * How much CPU time a process or its control group has used, and how long the limits of its groups have held it back.
 */
import { kernelFiles } from '../kernel/named-files.ts'
import { findGroups, readCgroup } from './cgroup.ts'
import { errnoOf } from '../kernel/errno.ts'
import { unlessProblem } from '../../errors.ts'
import type { PinnedProcess } from './pinned-process.ts'
import { readStat } from './process-status.ts'

/** How much CPU a process's container has used so far; the process alone where it is in no group of its own. */
export interface CpuUsage {
  readonly of: 'cgroup' | 'process'
  /** Units: ms of one CPU, user and kernel. null once it is gone. */
  read(): number | null
}

/** USER_HZ, the same on every architecture that Hearth runs on. */
const ticksPerSecond = 100

/** `inContainer`: its innermost group is the container's alone. Throws: Problem `target-gone`, `no-permission`. */
export function openCpuUsage(p: PinnedProcess, inContainer: boolean): CpuUsage {
  const files = inContainer ? usageFiles(readCgroup(p)) : []
  const file = files.find((candidate) => readCounts(candidate, parseUsageMs) !== null)
  if (file !== undefined) return { of: 'cgroup', read: () => readCounts(file, parseUsageMs) }
  return { of: 'process', read: () => readProcessMs(p) }
}

function usageFiles(cgroupText: string): string[] {
  return findGroups(cgroupText, 'cpuacct').map(({ directory, version }) =>
    version === 1 ? `${directory}/cpuacct.usage` : `${directory}/cpu.stat`,
  )
}

/** null where the group keeps no such counts, or is gone. */
function readCounts<Counts>(file: string, parse: (text: string) => Counts | null): Counts | null {
  try {
    return parse(kernelFiles.readFileSync(file, 'utf8'))
  } catch (error) {
    if (['ENOENT', 'ENODEV', 'EACCES', 'ENOTDIR'].includes(errnoOf(error))) return null
    throw error
  }
}

/** Source: cgroup-v1/cpuacct.rst: one number, ns; cgroup-v2.rst, cpu.stat: `usage_usec 123`. */
export function parseUsageMs(text: string): number | null {
  if (/^\d+\s*$/.test(text)) return Number(text) / 1e6
  const microseconds = /^usage_usec (\d+)$/m.exec(text)?.[1]
  return microseconds === undefined ? null : Number(microseconds) / 1e3
}

function readProcessMs(p: PinnedProcess): number | null {
  return unlessProblem(() => (readStat(p).cpuTicks * 1000) / ticksPerSecond, null)
}

/** How a CPU limit has held a group back since it was made. */
export interface Throttling {
  /** Periods in which the group used up its share. */
  readonly periods: number
  /** Time that threads waited for the limit: two threads on two CPUs count twice. */
  readonly throttledMs: number
}

/** Control groups looked at for limits of CPU, the process's own first: a pod's limit holds its containers, too. */
const maxLevels = 8

/** Paths of the `cpu.stat` of the process's group and of those around it that count throttling, innermost first. */
export function findCpuStats(cgroupText: string): string[] {
  const cpuStats: string[] = []
  for (const { directory } of findGroups(cgroupText, 'cpu')) {
    const steps = directory.split('/')
    // `/sys/fs/cgroup`, four steps with the empty one before it, is the last in which a group can be.
    for (let level = 0; level < maxLevels && steps.length > 3; level++) {
      const file = `${steps.join('/')}/cpu.stat`
      if (readThrottling(file) !== null) cpuStats.push(file)
      steps.pop()
    }
  }
  return cpuStats
}

/** null where the group keeps no count of it, or is gone. */
export function readThrottling(cpuStat: string): Throttling | null {
  return readCounts(cpuStat, parseCpuStat)
}

/**
 * Gives null where no throttling is counted, as in the root's group.
 *
 * Source: the kernel's sched-bwc.rst: `throttled_time` in ns (version 1), `throttled_usec` in µs (version 2).
 */
export function parseCpuStat(text: string): Throttling | null {
  const values = new Map(text.split('\n').map((line) => line.split(' ') as [string, string | undefined]))
  const periods = Number(values.get('nr_throttled'))
  const throttledMs = Number(values.get('throttled_time')) / 1e6 || Number(values.get('throttled_usec')) / 1e3 || 0
  return Number.isFinite(periods) ? { periods, throttledMs } : null
}
