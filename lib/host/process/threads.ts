/** The threads of a process: id as the host counts it, to name as the kernel keeps it, 15 characters. */
import fs from 'node:fs'
import { at } from '../container-files/container-path.ts'
import { errnoOf } from '../kernel/errno.ts'
import type { PinnedProcess } from './pinned-process.ts'

const maxThreads = 20_000

/** Adds what runs now; a thread that was there before keeps its place with its newest name. */
export function updateThreadTable(p: PinnedProcess, names: Map<number, string>): void {
  try {
    for (const tid of fs.readdirSync(at(p.directory, 'task')).slice(0, maxThreads)) {
      const name = readName(p, tid)
      if (name !== null && (names.size < maxThreads || names.has(Number(tid)))) names.set(Number(tid), name)
    }
  } catch (error) {
    if (!['ENOENT', 'ESRCH'].includes(errnoOf(error))) throw error // the process has ended
  }
}

function readName(p: PinnedProcess, tid: string): string | null {
  try {
    return fs.readFileSync(at(p.directory, `task/${tid}/comm`), 'utf8').trimEnd()
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes(errnoOf(error))) return null // this thread has ended
    throw error
  }
}
