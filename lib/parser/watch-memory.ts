import { kernelFiles } from '../host/kernel/named-files.ts'
import { parseStatus } from '../host/process/process-status.ts'

/** Interval of the look at the memory of a parser. */
const memoryLookMs = 100

/**
 * Calls `exceed` once when the process uses more resident memory than allowed. The kernel's own limits count what is
 * reserved, of which a Node program has ten times what it uses, so the real cap has to be watched. Returns a function
 * that ends it.
 *
 * Source: `VmRSS:` of /proc/<pid>/status, proc_pid_status(5). It is in kB; the pages of statm have 4 KiB on some
 * machines, 64 KiB on others.
 */
export function watchMemory(hostPid: number, maxBytes: number, exceed: () => void): () => void {
  const timer = setInterval(() => {
    if (readResidentBytes(hostPid) <= maxBytes) return
    clearInterval(timer)
    exceed()
  }, memoryLookMs)
  timer.unref()
  return () => clearInterval(timer)
}

function readResidentBytes(hostPid: number): number {
  try {
    return parseStatus(kernelFiles.readFileSync(`/proc/${hostPid}/status`, 'latin1'), hostPid).residentBytes
  } catch {
    return 0 // it has ended, which its caller sees by itself
  }
}
