/** Threads of a process by the number that the process itself knows them by. */
import fs from 'node:fs'
import { errnoOf } from '../kernel/errno.ts'
import type { PinnedProcess } from './pinned-process.ts'

const known = new WeakMap<PinnedProcess, Map<number, number>>()

/** As we count it; null when the process has no such thread. */
export function findThread(p: PinnedProcess, namespaceTid: number): number | null {
  const tid = known.get(p)?.get(namespaceTid)
  if (tid !== undefined && namespaceTidOf(p, tid) === namespaceTid) return tid
  const threads = new Map<number, number>()
  for (const name of fs.readdirSync(`/proc/self/fd/${p.directory}/task`)) {
    const own = namespaceTidOf(p, Number(name))
    if (own !== null) threads.set(own, Number(name))
  }
  known.set(p, threads)
  return threads.get(namespaceTid) ?? null
}

/** Source: last field of `NSpid:` in /proc/<pid>/task/<tid>/status. */
function namespaceTidOf(p: PinnedProcess, tid: number): number | null {
  try {
    const status = fs.readFileSync(`/proc/self/fd/${p.directory}/task/${tid}/status`, 'utf8')
    const own = /^NSpid:.*?(\d+)\s*$/m.exec(status)?.[1]
    return own === undefined ? tid : Number(own)
  } catch (error) {
    if (errnoOf(error) === 'ENOENT' || errnoOf(error) === 'ESRCH') return null
    throw error
  }
}
