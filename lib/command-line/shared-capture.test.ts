/** How commands treat a JVM that is being captured already. */
import fs from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CollectorClient } from '../collector/client/client.ts'
import type { Captures } from '../collector/captures/captures.ts'
import { watchEvents } from '../collector/watch-stream.ts'
import { type Capture, type CaptureRequest, captureRequestSchema } from '../contract/capture.ts'
import type { WatchEvent } from '../contract/live-events.ts'
import { chunksOf } from '../testing/formats/chunks.ts'
import { fakeCaptures, fakeEngine, fakeProgress, fakeRecording } from '../testing/hosts/fake-captures.ts'
import { sampleTarget } from '../testing/samples.ts'
import { waitUntil } from '../testing/wait-until.ts'
import { captureLocally } from './local-capture.ts'
import { captureRemotely } from './dashboard/capture-remote.ts'
import { capture } from './commands/capture.ts'
import type { Dashboard } from './dashboard/dashboard.ts'
import { record } from './commands/record.ts'
import { top } from './commands/top.ts'
import { readerLeft } from './streams.ts'

const target = sampleTarget()
/** Records until it is cancelled. */
const engine = fakeEngine(
  'perf',
  async function* (_, signal) {
    yield fakeProgress('recording', { secondsLeft: 30 })
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
    throw new Error('never')
  },
  { events: ['cpu', 'alloc'] },
)
const listeners = new Set<(event: WatchEvent) => void>()
const onChange = (capture: Capture) => listeners.forEach((listener) => listener({ type: 'capture', capture }))
let directory: string
let captures: Captures
beforeEach(() => {
  directory = fs.mkdtempSync(join(os.tmpdir(), 'hearth-shared-'))
  fs.mkdirSync(join(directory, 'work'))
  captures = fakeCaptures(directory, {
    engines: [engine],
    onChange,
  })
})
afterEach(async () => {
  await captures.stop()
  fs.rmSync(directory, { recursive: true })
})

const startedBy = (person: string, request: Partial<CaptureRequest> = {}) =>
  captures.start(captureRequestSchema.parse({ targetId: target.id, ...request }), person)

const snapshot = (): WatchEvent => ({
  type: 'snapshot',
  targets: [target],
  stopped: [],
  captures: captures.list(),
  pods: [],
  health: [],
  demo: { state: 'stopped', step: '', problem: null },
})
const answers: Record<string, (input: never) => unknown> = {
  listTargets: () => [target],
  startCapture: ({ requestedBy, ...request }: CaptureRequest & { requestedBy: string }) =>
    captures.start(request, requestedBy),
  cancelCapture: ({ captureId, endedBy }: { captureId: string; endedBy?: string }) =>
    captures.cancel(captureId, endedBy),
}
const collector = {
  call: async (verb: string, input: never) => answers[verb]!(input),
  watch: (signal: AbortSignal) =>
    watchEvents(
      snapshot,
      (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      signal,
    ),
} as unknown as CollectorClient

/** The same collector behind a dashboard. */
const dashboard = {
  url: 'http://host:7117',
  async call(path: string, { method = 'GET', body }: { method?: string; body?: CaptureRequest }) {
    const [, id, action] = /^\/api\/v1\/captures\/(\w+)(?:\/(\w+))?$/.exec(path) ?? []
    if (path === '/api/v1/targets') return { targets: [target], collector: { problem: null } }
    if (method === 'POST' && path === '/api/v1/captures') return captures.start(body!, 'token ci')
    if (action === 'cancel') return captures.cancel(id!)
    return captures.list().find((one) => one.id === id)
  },
} as unknown as Dashboard

function run(command: keyof typeof commands, ...args: string[]) {
  const interrupt = new AbortController()
  let output = ''
  const streams = {
    stdin: chunksOf(''),
    stdout: { write: (more: Uint8Array | string) => void (output += String(more)) },
    stderr: { write: (more: string) => void (output += more) },
    isTerminal: false,
  }
  const ended = commands[command]([...args, target.service], streams, interrupt.signal)
  return { ended, told: () => output, interrupt: (reason?: unknown) => interrupt.abort(reason) }
}
const open = { collector, isOwn: false, linkTo: ({ id }: { id: string }) => `http://127.0.0.1:7117/captures/${id}` }
type Streams = Parameters<typeof top>[2]
const commands = {
  capture: (args: string[], streams: Streams, signal: AbortSignal) => capture(args, open, streams, signal),
  'capture on a dashboard': (args: string[], streams: Streams, signal: AbortSignal) =>
    captureRemotely(args, dashboard, streams, signal),
  top: (args: string[], streams: Streams, signal: AbortSignal) => top(args, collector, streams, signal),
  record: (args: string[], streams: Streams) => record(args, open, streams),
}
const stateOf = (id: string) => captures.list().find((one) => one.id === id)!.state
const recording = (id: string) => waitUntil('it records', () => stateOf(id) === 'recording')

describe.each(['capture', 'capture on a dashboard', 'top'] as const)('%s', (command) => {
  test('refuses to follow a flight recorder of another user', async () => {
    const { id } = startedBy('ada', { mode: 'flight-recorder', seconds: 60 })
    await recording(id)
    await expect(run(command, '--seconds=30').ended).rejects.toMatchObject({
      code: 'jvm-busy',
      facts: {
        target: 'com.acme.Main',
        requestedBy: 'ada',
        differences: 'a flight recorder and not a timed capture, --seconds=60 and not --seconds=30',
      },
    })
    expect(stateOf(id)).toBe('recording')
  })

  test('refuses to follow a capture of another event', async () => {
    const { id } = startedBy('ada')
    const { ended } = run(command, '--seconds=30', '--events=alloc')
    await expect(ended).rejects.toMatchObject({ facts: { differences: '--events=cpu and not --events=alloc' } })
    expect(stateOf(id)).not.toBe('cancelled')
  })

  test('follows an equal capture of another user, and Ctrl-C does not cancel it', async () => {
    const { id } = startedBy('ada', { seconds: 7, events: ['alloc'] })
    const joined = run(command, '--seconds=7', '--events=alloc')
    await waitUntil('it says so', () => joined.told().includes('ada began this capture'))
    await recording(id)
    joined.interrupt()
    expect(await joined.ended).toBe(130)
    expect(joined.told()).not.toContain('Cancelled')
    expect(stateOf(id)).toBe('recording')
  })

  test('cancels its own capture, also when another user has requested the same since', async () => {
    const own = run(command, '--seconds=7')
    await waitUntil('it has begun', () => captures.list().length === 1)
    const { id } = startedBy('ada', { seconds: 7 })
    await recording(id)
    own.interrupt()
    expect(await own.ended).toBe(130)
    expect(stateOf(id)).toBe('cancelled')
    if (command !== 'top') expect(own.told()).toMatch(/^Cancelled\.$/m)
    if (command !== 'capture on a dashboard')
      expect(captures.list().find((one) => one.id === id)!.endedBy).toBe('command line')
  })

  test('says who cancelled its capture, where another person did', async () => {
    const own = run(command, '--seconds=7')
    await waitUntil('it has begun', () => captures.list().length === 1)
    const { id } = captures.list()[0]!
    await recording(id)
    await captures.cancel(id, 'b\x1bo')
    await own.ended
    expect(own.told()).toMatch(/^Cancelled by b\\u\{1b\}o\.$/m)
  })
})

test('top whose reader has left cancels its capture, and its exit code is 0', async () => {
  const own = run('top', '--seconds=7')
  await waitUntil('it has begun', () => captures.list().length === 1)
  const { id } = captures.list()[0]!
  await recording(id)
  own.interrupt(readerLeft)
  expect(await own.ended).toBe(0)
  expect(stateOf(id)).toBe('cancelled')
})

test('a capture that has its profiles is not cancelled any more, so that a dashboard keeps them', async () => {
  const ends = fakeEngine('perf', async function* () {
    yield fakeProgress('recording')
    return fakeRecording()
  })
  captures = fakeCaptures(directory, { engines: [ends], onChange })
  const interrupt = new AbortController()
  const requests: string[] = []
  const call = (verb: string, input: never) => (requests.push(verb), collector.call(verb as 'listTargets', input))
  await captureLocally(
    captureRequestSchema.parse({ targetId: target.id }),
    {
      ...open,
      collector: { ...collector, call, fetchArtefact: async () => chunksOf('') } as unknown as CollectorClient,
    },
    { streams: { stderr: { write: () => undefined } }, signal: interrupt.signal, keep: () => interrupt.abort() },
  )
  expect(interrupt.signal.aborted).toBe(true)
  expect(requests).toEqual(['startCapture'])
})

test('record prints nothing when a timed capture runs instead', async () => {
  startedBy('ada', { seconds: 60 })
  const recorder = run('record', '--seconds=60')
  await expect(recorder.ended).rejects.toMatchObject({
    code: 'jvm-busy',
    facts: { differences: 'a timed capture and not a flight recorder' },
  })
  expect(recorder.told()).toBe('')
})
