import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'

const checkout = resolve(import.meta.dirname, '../..')

/** A Hearth of its own, started as `npm start` starts it, with data and sockets in a temporary directory. */
export interface Hearth {
  readonly url: string
  /** Works once. */
  readonly signInLink: string
  /** What a terminal shows, a line each; it grows. */
  readonly output: readonly string[]
  /** Host PIDs of the launcher, the collector and the web program. */
  hostPids(): number[]
  /** SIGKILL to all of it at once, as when the machine's memory ran out. */
  kill(): Promise<void>
  stop(): Promise<void>
}

interface LaunchedHearth extends Hearth {
  /** Ctrl-C on a terminal: SIGINT to its process group. */
  interrupt(): Promise<void>
}

export interface HearthInstance {
  readonly directory: string
  readonly port: number
}

export async function prepareInstance(): Promise<HearthInstance> {
  return { directory: await mkdtemp(`${tmpdir()}/hearth-e2e-`), port: await findFreePort() }
}

export async function removeInstance({ directory }: HearthInstance): Promise<void> {
  await rm(directory, { recursive: true, force: true })
}

/** Starts it and waits until it says that it is ready. Ends with this process at the latest. */
export async function startHearth(instance: HearthInstance, env: Record<string, string> = {}): Promise<LaunchedHearth> {
  const launcher = spawn(
    'setpriv',
    ['--pdeathsig=TERM', '--', process.execPath, `${checkout}/lib/launch/start.ts`, '--no-install'],
    {
      cwd: checkout,
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true, // a process group of its own, as a shell gives it
      env: {
        ...process.env,
        HEARTH_PORT: String(instance.port),
        HEARTH_DATA: `${instance.directory}/data`,
        HEARTH_RUN: `${instance.directory}/run`,
        ...env,
      },
    },
  )
  const ended = once(launcher, 'close')
  const hostPids = (): number[] => [launcher.pid!, ...childrenOf(launcher.pid!)]
  const output = await readUntilReady(launcher)
  const signInLink = output.findLast(isSignInLink)!.trim()
  return {
    url: new URL(signInLink).origin,
    signInLink,
    output,
    hostPids,
    kill: async () => {
      for (const hostPid of hostPids()) process.kill(hostPid, 'SIGKILL')
      await ended
    },
    interrupt: async () => {
      process.kill(-launcher.pid!, 'SIGINT')
      await ended
    },
    stop: async () => {
      launcher.kill('SIGTERM')
      await ended
    },
  }
}

/**
 * Signs in with the link that `npm start` prints and gives the cookie. As through a proxy with TLS: the cookie alone is
 * the session then, and browsers send it to loopback as well. How a browser signs in over plain HTTP is tested in
 * access/safety.spec.ts.
 */
export async function signInByProxy(signInLink: string): Promise<{ name: string; value: string }> {
  const { origin, hash } = new URL(signInLink)
  const answer = await fetch(`${origin}/api/v1/session`, {
    method: 'POST',
    headers: {
      origin: origin.replace('http:', 'https:'),
      'content-type': 'application/json',
    },
    body: JSON.stringify({ code: hash.slice(1) }),
  })
  const [, name, value] = /^([^=]+)=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '') ?? []
  if (name === undefined || value === undefined) throw new Error(`signing in answered ${answer.status}`)
  return { name, value }
}

/** Signs in, and keeps the cookie in the file `path` for the contexts of tests. */
export async function saveSession(signInLink: string, path: string): Promise<void> {
  const { hostname } = new URL(signInLink)
  const cookie = { ...(await signInByProxy(signInLink)), domain: hostname, path: '/', expires: -1 }
  const cookies = [{ ...cookie, httpOnly: true, secure: true, sameSite: 'Strict' }]
  await writeFile(path, JSON.stringify({ cookies, origins: [] }))
}

const isSignInLink = (line: string): boolean => /^\s+http:\S+\/sign-in#\S+$/.test(line)

/** The lines of its output, once there is the one with the sign-in link; those that follow are added. */
async function readUntilReady(launcher: ChildProcess): Promise<readonly string[]> {
  const output: string[] = []
  const lines = createInterface({ input: launcher.stdout! })
  await new Promise<void>((resolve, reject) => {
    let isReady = false
    lines.on('line', (line) => {
      output.push(line)
      if (isReady) process.stderr.write(`${line}\n`) // its complaints belong to the test's log
      isReady ||= isSignInLink(line)
      if (isReady) resolve()
    })
    lines.on('close', () => reject(new Error(`Hearth ended before it was ready:\n${output.join('\n')}`)))
  })
  return output
}

function childrenOf(hostPid: number): number[] {
  const threads = readdirSync(`/proc/${hostPid}/task`)
  const lists = threads.map((thread) => readFileSync(`/proc/${hostPid}/task/${thread}/children`, 'utf8'))
  return lists
    .join(' ')
    .split(' ')
    .map(Number)
    .filter((child) => child > 0)
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}
