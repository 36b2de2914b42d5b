/** The CPU time of a container, of this process and of the rest of the host, by the kernel's counters. */
import { execFileSync } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { summariseDisturbance } from '../../../experiment/run/disturbance.ts'
import type { ComposeContainer } from '../../../host/docker/compose-project.ts'
import { runContainer } from '../../../testing/hosts/containers.ts'
import { waitUntil } from '../../../testing/wait-until.ts'
import { watchHost } from './watch-host.ts'

/** Starts a program that is no descendant of this process. It ends by itself after a minute. */
function startOther(): Disposable {
  const started = execFileSync('sh', ['-c', 'timeout 60 sh -c "while :; do :; done" >/dev/null 2>&1 & echo $!'])
  const hostPid = Number(started.toString())
  return { [Symbol.dispose]: () => void process.kill(hostPid) }
}

test('the CPU time of the container and of Hearth is counted apart from that of other programs, and so is throttling', async () => {
  const command = ['/bin/sh', '-c', 'while :; do :; done']
  await using container = await runContainer({ image: 'debian-jdk17', command, cpus: 0.2 })
  using _ = startOther()
  const about = { ...container, service: 'shop', isRunning: true, hasEnded: false, exitCode: 0, restarts: 0 }
  const shop: ComposeContainer = { ...about, hostPid: await container.hostPid(), health: null, ports: new Map() }
  const gone: ComposeContainer = { ...shop, id: 'gone', service: 'other', hostPid: 2 ** 30 }
  const watch = watchHost({ containers: [shop, gone], service: 'shop', jvmPid: null }, 60)
  const before = process.cpuUsage().user
  while (process.cpuUsage().user - before < 300_000);
  // The kernel's counters grow only with time.
  await delay(2000)
  watch.stop()
  const [first, last] = [watch.readings[0]!, watch.readings.at(-1)!]
  // The 300 ms of this process, and some of the container's fifth of a CPU.
  expect(last.ownMs - first.ownMs).toBeGreaterThan(350)
  const disturbance = summariseDisturbance(watch.readings, watch.cpus, first.at, last.at)!
  expect(disturbance.otherShare).toBeGreaterThan(0.05)
  expect(disturbance.otherShare).toBeLessThanOrEqual(1)
  expect(disturbance.throttledMs).toBeGreaterThan(100)
  expect(disturbance.throttledPeriods).toBeGreaterThan(2)
})

test('GC times are read from the JVM’s counters, and never from a process outside the container', async () => {
  await using container = await runContainer({ image: 'debian-jdk17', javaOptions: ['-Xmx16m'], cpus: 1 })
  const about = { ...container, service: 'shop', isRunning: true, hasEnded: false, exitCode: 0, restarts: 0 }
  const shop: ComposeContainer = { ...about, hostPid: await container.hostPid(), health: null, ports: new Map() }
  const [jvmPid] = await container.jvmPids()
  const watch = watchHost({ containers: [shop], service: 'shop', jvmPid: jvmPid! }, 60)
  try {
    const growth = await waitUntil('it has collected', () => {
      const [first, last] = [watch.readings[0]!.gcMs, watch.readings.at(-1)!.gcMs]
      return last! > first! ? last! - first! : null
    })
    expect(growth).toBeLessThan(Date.now() - watch.readings[0]!.at)
  } finally {
    watch.stop()
  }
  const other = watchHost({ containers: [shop], service: 'shop', jvmPid: process.pid }, 60)
  other.stop()
  expect(other.readings.map(({ gcMs }) => gcMs)).toEqual([null, null])
})
