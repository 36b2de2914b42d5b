import { readdirSync, readFileSync } from 'node:fs'

/** Host PIDs of every perf that records this process. */
export function perfProcessesOf(hostPid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((candidate) => {
      const [program = '', ...args] = readCommandLine(candidate)
      return program.endsWith('perf') && args.includes(String(hostPid))
    })
}

function readCommandLine(hostPid: number): string[] {
  try {
    return readFileSync(`/proc/${hostPid}/cmdline`, 'utf8').split('\0')
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return [] // it ended meanwhile
    throw error
  }
}
