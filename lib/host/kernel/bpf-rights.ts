/** The rights of this process for BPF. */
import { kernelFiles } from './named-files.ts'

/** Numbers of capabilities(7). */
const numbers = { setpcap: 8n, sys_admin: 21n, syslog: 34n, perfmon: 38n, bpf: 39n } as const
type Capability = keyof typeof numbers

/**
 * Gives arguments of setpriv that leave bpftrace those of our rights that it needs. Found by taking away one after the
 * other on Linux 6.18: `bpf` for its maps, `perfmon` for its events, `syslog` for the kernel's names; `sys_admin` where
 * the first two are missing, and to look up the fields of a tracepoint. Gives none without the right to drop rights: a
 * helper container has no more than these in the first place.
 */
export function onlyBpfRights({ usesTracepoints }: { usesTracepoints: boolean }): string[] {
  const { effective } = readRights()
  const has = (name: Capability) => ((effective >> numbers[name]) & 1n) === 1n
  if (!has('setpcap')) return []
  const load: Capability[] = has('bpf') && has('perfmon') ? ['bpf', 'perfmon'] : ['sys_admin']
  const more = [...(has('syslog') ? ['syslog'] : []), ...(usesTracepoints ? ['sys_admin'] : [])]
  const rights = [...new Set([...load, ...more])].map((name) => `+${name}`)
  return [`--bounding-set=-all,${rights.join(',')}`, '--inh-caps=-all']
}

/** bpftrace needs root, and the kernel these rights. */
export function mayLoadBpf(): boolean {
  const { uid, effective } = readRights()
  const has = (name: Capability) => ((effective >> numbers[name]) & 1n) === 1n
  return uid === 0 && (has('sys_admin') || (has('bpf') && has('perfmon')))
}

/** `[integrity]` or `[confidentiality]` when it forbids something; null when nothing is locked down. */
export function readLockdown(): string | null {
  let text: string
  try {
    text = kernelFiles.readFileSync('/sys/kernel/security/lockdown', 'utf8')
  } catch {
    return null // not a part of this kernel, or not to be seen
  }
  const mode = /\[(\w+)\]/.exec(text)?.[1]
  return mode === undefined || mode === 'none' ? null : mode
}

function readRights(): { uid: number; effective: bigint } {
  const status = kernelFiles.readFileSync('/proc/self/status', 'utf8')
  const effective = /^CapEff:\s*([0-9a-f]+)$/m.exec(status)?.[1] ?? '0'
  const uid = Number(/^Uid:\s*\d+\s+(\d+)/m.exec(status)?.[1] ?? 65534)
  return { uid, effective: BigInt(`0x${effective}`) }
}

/** The kernel's tracepoints can be seen here. */
export function hasTracefs(): boolean {
  return ['/sys/kernel/tracing', '/sys/kernel/debug/tracing'].some((directory) =>
    kernelFiles.existsSync(`${directory}/events/sched`),
  )
}

/** This kernel has tracepoints that a program of root could make visible. */
export function knowsTracefs(): boolean {
  return /^nodev\ttracefs$/m.test(kernelFiles.readFileSync('/proc/filesystems', 'utf8'))
}
