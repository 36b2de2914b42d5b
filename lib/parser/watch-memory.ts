import { kernelFiles } from '../host/kernel/named-files.ts'

const everyMs = 100
const pageBytes = 4096

/**
 * Calls `exceed` once when the process uses more resident memory than allowed. The kernel's own limits count what is
 * reserved, of which a Node program has ten times what it uses, so the real cap has to be watched.
 *
 * Source: second field of /proc/<pid>/statm, proc_pid_statm(5): resident pages.
 */
export function watchMemory(hostPid: number, maxBytes: number, exceed: () => void): () => void {
  const timer = setInterval(() => {
    if (residentBytes(hostPid) <= maxBytes) return
    clearInterval(timer)
    exceed()
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

function residentBytes(hostPid: number): number {
  try {
    return Number(kernelFiles.readFileSync(`/proc/${hostPid}/statm`, 'latin1').split(' ')[1]) * pageBytes
  } catch {
    return 0 // it has ended, which its caller sees by itself
  }
}
