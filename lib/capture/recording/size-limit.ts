import { Problem } from '../../errors.ts'
import { ownFiles } from '../../host/kernel/named-files.ts'

/** Half of what is free, so that the profile made of it still fits; at most 1 GiB. Throws: Problem `disk-full`. */
export async function computeSizeLimit(directory: string): Promise<number> {
  const { bavail, bsize } = await ownFiles.promises.statfs(directory)
  const bytes = Math.min(2 ** 30, Math.floor((bavail * bsize) / 2))
  if (bytes < 2 ** 22) throw new Problem('disk-full', { path: directory })
  return bytes
}
