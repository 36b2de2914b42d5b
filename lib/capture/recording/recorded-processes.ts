/** Whose samples a recording is about: those of one JVM, of all processes of its container, or of all of its host. */
import type { CaptureRequest } from '../../contract/capture.ts'
import type { ParserJob } from '../../contract/parser-job.ts'
import type { Target } from '../../contract/target.ts'
import { Problem } from '../../errors.ts'
import { isAlive, type PinnedProcess } from '../../host/process/pinned-process.ts'
import { followContainerProcesses } from './container-processes.ts'

export interface RecordedScope {
  readonly scope: CaptureRequest['scope']
  /** perf sees nothing but the container: its samples need not be filtered. */
  readonly isBounded: boolean
}

/** Follows the processes that are recorded. Throws: Problem `no-container`. */
export function followRecordedProcesses(
  process: PinnedProcess,
  { container }: Target,
  { scope, isBounded }: RecordedScope,
) {
  if (scope !== 'jvm' && container === null) throw new Problem('no-container', { target: process.label })
  const others = scope === 'jvm' ? null : followContainerProcesses(container!.id)
  const countsAll = scope === 'host' || (scope === 'container' && isBounded)
  const alive = () => [process, ...(others?.alive ?? [])].filter(isAlive)
  const isCounted = (hostPid: number) => hostPid === process.hostPid || (others?.lanes.has(hostPid) ?? false)

  /** The container's name stands first where others are shown too. */
  function lanes(names: ReadonlyMap<number, string>): NonNullable<ParserJob['processes']> {
    const prefix = scope === 'host' ? `${container!.name} · ` : ''
    const labels = Object.fromEntries([...names].map(([hostPid, name]) => [`${hostPid}`, prefix + name]))
    return { labels, others: scope === 'host' ? 'other processes' : null }
  }

  return {
    alive,
    /** The other JVMs that were not there the last time, held as long as this is open. */
    findNewJvms: () => (others?.scan() ?? []).filter(({ hostPid }) => hostPid !== process.hostPid),
    /** Gives the label of a process; null for the JVM that is profiled. */
    labelOf: ({ hostPid }: PinnedProcess) =>
      hostPid === process.hostPid ? null : (others?.lanes.get(hostPid) ?? null),
    /** The processes whose samples are read; null for all that perf recorded. */
    pids: (): readonly number[] | null =>
      countsAll ? null : [...new Set([process.hostPid, ...(others?.lanes.keys() ?? [])])],
    /** Gives whether samples of a process count; null where those of all do. */
    isCounted: countsAll ? null : isCounted,
    /** Gives whether anything is left to record. */
    isAnyAlive: () => scope === 'host' || alive().length > 0,
    lanes: () => others && lanes(others.lanes),
    [Symbol.dispose]: () => others?.[Symbol.dispose](),
  }
}
