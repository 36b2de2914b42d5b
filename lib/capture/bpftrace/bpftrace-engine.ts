/**
 * The bpftrace engine: stacks counted by the kernel itself, on a CPU or waiting for one; Java names by the JVM's symbol
 * maps.
 */
import type { Config } from '../../config.ts'
import { engineTable } from '../../contract/engines.ts'
import { findPerfMapAgent } from '../../targets/readiness/installed-tools.ts'
import { rootCapabilities } from '../jvm/attach-needs.ts'
import type { CaptureEngine } from '../engine.ts'
import { examineForBpftrace } from './bpftrace-examine.ts'
import { recordWithBpftrace } from './record-with-bpftrace.ts'

/**
 * `BPF`, `PERFMON` and `SYSLOG` load the program and read the kernel's names; with the others root speaks to a JVM of
 * another user and looks into its files. Tracepoints need tracefs, which only `SYS_ADMIN` may mount.
 */
const helperCapabilities = [...rootCapabilities, 'BPF', 'PERFMON', 'SYSLOG'].sort()

export function createBpftraceEngine(config: Pick<Config, 'perfMapAgent'>): CaptureEngine {
  return {
    id: 'bpftrace',
    ...engineTable.bpftrace,
    helperNeeds: ({ events }) => ({
      pid: 'host', // bpftrace counts PIDs as the kernel's first namespace does
      user: 'root',
      capabilities: events.includes('off-cpu') ? [...helperCapabilities, 'SYS_ADMIN'].sort() : helperCapabilities,
      network: 'none',
    }),
    examine: (target, vantage) => examineForBpftrace(target, vantage, findPerfMapAgent(config)),
    record: (job, signal) => recordWithBpftrace(job, config, signal),
  }
}
