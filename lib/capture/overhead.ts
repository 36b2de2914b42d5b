/**
 * Measures the cost of a capture: the CPU of the target's whole container (of the process, outside one) in a window
 * before the capture against the window of the capture.
 */
import type { Target } from '../contract/target.ts'
import { unlessProblem } from '../errors.ts'
import { type CpuUsage, openCpuUsage } from '../host/process/cgroup-cpu.ts'
import type { PinnedProcess } from '../host/process/pinned-process.ts'
import type { Overhead } from '../profile/model/profile.ts'
import { pinTarget } from './jvm/pin-target.ts'

type CpuLoad = NonNullable<Overhead['before']>

/** Remembers the last minute of every JVM, so that there is a before without waiting for one. */
export type OverheadLog = ReturnType<typeof createOverheadLog>

export interface OverheadWatch {
  /** The capture is over. May be called again: the first answer stays. */
  stop(): Pick<Overhead, 'before' | 'during'>
}

interface Reading {
  readonly atMs: number
  readonly usedMs: number
}

interface WatchedJvm {
  readonly process: PinnedProcess
  readonly usage: CpuUsage
  readings: Reading[]
}

/** How long a reading of the CPU time of a JVM or its container is kept in its history. */
const rememberedMs = 60_000
/** The least interval between two of these readings of the CPU. */
const overheadReadingMs = 1500
/** The overhead of a shorter time is not computed: counters of processes grow in steps of 10 ms. */
const leastOverheadMs = 1000

/** `now`: ms of a clock that only goes forward. */
export function createOverheadLog(now: () => number = () => performance.now()) {
  const watched = new Map<string, WatchedJvm>()

  function follow(target: Target): WatchedJvm | null {
    const existing = watched.get(target.id)
    if (existing) return existing
    // It has gone, or lives where we cannot look.
    return unlessProblem(() => {
      const process = pinTarget(target)
      const one = { process, usage: openCpuUsage(process, target.container !== null), readings: [] }
      watched.set(target.id, one)
      return one
    }, null)
  }

  function read(one: WatchedJvm): Reading | null {
    const usedMs = one.usage.read()
    if (usedMs === null) return null
    const reading = { atMs: now(), usedMs }
    one.readings = [...one.readings.filter(({ atMs }) => atMs > reading.atMs - rememberedMs), reading]
    return reading
  }

  return {
    /** To be called with all targets whenever they were looked at: reads one small file each. */
    addReadings(targets: readonly Target[]) {
      const ids = new Set(targets.map(({ id }) => id))
      for (const [id, { process }] of watched) {
        if (ids.has(id)) continue
        process.close()
        watched.delete(id)
      }
      for (const target of targets) {
        const one = follow(target)
        if (one && now() - (one.readings.at(-1)?.atMs ?? -Infinity) >= overheadReadingMs) read(one)
      }
    },
    /** From now on the capture runs. A JVM that cannot be seen has no figures. */
    watch(target: Target): OverheadWatch {
      const one = follow(target)
      const first = one?.readings[0] ?? null
      const begin = one && read(one)
      const before = begin && loadBetween(first, begin)
      let result: Pick<Overhead, 'before' | 'during'> | null = null
      return {
        stop: () => (result ??= { before: before ?? null, during: (one && loadBetween(begin, read(one))) ?? null }),
      }
    },
  }
}

/** Percent of one CPU, to 0.1. null where a reading is missing, or the time between them too short. */
function loadBetween(from: Reading | null, to: Reading | null): CpuLoad | null {
  if (from === null || to === null || to.atMs - from.atMs < leastOverheadMs) return null
  const ms = to.atMs - from.atMs
  return { cpuPercent: round(((to.usedMs - from.usedMs) / ms) * 100), seconds: round(ms / 1000) }
}

function round(value: number): number {
  return Math.round(Math.max(0, value) * 10) / 10
}
