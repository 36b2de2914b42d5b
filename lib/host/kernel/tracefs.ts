import fs from 'node:fs'

/** The kernel's tracepoints can be seen here. */
export function hasTracefs(): boolean {
  return ['/sys/kernel/tracing', '/sys/kernel/debug/tracing'].some((place) => fs.existsSync(`${place}/events/sched`))
}

/** This kernel has tracepoints that a program of root could make visible. */
export function knowsTracefs(): boolean {
  return /^nodev\ttracefs$/m.test(fs.readFileSync('/proc/filesystems', 'utf8'))
}
