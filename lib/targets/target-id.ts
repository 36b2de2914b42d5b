/** The id of a target: stable while its process lives, never used again. */
import { createHash } from 'node:crypto'

/** Hashes boot id, host PID and start time, which together no two processes share. */
export function targetIdOf(bootId: string, process: { readonly hostPid: number; readonly startTicks: string }): string {
  return createHash('sha256').update(`${bootId} ${process.hostPid} ${process.startTicks}`).digest('hex').slice(0, 16)
}
