import { Problem } from '../../errors.ts'
import { ownFiles } from '../../host/kernel/named-files.ts'

/**
 * Most bytes of a recording: half of the free space, so its profile fits; at most 1 GiB.
 *
 * Throws: Problem `disk-full`.
 */
export async function computeSizeLimit(directory: string): Promise<number> {
  const { bavail, bsize } = await ownFiles.promises.statfs(directory)
  const bytes = Math.min(2 ** 30, Math.floor((bavail * bsize) / 2))
  if (bytes < 2 ** 22) throw new Problem('disk-full', { path: directory }) // less than 4 MiB
  return bytes
}
