/** Processes that the kernel killed for want of memory. */
import fs from 'node:fs'

/**
 * How many since boot, of the whole host or of a control group alike; 0 on kernels that do not count.
 *
 * Source: `oom_kill` in /proc/vmstat, Linux 4.13.
 */
export function readOutOfMemoryKills(): number {
  return Number(/^oom_kill (\d+)$/m.exec(fs.readFileSync('/proc/vmstat', 'utf8'))?.[1] ?? 0)
}
