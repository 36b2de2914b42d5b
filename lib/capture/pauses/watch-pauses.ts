/** Watches, while an engine records, for causes that hold a process's threads back. Only reads. */
import { readCgroup } from '../../host/process/cgroup.ts'
import { findCpuStats, readThrottling, type Throttling } from '../../host/process/cgroup-cpu.ts'
import { openPerfData, type PerfDataFile } from '../../host/jvm/hsperfdata-file.ts'
import type { PinnedProcess } from '../../host/process/pinned-process.ts'
import { readStatus } from '../../host/process/process-status.ts'
import { findCountedCollectors, readPauses } from '../../jvm/pause-counters.ts'
import type { Mark, ProfileWarning } from '../../profile/model/profile.ts'
import { readUserName } from '../../host/jvm/user-name.ts'
import { createGcPauses } from './gc-pauses.ts'
import { marksOf, type Pause } from './pauses.ts'
import { formatDuration } from '../../profile/format/units.ts'

/** Less throttled time is left out: it is a rounding of the scheduler's. */
const leastThrottledMs = 0.5

/** Collects pauses by throttling. `cpuLimit` is for their text; null where it is not known. */
export function createThrottledPauses(cpuLimit: number | null) {
  const what = cpuLimit === null ? 'held back by the CPU limit' : `held back by the limit of ${cpuLimit} CPUs`
  const pauses: Pause[] = []
  let last: { readonly atMs: number; readonly groups: readonly (Throttling | null)[] } | null = null
  return {
    /**
     * The counters of each group, in the same order each time, as they were `atMs` after the recording began; null once
     * one is gone.
     */
    addReading(atMs: number, groups: readonly (Throttling | null)[]) {
      if (last !== null) {
        const [before, since] = [last.groups, atMs - last.atMs]
        // A limit further up may hold back in the same moment: the time is lost once.
        const [ms, count] = groups.reduce(
          (most, now, group) => {
            const grown = growth(before[group] ?? null, now)
            return grown[0] > most[0] ? grown : most
          },
          [0, 0],
        )
        // The kernel counts at the end of a stretch, which was somewhere since the last reading.
        const toMs = atMs - since / 2
        // It adds up the CPUs: more than there was time for was lost on so many of them at once.
        const cpus = Math.max(1, Math.ceil(ms / Math.max(since, count * periodMs)))
        const fromMs = Math.max(0, toMs - ms / cpus)
        if (ms >= leastThrottledMs && toMs > 0) pauses.push({ kind: 'throttled', what, fromMs, toMs, count, ms })
      }
      last = { atMs, groups }
    },
    finish: () => pauses,
  }
}

/** Docker's and Kubernetes' period; a group may set another. No stretch is longer than one. */
const periodMs = 100

function growth(before: Throttling | null, now: Throttling | null): [ms: number, periods: number] {
  if (before === null || now === null) return [0, 0]
  return [Math.max(0, now.throttledMs - before.throttledMs), Math.max(1, now.periods - before.periods)]
}

export type PauseWatch = ReturnType<typeof openPauseWatch>

// A look is less than a tenth of a millisecond of work: it reads 32 KB and one line a group.
/** Between two looks for pauses of a JVM and throttling, which are placed to within this. */
const pauseLookMs = 20

/**
 * `cpuLimit` is for the words; null when there is none, or it is unknown. A JVM whose counters cannot be read has no
 * marks of collections; a process that ends has those until then.
 *
 * Throws: Problem `target-gone`, `no-permission`; once it is open nothing.
 */
export function openPauseWatch(p: PinnedProcess, cpuLimit: number | null) {
  const cpuStats = findCpuStats(readCgroup(p))
  const throttled = createThrottledPauses(cpuLimit)
  const status = readStatus(p)
  const perfDataFile = openPerfData(p, status, readUserName(p, status.uid))
  const collections = perfDataFile && watchCollections(perfDataFile)
  const warnings: ProfileWarning[] = []
  let originSeconds: number | null = null
  let timer: ReturnType<typeof setInterval> | undefined
  let marks: Mark[] | null = null

  const nowMs = () => (Number(process.hrtime.bigint()) / 1e9 - originSeconds!) * 1000
  const look = () => {
    try {
      if (cpuStats.length > 0) throttled.addReading(nowMs(), cpuStats.map(readThrottling))
      collections?.look(nowMs)
    } catch (error) {
      // No mark is worth a recording: it goes on without them.
      clearInterval(timer)
      const text = `Pauses are marked only in the first ${formatDuration(nowMs())}: ${String(error)}`
      if (warnings.length === 0) warnings.push({ code: 'marks-cut', text, count: 1 })
    }
  }
  const stop = () => {
    if (marks === null) {
      clearInterval(timer)
      if (originSeconds !== null) look()
      perfDataFile?.[Symbol.dispose]()
      marks = marksOf([...throttled.finish(), ...(collections?.finish() ?? [])])
    }
    return { marks, warnings }
  }
  return {
    /** `clockOriginSeconds` is CLOCK_MONOTONIC at the start of the recording. */
    start(clockOriginSeconds: number) {
      originSeconds = clockOriginSeconds
      look()
      timer = setInterval(look, pauseLookMs)
    },
    /** Gives the pauses since the start, and stops to look. May be called again. */
    stop,
    [Symbol.dispose](): void {
      stop()
    },
  }
}

function watchCollections(file: PerfDataFile) {
  const { perfData } = file
  const collectors = findCountedCollectors(perfData)
  const pauses = createGcPauses(collectors.map((one) => one.pauses))
  return {
    look(nowMs: () => number) {
      const counters = readPauses(perfData, file.read(), collectors)
      pauses.addReading(nowMs(), counters)
    },
    finish: () => pauses.finish(),
  }
}

interface PausePeriod {
  readonly originSeconds: number
  readonly marks: readonly Mark[]
  readonly warnings: readonly ProfileWarning[]
}

/**
 * The pauses of the last stretch of a recording that may last a day, by one watch after the other. `windowSeconds`
 * null: everything since the start.
 */
export function watchPauseWindow(open: () => PauseWatch, startSeconds: number, windowSeconds: number | null) {
  let before: PausePeriod | null = null
  let originSeconds = startSeconds
  let watch = open()
  watch.start(startSeconds)
  return {
    /** To be called now and then. Units: CLOCK_MONOTONIC seconds. */
    tick(clockSeconds: number) {
      if (windowSeconds === null || clockSeconds - originSeconds < windowSeconds) return
      before = { originSeconds, ...watch.stop() }
      watch = open()
      originSeconds = clockSeconds
      watch.start(clockSeconds)
    },
    /** Ends the watch. Times of marks count from `clockOriginSeconds`; marks that ended before it are left out. */
    finish(clockOriginSeconds: number): {
      readonly marks: readonly Mark[]
      readonly warnings: readonly ProfileWarning[]
    } {
      const periods = [...(before ? [before] : []), { originSeconds, ...watch.stop() }]
      return {
        marks: periods.flatMap(({ originSeconds, marks }) => moved(marks, (originSeconds - clockOriginSeconds) * 1000)),
        warnings: periods.flatMap(({ warnings }) => warnings),
      }
    },
    [Symbol.dispose]: () => watch[Symbol.dispose](),
  }
}

function moved(marks: readonly Mark[], byMs: number): Mark[] {
  if (byMs === 0) return [...marks]
  return marks
    .map((mark) => ({ ...mark, fromMs: Math.max(0, mark.fromMs + byMs), toMs: mark.toMs + byMs }))
    .filter(({ toMs }) => toMs > 0)
}
