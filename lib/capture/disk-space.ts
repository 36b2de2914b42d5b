import { ownFiles } from '../host/kernel/named-files.ts'

/** Share of the free space that one more copy may take. */
const copyShare = 1 / 4

/**
 * Bytes that one more copy may have: a quarter of the free space, `atMost` at most. How large it is a container
 * decides, and the run directory lies where all of the host's programs write (/run, which is memory).
 */
export function limitCopyBytes(directory: string, atMost: number): number {
  const { bavail, bsize } = ownFiles.statfsSync(directory)
  return Math.max(0, Math.min(atMost, Math.floor(bavail * bsize * copyShare)))
}
