/** One server per data directory. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Problem } from '../errors.ts'

const busy = 5

export interface DirectoryLock {
  release(): void
}

/**
 * Takes the directory for this process. The lock is the kernel's (an exclusively locked SQLite file), so it ends with
 * the process however it dies, and no stale file can shut anyone out. Who holds it is text beside it, for the message only.
 *
 * Throws: Problem `data-directory-locked`.
 */
export function lockDirectory(directory: string): DirectoryLock {
  const lock = new DatabaseSync(join(directory, 'lock.sqlite'), { timeout: 0 })
  const holderFile = join(directory, 'lock.txt')
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== busy) throw error
    throw new Problem('data-directory-locked', { path: directory, holder: readHolder(holderFile) }, { cause: error })
  }
  writeFileSync(holderFile, `PID ${process.pid} since ${new Date().toISOString()}`, { mode: 0o600 })
  return { release: () => lock.close() }
}

function readHolder(file: string): string {
  try {
    return readFileSync(file, 'utf8').slice(0, 200)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'it has just started'
    throw error
  }
}
