/** Names of the threads of a process, as the kernel keeps them: 15 characters. */
import fs from 'node:fs'
import { at } from '../container-files/container-path.ts'
import { errnoOf } from '../kernel/errno.ts'
import type { PinnedProcess } from './pinned-process.ts'

/** The oldest threads, which for a JVM are its own. */
const maxThreads = 64

export function readThreadNames(p: PinnedProcess): string[] {
  try {
    const tids = fs.readdirSync(at(p.directory, 'task')).slice(0, maxThreads)
    return tids.map((tid) => fs.readFileSync(at(p.directory, `task/${tid}/comm`), 'utf8').trimEnd())
  } catch (error) {
    if (['ENOENT', 'ESRCH', 'EACCES'].includes(errnoOf(error))) return [] // a thread or the process has ended
    throw error
  }
}
