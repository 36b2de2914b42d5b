/** The perf engine: samples from the host with perf, names of Java methods from the JVM's own symbol maps in time. */
import type { Config } from '../../config.ts'
import { engineTable } from '../../contract/engines.ts'
import { findPerfMapAgent } from '../../targets/readiness/installed-tools.ts'
import { rootCapabilities } from '../jvm/attach-needs.ts'
import type { CaptureEngine } from '../engine.ts'
import { examineForPerf } from './perf-examine.ts'
import { recordWithPerf } from './record-with-perf.ts'

export function createPerfEngine(config: Pick<Config, 'perfMapAgent'>): CaptureEngine {
  return {
    id: 'perf',
    ...engineTable.perf,
    helperNeeds: ({ scope }) => ({
      pid: scope === 'host' ? 'host' : 'container',
      user: 'root',
      capabilities: helperCapabilities,
      network: 'none',
    }),
    examine: async (target, vantage) =>
      new Map([['cpu', await examineForPerf(target, vantage, findPerfMapAgent(config))]]),
    record: (job, signal) => recordWithPerf(job, config, signal),
  }
}

/**
 * Found by taking away one after the other, with a JVM of another user in a helper container: PERFMON to record on all
 * CPUs; SYS_PTRACE to look into the JVM's /proc; CHOWN, DAC_OVERRIDE and KILL to wake its attach socket and connect to
 * it as it demands; FOWNER to remove its symbol map where a sticky /tmp is its own; SYSLOG for the names of the
 * kernel's functions.
 */
const helperCapabilities = [...rootCapabilities, 'PERFMON', 'SYSLOG'].sort()
