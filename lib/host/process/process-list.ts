/** Every process of the host, as cheap as it can be asked: this runs each second. */
import { kernelFiles } from '../kernel/named-files.ts'

/** Host PIDs of all processes, kernel threads included. */
export function listHostPids(): number[] {
  const pids: number[] = []
  for (const name of kernelFiles.readdirSync('/proc')) {
    const first = name.charCodeAt(0)
    if (first > 48 && first <= 57) pids.push(Number(name))
  }
  return pids
}

/** The program a process runs; null for a kernel thread, a dead process, or one we may not look into. */
export function readExecutable(hostPid: number): string | null {
  try {
    // An upgrade under a running program is no other program.
    return kernelFiles.readlinkSync(`/proc/${hostPid}/exe`).replace(/ \(deleted\)$/, '')
  } catch {
    return null // for any reason: it is not a JVM that we could profile
  }
}

/** Unix ms when the host was booted, by its running clock. */
export function readBootTimeMs(): number {
  return Date.now() - Number(kernelFiles.readFileSync('/proc/uptime', 'utf8').split(' ')[0]) * 1000
}

/** Changes with every boot. */
export function readBootId(): string {
  return kernelFiles.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
}
