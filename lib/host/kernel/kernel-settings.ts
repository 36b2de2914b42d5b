/** Settings of the kernel that decide what perf may see. */
import os from 'node:os'
import { kernelFiles } from './named-files.ts'
import { errnoOf } from './errno.ts'
import { closing, readStart } from './open-file.ts'

const names = ['perf_event_paranoid', 'kptr_restrict', 'perf_event_max_stack', 'perf_event_max_sample_rate'] as const

/** Gives values by names, `kernel.kptr_restrict` to `0`. A setting that this kernel lacks is left out. */
export function readKernelSettings(): Record<string, string> {
  const settings: Record<string, string> = {}
  for (const name of names) {
    try {
      settings[`kernel.${name}`] = kernelFiles.readFileSync(`/proc/sys/kernel/${name}`, 'utf8').trim()
    } catch (error) {
      if (errnoOf(error) !== 'ENOENT') throw error
    }
  }
  return settings
}

/**
 * Gives the most frames that the kernel walks for a sample, from the leaf on; null when this kernel has no such limit.
 */
export function readMaxStack(): number | null {
  const frames = Number(readKernelSettings()['kernel.perf_event_max_stack'])
  return Number.isSafeInteger(frames) && frames > 0 ? frames : null
}

export function kernelRelease(): string {
  return os.release()
}

/** Root may; another user with CAP_PERFMON, or where the host lets all users. */
export function mayUsePerfEvents(): boolean {
  const paranoid = Number(readKernelSettings()['kernel.perf_event_paranoid'] ?? 2)
  return process.getuid?.() === 0 || paranoid < 0 || hasCapability(capPerfmon)
}

/** Source: linux/capability.h. */
const capPerfmon = 38n

function hasCapability(bit: bigint): boolean {
  const [, effective = '0'] =
    /^CapEff:\s*([0-9a-f]+)/m.exec(kernelFiles.readFileSync('/proc/self/status', 'utf8')) ?? []
  return ((BigInt(`0x${effective}`) >> bit) & 1n) === 1n
}

/** Gives the addresses of all functions; null where the kernel hides them from us. */
export function readKernelSymbols(): Buffer | null {
  return readsKernelSymbols() ? kernelFiles.readFileSync('/proc/kallsyms') : null
}

/** Hidden ones all have the address 0. */
export function readsKernelSymbols(): boolean {
  using file = closing(kernelFiles.openSync('/proc/kallsyms', 'r'))
  const start = readStart(file.fd, 32)
  return start.length > 0 && !/^0+ /.test(start.toString('latin1'))
}
