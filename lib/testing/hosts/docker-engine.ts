import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import Docker from 'dockerode'
import { waitUntil } from '../wait-until.ts'

/** A Docker engine of the test's own, beside the machine's: one that may be stopped and killed. */
export interface TestEngine {
  readonly socket: string
  readonly docker: Docker
  /** SIGKILL, as a crash. */
  kill(): Promise<void>
  /** After `kill`: the same engine with the same images again. */
  start(): Promise<void>
  /** Ends it and removes all of it. */
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * `prefix` is what to run it with. By default a network namespace of its own: an engine without a bridge takes docker0
 * away, and with it the network from the containers of the machine's own engine.
 */
export async function startTestEngine(prefix: readonly string[] = ['unshare', '--net']): Promise<TestEngine> {
  const directory = await mkdtemp(`${tmpdir()}/hearth-docker-`)
  const socket = `${directory}/docker.sock`
  const docker = new Docker({ socketPath: socket })
  let stopRunning = await startEngine(directory, docker, prefix)
  return {
    socket,
    docker,
    kill: () => stopRunning('SIGKILL'),
    start: async () => {
      stopRunning = await startEngine(directory, docker, prefix)
    },
    [Symbol.asyncDispose]: async () => {
      const containers = await docker.listContainers({ all: true }).catch(() => []) // it may be dead already
      await Promise.all(containers.map(({ Id }) => docker.getContainer(Id).remove({ force: true })))
      await stopRunning('SIGTERM')
      for (const mountPoint of mountsBelow(directory)) execFileSync('umount', [mountPoint])
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function startEngine(
  directory: string,
  docker: Docker,
  prefix: readonly string[],
): Promise<(signal: NodeJS.Signals) => Promise<void>> {
  // After a SIGKILL these are still there, and the next engine would wait for the containerd that they belonged to.
  await rm(`${directory}/docker.pid`, { force: true })
  await rm(`${directory}/run/containerd/containerd.pid`, { force: true })
  await rm(`${directory}/run/containerd/containerd.sock`, { force: true })
  const [program, ...before] = [...prefix, 'dockerd']
  const engine = spawn(
    program,
    [
      ...before,
      `--host=unix://${directory}/docker.sock`,
      `--data-root=${directory}/data`,
      `--exec-root=${directory}/run`,
      `--pidfile=${directory}/docker.pid`,
      '--bridge=none',
      '--iptables=false',
      '--ip-masq=false',
    ],
    { stdio: 'ignore' },
  )
  const ended = once(engine, 'exit')
  await waitUntil('the test engine answers', () => docker.ping(), 30_000)
  return async (signal) => {
    if (engine.exitCode === null && engine.signalCode === null) engine.kill(signal)
    await ended
  }
}

/** The engine leaves a few mounts behind, inner ones last in the table. */
function mountsBelow(directory: string): string[] {
  const points = readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
  return points.filter((point) => point.startsWith(`${directory}/`)).reverse()
}
