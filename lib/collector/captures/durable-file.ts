/** Writes files that are whole after any crash: writes a file aside, syncs it, and renames it. */
import fs from 'node:fs'
import { dirname } from 'node:path'
import { ownFiles } from '../../host/kernel/named-files.ts'
import { Problem } from '../../errors.ts'
import { closing } from '../../host/kernel/open-file.ts'

/**
 * Replaces a file as a whole, or leaves it as it was; only our own user may read it. A path has one writer at a time.
 * The names come from Hearth alone: `ownFiles` is `fs` for such names. Where the last step fails, the sync of the
 * directory, the file is new, and a crash of the machine may bring the old one back.
 *
 * Throws: Problem `disk-full`.
 */
export function writeDurably(path: string, contents: string | Uint8Array): void {
  const aside = `${path}.new`
  try {
    ownFiles.rmSync(aside, { force: true }) // a crash may have left it, and `wx` would refuse it
    ownFiles.writeFileSync(aside, contents, { flag: 'wx', mode: 0o600, flush: true })
    ownFiles.renameSync(aside, path)
    syncDirectory(dirname(path))
  } catch (error) {
    ownFiles.rmSync(aside, { force: true }) // what was written of it would keep space of a full disk
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOSPC' || code === 'EDQUOT') throw new Problem('disk-full', { path }, { cause: error })
    throw error
  }
}

function syncDirectory(path: string): void {
  using directory = closing(ownFiles.openSync(path, 'r'))
  fs.fsyncSync(directory.fd)
}
