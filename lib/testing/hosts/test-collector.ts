/** A real collector as a child, in a run directory of its own, for tests that capture and for those that kill it. */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import fs from 'node:fs'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { type CollectorClient, createCollectorClient } from '../../collector/client/client.ts'
import { readConfig } from '../../config.ts'
import type { Capture, CaptureRequest } from '../../contract/capture.ts'
import type { Target } from '../../contract/target.ts'
import { findAsyncProfiler } from '../../host/library/async-profiler-library.ts'
import { statFields } from '../../host/process/pinned-process.ts'
import { decodeProfile } from '../../profile/encoding/encode.ts'
import type { EventId } from '../../profile/model/event-ids.ts'
import type { Profile } from '../../profile/model/profile.ts'
import { WaitInVain, waitUntil } from '../wait-until.ts'

export interface TestCollector extends AsyncDisposable {
  readonly client: CollectorClient
  readonly runDirectory: string
  /** What it said on stderr: bugs, since Problems are answers. */
  log(): string
  findTarget(hostPid: number): Promise<Target>
  start(target: Target, request?: Partial<CaptureRequest>): Promise<Capture>
  /** Waits until it is as asked. Throws at once what became of it when it ended otherwise. */
  waitFor(captureId: string, what: string, isSo: (capture: Capture) => boolean): Promise<Capture>
  /** Waits for the end of a capture, or for its profile. */
  end(captureId: string): Promise<Capture>
  profileOf(captureId: string, event?: EventId): Promise<Profile>
  /** Those that wait, in the order of the request's events. */
  profiles(captureId: string): Promise<ReadonlyMap<EventId, Profile>>
  kill(): Promise<void>
  hasEnded(): boolean
  /** Again, in the same run directory. */
  restart(env?: Readonly<Record<string, string>>): Promise<void>
}

export interface TestCollectorOptions {
  readonly env?: Readonly<Record<string, string>>
  /** What to run it with: the program and the arguments before its own. */
  readonly prefix?: readonly string[]
}

type Child = ChildProcessByStdio<null, Readable, Readable>

const main = fileURLToPath(new URL('../../collector/main.ts', import.meta.url))

export async function startTestCollector({ env = {}, prefix = [] }: TestCollectorOptions = {}): Promise<TestCollector> {
  const runDirectory = fs.mkdtempSync('/run/hearth-test-')
  const client = createCollectorClient(`${runDirectory}/collector.sock`)
  let log = ''
  let child: Child

  async function launch(more: Readonly<Record<string, string>>): Promise<void> {
    const [program, ...args] = [...prefix, process.execPath, main]
    const launched = spawn(program, args, {
      env: { ...inherited(), HEARTH_RUN: runDirectory, HEARTH_DATA: `${runDirectory}/data`, ...env, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = launched
    let out = ''
    launched.stdout.on('data', (text: Buffer) => (out += text.toString()))
    launched.stderr.on('data', (text: Buffer) => (log += text.toString()))
    await waitUntil('the collector listens', () => {
      assertRuns()
      return out.includes('listening')
    })
  }

  async function kill(): Promise<void> {
    child.kill('SIGKILL')
    await waitUntil('the collector is dead', () => hasEnded(child))
  }

  const waitFor: TestCollector['waitFor'] = (captureId, what, isSo) =>
    ask(
      `the capture is ${what}`,
      async () => {
        const capture = (await client.call('listCaptures', {})).find(({ id }) => id === captureId)
        if (capture === undefined || isSo(capture)) return capture
        if (isOver(capture)) throw new WaitInVain(`the capture ended before it was ${what}: ${JSON.stringify(capture)}`)
        return undefined
      },
      60_000,
    )

  /** What the collector itself does, or died of, says more than that something is waited for in vain. */
  async function ask<T>(what: string, question: () => Promise<T>, deadlineMs?: number) {
    const asked = waitUntil(what, () => (assertRuns(), question()), deadlineMs)
    return asked.catch((error: unknown) => {
      if (error instanceof WaitInVain || !(error instanceof Error)) throw error
      const { cause } = error
      throw new Error(
        [error.message, cause instanceof Error ? cause.message : '', describeProcess(child.pid!), log].join('\n'),
        { cause },
      )
    })
  }

  function assertRuns(): void {
    if (!hasEnded(child)) return
    const stackInReport = log.replaceAll(/^ +at /gm, '') // which leaves out such lines
    throw new WaitInVain(`the collector ended (${child.signalCode ?? `exit code ${child.exitCode}`}): ${stackInReport}`)
  }

  async function profileOf(captureId: string, event: EventId = 'cpu'): Promise<Profile> {
    const chunks: Uint8Array[] = []
    for await (const chunk of await client.fetchArtefact(captureId, event)) chunks.push(chunk)
    return decodeProfile(Buffer.concat(chunks))
  }

  await launch({})
  return {
    client,
    runDirectory,
    log: () => log,
    findTarget: (hostPid) =>
      ask(`process ${hostPid} is listed`, async () =>
        (await client.call('listTargets', {})).find((target) => target.hostPid === hostPid),
      ),
    start: (target, request = {}) =>
      client.call('startCapture', { targetId: target.id, seconds: 1, requestedBy: 'test', ...request }),
    waitFor,
    end: (captureId) => waitFor(captureId, 'over', isOver),
    profileOf,
    async profiles(captureId) {
      const { artefacts } = await waitFor(captureId, 'over', isOver)
      const profiles = artefacts.map(async ({ event }) => [event, await profileOf(captureId, event)] as const)
      return new Map(await Promise.all(profiles))
    },
    kill,
    hasEnded: () => hasEnded(child),
    async restart(more = {}) {
      if (!hasEnded(child)) await kill()
      await launch(more)
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await waitUntil('the collector has stopped', () => hasEnded(child))
      fs.rmSync(runDirectory, { recursive: true, force: true })
    },
  }
}

/** Its profiles are there, or never will be. */
function isOver({ state, artefacts }: Capture): boolean {
  return artefacts.length > 0 || state === 'failed' || state === 'cancelled'
}

/** Not our own settings, nor a test runner's, but the library that set-up brought to the usual data directory. */
function inherited(): NodeJS.ProcessEnv {
  const { PATH, HOME, NODE_ENV, HEARTH_ASYNC_PROFILER, HEARTH_DATA } = process.env
  const library = findAsyncProfiler(readConfig({ HOME, HEARTH_ASYNC_PROFILER, HEARTH_DATA }))
  return { PATH, HOME, NODE_ENV, ...(library === null ? {} : { HEARTH_ASYNC_PROFILER: library.path }) }
}

/** Whether it waits in the kernel, and where; how much it has run; what it holds open. */
function describeProcess(hostPid: number): string {
  const read = (name: string) => {
    try {
      return fs.readFileSync(`/proc/${hostPid}/${name}`, 'utf8').trim()
    } catch (error) {
      return String(error)
    }
  }
  const [state, ...numbers] = statFields(read('stat'))
  // Fields 14 and 15 of proc(5), utime and stime; `numbers` begins with field 4.
  const ticks = `${numbers[10]} ticks as user, ${numbers[11]} in the kernel`
  const open = fs.readdirSync(`/proc/${hostPid}/fd`).length
  const stack = read('stack').split('\n').slice(0, 4).join(' ')
  return `the collector is ${state}, ${ticks}, ${open} descriptors, waits in ${read('wchan')}: ${stack}`
}

function hasEnded({ exitCode, signalCode }: Child): boolean {
  return exitCode !== null || signalCode !== null
}
