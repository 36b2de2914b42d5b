/** The facts of a JVM that nothing is wrong with, for tests of what the engines need. */
import type { ContainerFileStat } from '../../host/container-files/container-file.ts'
import type { ReadinessFacts } from '../../targets/readiness/facts.ts'

/** Something in its /tmp, its own. */
export const sampleStat = (more: Partial<ContainerFileStat>): ContainerFileStat => ({
  kind: 'file',
  uid: 1000,
  gid: 1000,
  mode: 0o644,
  bytes: 100,
  modifiedAtMs: 0,
  links: 1,
  identity: '1:1',
  ...more,
})

export const sampleFacts = (more: Partial<ReadinessFacts> = {}): ReadinessFacts => ({
  hostPid: 48211,
  container: { name: 'shop-1', readOnlyRoot: false },
  state: 'running',
  jvm: { version: '17.0.19', preserveFramePointer: true },
  options: [],
  status: {
    ...{ uid: 1000, gid: 1000, groups: [], hasCapabilities: false },
    // SIGQUIT (3), by which a JVM is asked to open its attach socket, is the third bit.
    ...{ namespacePid: 7, signalsCaught: 0b100n, signalsIgnored: 0n, signalsPending: 0n },
  },
  tmpProblem: null,
  hasUnansweredSignal: false,
  tmpFreeBytes: null,
  attachSocket: null,
  symbolMap: null,
  symbolMapPath: '/tmp/perf-7.map',
  ageMs: 60_000,
  javaHome: '/opt/java',
  modules: null,
  mappedLibraries: ['/opt/java/lib/server/libjvm.so', '/lib/x86_64-linux-gnu/libc.so.6'],
  libraryLocation: { directory: '/tmp', through: 'root' },
  perfMapAgent: null,
  asyncProfiler: { dynamic: null },
  loadObstacles: { perfMapAgent: null, asyncProfiler: null },
  ...more,
})
