/** Files that are whole after any crash: written aside, synced, renamed. */
import fs from 'node:fs'
import { dirname } from 'node:path'
import { Problem } from '../../errors.ts'
import { closing } from '../../host/kernel/open-file.ts'

/** Throws: Problem `disk-full`. */
export function writeDurably(path: string, contents: string | Uint8Array): void {
  const aside = `${path}.new`
  try {
    fs.rmSync(aside, { force: true })
    fs.writeFileSync(aside, contents, { flag: 'wx', mode: 0o600, flush: true })
    fs.renameSync(aside, path)
    syncDirectory(dirname(path))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOSPC' || code === 'EDQUOT') throw new Problem('disk-full', { path }, { cause: error })
    throw error
  }
}

function syncDirectory(path: string): void {
  using directory = closing(fs.openSync(path, 'r'))
  fs.fsyncSync(directory.fd)
}
