/**
 * Prints what the list of 200 JVMs among many processes costs while nothing happens. Run: `node
 * lib/targets/inventory.bench.ts`
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDocker } from '../host/docker/docker-client.ts'
import { followContainers } from '../host/docker/running-containers.ts'
import { findJdk } from '../host/jvm/jdk.ts'
import { listHostPids } from '../host/process/process-list.ts'
import { createJvmFinder } from './find-jvms.ts'
import { createInventory } from './inventory.ts'

const jvmCount = 200
const otherCount = 600
const idleSeconds = 20

/**
 * The finder takes a process for a JVM when it has HotSpot's library mapped, so `sleep` with that library replaces a
 * JVM of 40 MB.
 */
function startProcesses(): ChildProcess[] {
  const library = execFileSync('find', ['-L', findJdk()!.home, '-name', 'libjvm.so']).toString().split('\n')[0]!
  return Array.from({ length: jvmCount + otherCount }, (_, index) =>
    spawn('sleep', ['3600'], {
      stdio: 'ignore',
      env: { ...process.env, ...(index < jvmCount && { LD_PRELOAD: library }) },
    }),
  )
}

/** The shortest of 20 runs, in ms: what the work takes while the processor is otherwise idle. */
function measure(work: () => unknown): string {
  const times = Array.from({ length: 20 }, () => {
    const start = performance.now()
    work()
    return performance.now() - start
  })
  return `${Math.min(...times).toFixed(1)} ms`
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

const processes = startProcesses()
try {
  await sleep(1000)
  const finder = createJvmFinder()
  const first = performance.now()
  const { found } = finder.scan()
  console.log(`first scan of ${listHostPids().length} processes   ${(performance.now() - first).toFixed(1)} ms`)
  for (let scan = 0; scan < 6; scan++) finder.scan()
  console.log(`a later scan, ${found.length} JVMs known      ${measure(() => finder.scan())}`)
  found.forEach((jvm) => jvm.process.close())

  const containers = followContainers(createDocker(process.env.DOCKER_HOST))
  const inventory = createInventory({
    containers,
    supplies: () => ({ perfMapAgent: null, asyncProfiler: { dynamic: null } }),
    report: console.error,
  })
  inventory.start()
  await sleep(35_000) // longer than the last of `describeAtAgesMs`, so that it describes no JVM again
  const before = cpuSeconds()
  await sleep(idleSeconds * 1000)
  const percent = ((cpuSeconds() - before) / idleSeconds) * 100
  console.log(`inventory of ${inventory.list().length} JVMs, idle        ${percent.toFixed(2)}% of a core`)
  await inventory.stop()
} finally {
  processes.forEach((child) => child.kill('SIGKILL'))
}
