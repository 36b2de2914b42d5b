import { defineConfig } from 'vitest/config'
import { nodeWithThreads } from '../lib/launch/web-sandbox.ts'

const pure = ['lib/{contract,experiment,formats,jvm,profile}/**/*.test.ts', 'components/**/*.test.ts']
/** They measure shares of this machine's time, of one JVM each: two run at a time, one CPU for each. */
const pairs = [
  'lib/capture/async-profiler/async-profiler.host.test.ts',
  'lib/capture/bpftrace/bpftrace-engine.host.test.ts',
  'lib/capture/jfr/jfr-shares.host.test.ts',
]
/** They measure those of several JVMs or engines at once, or compare captures: nothing may run beside them. */
const alone = [
  'examples/clinic/clinic.host.test.ts',
  'examples/clinic/experiment.host.test.ts',
  'lib/capture/engines-agree.host.test.ts',
  'lib/capture/matrix.host.test.ts',
  'lib/capture/no-change.host.test.ts',
  'lib/collector/marks.host.test.ts',
]
const execArgv = [...nodeWithThreads]
const host = { testTimeout: 120_000, hookTimeout: 240_000, isolate: true, execArgv }

/**
 * `pure` and `unit` need nothing but Node. `host`, `host-pairs` and `host-alone` need root, a Docker engine, perf and a
 * JDK, which `npm test` sets up. Pure code keeps nothing between tests, so its files share their modules: half of the
 * time was loading.
 */
export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'pure',
          include: pure,
          exclude: ['**/*.host.test.ts'],
          pool: 'forks',
          isolate: false,
          testTimeout: 30_000,
          execArgv,
        },
      },
      {
        test: {
          name: 'unit',
          include: ['lib/**/*.test.ts'],
          exclude: ['**/*.host.test.ts', ...pure],
          testTimeout: 30_000,
          execArgv,
        },
      },
      {
        test: {
          name: 'host',
          include: ['lib/**/*.host.test.ts', 'examples/**/*.host.test.ts'],
          exclude: [...pairs, ...alone],
          maxWorkers: 3, // they wait for recordings most of their time
          sequence: { groupOrder: 1 }, // Vitest wants another one for another number of workers
          ...host,
        },
      },
      { test: { name: 'host-pairs', include: pairs, ...host } },
      { test: { name: 'host-alone', include: alone, fileParallelism: false, ...host } },
    ],
  },
})
