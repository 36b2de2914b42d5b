import { chmod, lchown, lstat, mkdir, readdir } from 'node:fs/promises'
import { type Config, lockFileName } from '../config.ts'
import { Problem } from '../errors.ts'

/**
 * Makes the data directory, or takes it over: no other user may look in, and the web program's user and group own it.
 *
 * Throws: Problem `no-permission` where it holds anything that is not Hearth's: with `HEARTH_DATA=/home`, all of /home
 * would be given to the web program's user.
 */
export async function prepareDataDirectory({ dataDirectory, webUid }: Config): Promise<void> {
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 })
  const names = await readdir(dataDirectory)
  // async-profiler may have been fetched to `tools` before the first start.
  const isHearths =
    names.every((name) => name === 'tools') || names.includes(lockFileName) || names.includes('hearth.sqlite')
  if (!isHearths)
    throw new Problem('no-permission', { what: `keep its data in ${dataDirectory}, which holds something else` })
  await chmod(dataDirectory, 0o700)
  if (process.getuid?.() !== 0) return
  // Owners change only once: root must not follow links in a directory that the web program may write to.
  if ((await lstat(dataDirectory)).uid === webUid) return
  for (const entry of await readdir(dataDirectory, { recursive: true, withFileTypes: true })) {
    await lchown(`${entry.parentPath}/${entry.name}`, webUid, webUid)
  }
  // Last, so that a start that was interrupted repeats all of it.
  await lchown(dataDirectory, webUid, webUid)
}
