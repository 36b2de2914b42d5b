/** Which process holds a lock on a file. */
import { hostFiles, kernelFiles } from '../kernel/named-files.ts'

/**
 * The PID of the process that has locked the file for itself alone; null where none has, or that cannot be seen.
 *
 * Source: proc_locks(5): `1: POSIX  ADVISORY  WRITE 4711 fe:00:12345 1073741826 1073742335`, the device in hexadecimal.
 */
export function findLockHolder(path: string): number | null {
  const file = hostFiles.statSync(path, { throwIfNoEntry: false, bigint: true })
  if (file === undefined) return null
  const position = `${deviceOf(file.dev)}:${file.ino}`
  const rows = kernelFiles.readFileSync('/proc/locks', 'utf8').split('\n')
  const fields = rows.map((row) => row.trim().split(/\s+/)).find((row) => row[3] === 'WRITE' && row[5] === position)
  const hostPid = Number(fields?.[4] ?? 0)
  return hostPid > 0 ? hostPid : null
}

/**
 * Source: makedev(3): the major number has 12 bits from the 9th on, the minor 8 below and the rest from the 21st on.
 */
function deviceOf(dev: bigint): string {
  const major = ((dev >> 8n) & 0xfffn) | ((dev >> 32n) & 0xfffff000n)
  const minor = (dev & 0xffn) | ((dev >> 12n) & 0xffffff00n)
  return [major, minor].map((number) => number.toString(16).padStart(2, '0')).join(':')
}
