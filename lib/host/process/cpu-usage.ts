/** How much CPU a process's container has used so far; the process alone where it is in no group of its own. */
import fs from 'node:fs'
import { isProblem } from '../../errors.ts'
import { findGroups, readCgroup } from './cgroup.ts'
import { errnoOf } from '../kernel/errno.ts'
import type { PinnedProcess } from './pinned-process.ts'
import { readStat } from './process-status.ts'

export interface CpuUsage {
  readonly of: 'cgroup' | 'process'
  /** Units: ms of one CPU, user and kernel. null once it is gone. */
  read(): number | null
}

/** USER_HZ, the same on every architecture that Hearth runs on. */
const ticksPerSecond = 100

/** `inContainer`: its innermost group is the container's and nobody else's. Throws: Problem `target-gone`, `no-permission`. */
export function openCpuUsage(p: PinnedProcess, inContainer: boolean): CpuUsage {
  const files = inContainer ? usageFiles(readCgroup(p)) : []
  const file = files.find((candidate) => readUsageMs(candidate) !== null)
  if (file !== undefined) return { of: 'cgroup', read: () => readUsageMs(file) }
  return { of: 'process', read: () => readProcessMs(p) }
}

function usageFiles(cgroupText: string): string[] {
  return [
    ...findGroups(cgroupText, 'cpuacct').map(({ directory, version }) =>
      version === 1 ? `${directory}/cpuacct.usage` : `${directory}/cpu.stat`,
    ),
  ]
}

function readUsageMs(file: string): number | null {
  try {
    return parseUsageMs(fs.readFileSync(file, 'utf8'))
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
  try {
    return (readStat(p).cpuTicks * 1000) / ticksPerSecond
  } catch (error) {
    if (isProblem(error)) return null
    throw error
  }
}
