import { readdirSync, readFileSync } from 'node:fs'

/** Host PIDs of every perf that records this container. */
export function perfProcessesOf(containerId: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((candidate) => {
      const [program = '', ...args] = readCommandLine(candidate)
      return program.endsWith('perf') && args.some((argument) => argument.includes(containerId))
    })
}

function readCommandLine(hostPid: number): string[] {
  try {
    return readFileSync(`/proc/${hostPid}/cmdline`, 'utf8').split('\0')
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return [] // the process has ended
    throw error
  }
}
