import { Problem } from '../../errors.ts'
import { ownFiles } from '../../host/kernel/named-files.ts'

/** Bytes of a recording of perf or bpftrace at most. */
const largestRecordingBytes = 2 ** 30
/** With less space than this, none begins: 4 MiB. */
const smallestRecordingBytes = 2 ** 22

/**
 * Most bytes of a recording: half of the free space, so its profile fits; and at most `largestRecordingBytes`.
 *
 * Throws: Problem `disk-full`.
 */
export async function computeSizeLimit(directory: string): Promise<number> {
  const { bavail, bsize } = await ownFiles.promises.statfs(directory)
  const bytes = Math.min(largestRecordingBytes, Math.floor((bavail * bsize) / 2))
  if (bytes < smallestRecordingBytes) throw new Problem('disk-full', { path: directory })
  return bytes
}
