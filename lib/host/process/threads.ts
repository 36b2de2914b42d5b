/** The threads of a process: id as the host counts it, to name as the kernel keeps it, 15 characters. */
import { kernelFiles } from '../kernel/named-files.ts'
import { at } from '../container-files/by-descriptor.ts'
import { errnoOf } from '../kernel/errno.ts'
import type { PinnedProcess } from './pinned-process.ts'

/** A cache of the threads of a process, by the number that the process itself knows them by. */
const tidsOfProcess = new WeakMap<PinnedProcess, Map<number, number>>()

/** Gives the thread's id as the host counts it; null when the process has no such thread. */
export function findThread(p: PinnedProcess, namespaceTid: number): number | null {
  const tid = tidsOfProcess.get(p)?.get(namespaceTid)
  if (tid !== undefined && namespaceTidOf(p, tid) === namespaceTid) return tid
  const threads = new Map<number, number>()
  for (const name of kernelFiles.readdirSync(`/proc/self/fd/${p.directory}/task`)) {
    const tidInNamespace = namespaceTidOf(p, Number(name))
    if (tidInNamespace !== null) threads.set(tidInNamespace, Number(name))
  }
  tidsOfProcess.set(p, threads)
  return threads.get(namespaceTid) ?? null
}

/** Source: last field of `NSpid:` in /proc/<pid>/task/<tid>/status. */
function namespaceTidOf(p: PinnedProcess, tid: number): number | null {
  try {
    const status = kernelFiles.readFileSync(`/proc/self/fd/${p.directory}/task/${tid}/status`, 'utf8')
    const innermostTid = /^NSpid:.*\t(\d+)$/m.exec(status)?.[1]
    return innermostTid === undefined ? tid : Number(innermostTid)
  } catch (error) {
    if (errnoOf(error) === 'ENOENT' || errnoOf(error) === 'ESRCH') return null
    throw error
  }
}

/** Threads of a JVM whose names are read and kept; further ones have none. */
const maxNamedThreads = 20_000

/** Adds the threads that run now; one that was there before keeps its position, and gets its newest name. */
export function updateThreadTable(p: PinnedProcess, names: Map<number, string>): void {
  try {
    for (const tid of kernelFiles.readdirSync(at(p.directory, 'task')).slice(0, maxNamedThreads)) {
      const name = readName(p, tid)
      if (name !== null && (names.size < maxNamedThreads || names.has(Number(tid)))) names.set(Number(tid), name)
    }
  } catch (error) {
    if (!['ENOENT', 'ESRCH'].includes(errnoOf(error))) throw error // the process has ended
  }
}

function readName(p: PinnedProcess, tid: string): string | null {
  try {
    return kernelFiles.readFileSync(at(p.directory, `task/${tid}/comm`), 'utf8').trimEnd()
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes(errnoOf(error))) return null // this thread has ended
    throw error
  }
}
