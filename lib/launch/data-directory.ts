import { chmod, lchown, lstat, mkdir, readdir } from 'node:fs/promises'
import { type Config, lockFileName } from '../config.ts'
import { Problem } from '../errors.ts'

/**
 * The data directory as its owner wants it: no other user may look in, and the web program, which keeps it, owns it.
 *
 * Throws: Problem `no-permission` when it is full of something else: `HEARTH_DATA=/home` must not give that away.
 */
export async function prepareDataDirectory({ dataDirectory, webUid }: Config): Promise<void> {
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 })
  const names = await readdir(dataDirectory)
  const isHearths =
    names.every((name) => name === 'tools') || names.includes(lockFileName) || names.includes('hearth.sqlite')
  if (!isHearths)
    throw new Problem('no-permission', { what: `keep its data in ${dataDirectory}, which holds something else` })
  await chmod(dataDirectory, 0o700)
  if (process.getuid?.() !== 0) return
  // Only the first time: in a directory that is already the web program's, root must not follow what lies there.
  if ((await lstat(dataDirectory)).uid === webUid) return
  for (const entry of await readdir(dataDirectory, { recursive: true, withFileTypes: true })) {
    await lchown(`${entry.parentPath}/${entry.name}`, webUid, webUid)
  }
  await lchown(dataDirectory, webUid, webUid)
}
