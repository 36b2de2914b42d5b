/** CPU time of the whole host, and of a process with all that it started. */
import { kernelFiles } from '../kernel/named-files.ts'
import { listHostPids } from './process-list.ts'
import { statFields } from './pinned-process.ts'

/** USER_HZ, the same on every architecture that Hearth runs on. */
const msPerTick = 10

export interface HostCpu {
  /** ms since the host was booted, over all CPUs: user, system, interrupts, and time that a hypervisor took. */
  readonly busyMs: number
  readonly cpus: number
}

export function readHostCpu(): HostCpu {
  return parseHostCpu(kernelFiles.readFileSync('/proc/stat', 'utf8'))
}

/** Source: proc_stat(5): user nice system idle iowait irq softirq steal; guests are in user. */
export function parseHostCpu(text: string): HostCpu {
  const [, user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = /^cpu .*$/m
    .exec(text)![0]
    .split(/ +/)
    .map(Number)
  const cpus = text.match(/^cpu\d+ /gm)?.length ?? 1
  return { busyMs: (user + nice + system + irq + softirq + steal) * msPerTick, cpus }
}

/** ms of a process, its children and theirs, with those that have ended and were waited for. */
export function readFamilyCpuMs(hostPid: number): number {
  const processes = new Map(
    listHostPids().flatMap((pid) => {
      const stat = readStatOf(pid)
      return stat === null ? [] : [[pid, stat] as const]
    }),
  )
  const children = Map.groupBy(processes.keys(), (pid) => processes.get(pid)!.parent)
  let ticks = 0
  const queue = [hostPid]
  for (let pid = queue.pop(); pid !== undefined; pid = queue.pop()) {
    ticks += processes.get(pid)?.ticks ?? 0
    queue.push(...(children.get(pid) ?? []))
  }
  return ticks * msPerTick
}

/** null once it is gone. Source: proc_pid_stat(5): utime, stime, cutime and cstime are fields 14 to 17, ppid is 4. */
function readStatOf(pid: number): { parent: number; ticks: number } | null {
  try {
    const fields = statFields(kernelFiles.readFileSync(`/proc/${pid}/stat`, 'utf8'))
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    return { parent: Number(fields[1]), ticks }
  } catch {
    return null
  }
}
