/** Files that are whole after any crash: written aside, synced, renamed. */
import fs from 'node:fs'
import { dirname } from 'node:path'
import { Problem } from '../../errors.ts'

/** Throws: Problem `disk-full`. */
export function writeDurably(path: string, contents: string | Uint8Array): void {
  const aside = `${path}.new`
  try {
    fs.rmSync(aside, { force: true })
    const file = fs.openSync(aside, 'wx', 0o600)
    try {
      fs.writeFileSync(file, contents)
      fs.fsyncSync(file)
    } finally {
      fs.closeSync(file)
    }
    fs.renameSync(aside, path)
    syncDirectory(dirname(path))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOSPC' || code === 'EDQUOT') throw new Problem('disk-full', { path }, { cause: error })
    throw error
  }
}

function syncDirectory(path: string): void {
  const directory = fs.openSync(path, 'r')
  try {
    fs.fsyncSync(directory)
  } finally {
    fs.closeSync(directory)
  }
}
