import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CaptureJob, RawPart } from '../../capture/engine.ts'
import { captureRequestSchema } from '../../contract/capture.ts'
import { pinProcess } from '../../host/process/pinned-process.ts'
import { readBootId } from '../../host/process/process-list.ts'
import { readStatus } from '../../host/process/process-status.ts'
import { targetIdOf } from '../../targets/target-id.ts'
import { fakeEngine, fakePart, fakeProgress, fakeRecording } from '../../testing/hosts/fake-captures.ts'
import { sampleTarget } from '../../testing/samples.ts'
import { waitUntil } from '../../testing/wait-until.ts'
import { createFrameWriter, type Frame, readHelperFrames } from '../frames.ts'
import { recordAndSend } from './run-recording.ts'

let workDirectory = ''
beforeEach(() => {
  workDirectory = fs.mkdtempSync(join(tmpdir(), 'hearth-helper-'))
})
afterEach(() => fs.rmSync(workDirectory, { recursive: true, force: true }))

/** A JVM that is there: this process. */
function ownTarget() {
  using own = pinProcess(process.pid)
  const id = targetIdOf(readBootId(), { hostPid: process.pid, startTicks: own.startTicks })
  return { ...sampleTarget(), id, hostPid: process.pid, namespacePid: readStatus(own).namespacePid }
}

const withMap = (part: RawPart, path: string): RawPart => ({
  ...part,
  job: { ...part.job, javaMaps: [{ path, atMs: 0 }] },
})

/** Snapshots as async-profiler, perf, and bpftrace or JFR write them. */
const writeSnapshot = {
  'a file in a directory': ({ directory }: CaptureJob, number: number): RawPart => {
    fs.mkdirSync(join(directory, `live-${number}`))
    fs.writeFileSync(join(directory, `live-${number}/recording.jfr`), 'x')
    return fakePart(`live-${number}/recording.jfr`)
  },
  'what a command prints': ({ directory }: CaptureJob, number: number): RawPart => {
    fs.mkdirSync(join(directory, `live-${number}`))
    fs.writeFileSync(join(directory, `live-${number}/0.data`), 'x')
    fs.linkSync(join(directory, 'perf-1.map'), join(directory, `live-${number}/perf-1.map`))
    const command = ['cat', `live-${number}/0.data`]
    return withMap({ ...fakePart(''), source: { kind: 'command', command } }, `live-${number}/perf-1.map`)
  },
  'a file': ({ directory }: CaptureJob, number: number): RawPart => {
    fs.writeFileSync(join(directory, `live-${number}.txt`), 'x')
    return withMap(fakePart(`live-${number}.txt`), 'perf-1.map')
  },
}

test.each(Object.entries(writeSnapshot))(
  'live snapshots, each %s, are removed when they are sent, and a symbol map of all is sent once',
  async (_, write) => {
    const output = new PassThrough()
    const frames: Frame[] = []
    const reading = (async () => {
      for await (const frame of readHelperFrames(output)) frames.push(frame)
    })()
    const messages = () => frames.flatMap((frame) => (frame.kind === 'message' ? [frame.message] : []))
    const sentSnapshots = () => messages().filter(({ type }) => type === 'live').length
    const engine = fakeEngine('perf', async function* (job) {
      fs.writeFileSync(join(job.directory, 'perf-1.map'), 'map')
      fs.writeFileSync(join(job.directory, 'cpu'), 'cpu')
      for (const number of [1, 2, 3]) {
        yield fakeProgress('recording', { live: [write(job, number)] })
        await waitUntil('it is sent', () => sentSnapshots() === number)
        const files = () => fs.readdirSync(job.directory).sort().join(' ')
        await waitUntil('its files are gone', () => files() === 'cpu perf-1.map')
      }
      return fakeRecording({ parts: [withMap(fakePart('cpu'), 'perf-1.map')] })
    })
    const target = ownTarget()
    const request = captureRequestSchema.parse({ targetId: target.id })
    await recordAndSend(
      { type: 'record', captureId: 'c'.repeat(32), engine: 'perf', target, pid: 'host', request },
      {
        engine,
        writer: createFrameWriter(output),
        workDirectory,
        parserSeconds: 10,
        save: new AbortController().signal,
      },
      new AbortController().signal,
    )
    output.end()
    await reading
    const maps = messages().flatMap((message) =>
      message.type === 'live' || message.type === 'recording' ? message.parts.flatMap((part) => part.maps) : [],
    )
    expect(sentSnapshots()).toBe(3)
    expect(new Set(maps).size).toBe(1)
  },
)
