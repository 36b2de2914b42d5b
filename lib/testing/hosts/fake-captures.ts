/** Captures with engines of a test, through the same API as the collector's own. */
import { join } from 'node:path'
import { createDoctor } from '../../capture/doctor/doctor.ts'
import type { CaptureEngine, Progress, RawPart, RawRecording } from '../../capture/engine.ts'
import { openArtefacts } from '../../collector/captures/artefacts.ts'
import { type Captures, type CapturesOptions, createCollectorCaptures } from '../../collector/captures/captures.ts'
import { openJournal } from '../../collector/captures/journal.ts'
import { parserJobSchema } from '../../contract/parser-job.ts'
import type { Finding } from '../../findings.ts'
import { engineTable } from '../../contract/engines.ts'
import { sampleTarget } from '../samples.ts'

export function fakeEngine(
  id: CaptureEngine['id'],
  record: CaptureEngine['record'],
  more: Partial<CaptureEngine> = {},
): CaptureEngine {
  return {
    ...engineTable.perf,
    id,
    title: id,
    helperNeeds: () => ({ pid: 'container', user: 'target', capabilities: [], network: 'none' }),
    examine: () => Promise.resolve(new Map()),
    record,
    ...more,
  }
}

/** Each part has its file's name as content, which the fake reader returns as the profile's bytes. */
export function fakePart(name: string): RawPart {
  return { source: { kind: 'file', name }, job: parserJobSchema.parse({ format: 'folded' }) }
}

export function fakeRecording(more: Partial<RawRecording> = {}): RawRecording {
  return { parts: [fakePart('cpu')], samples: 3, lostSamples: 0, partial: null, attaches: [], ...more }
}

export function fakeProgress(state: Progress['state'], more: Partial<Progress> = {}): Progress {
  return { state, secondsLeft: 1, samples: 1, lostSamples: 0, cleanup: [], ...more }
}

export const blockedFinding: Finding = {
  code: 'tool-missing',
  level: 'blocked',
  title: 'It is not installed.',
  evidence: 'nothing there',
  remedy: 'Install it.',
  command: null,
}

/** The JVM of every capture goes on running; there are no helpers. A bug fails the test. */
export function fakeCaptures(
  directory: string,
  { engines, ...more }: Pick<CapturesOptions, 'engines'> & Partial<CapturesOptions>,
): Captures {
  return createCollectorCaptures({
    engines,
    doctor: createDoctor({
      engines,
      examine: {
        host: (engine, target) => engine.examine(target, 'host'),
        helper: (engine) => Promise.resolve(new Map(engine.events.map((event) => [event, [blockedFinding]]))),
      },
      blocksOf: () => [],
    }),
    recorders: {
      host: (engine, job, signal) => engine.record(job, signal),
      helper: (engine, job, signal) => engine.record(job, signal),
    },
    readParts: (parts) => Promise.resolve(parts.map(profileOf)),
    readLive: ([part]) => Promise.resolve(part === undefined ? null : profileOf(part).bytes),
    watchOverhead: () => ({ stop: () => ({ before: null, during: null }) }),
    watchContainerEnd: () => ({ find: () => Promise.resolve(null), [Symbol.dispose]: () => undefined }),
    watchDeath: () => ({ recording: () => undefined, ended: () => undefined }),
    findBlock: () => null,
    noteTried: () => undefined,
    openSharedSession: () => ({ cleanup: [], release: () => Promise.resolve() }),
    findTarget: (id) => sampleTarget({ id }),
    lateFiles: { add: () => undefined, sweep: () => Promise.resolve() },
    journal: openJournal(join(directory, 'journal')),
    artefacts: openArtefacts(join(directory, 'artefacts')),
    workDirectory: join(directory, 'work'),
    keepRecordings: undefined,
    hostName: 'test-host',
    atOnce: 2,
    onChange: () => undefined,
    report: (error) => {
      throw error
    },
    ...more,
  })
}

function profileOf({ source }: RawPart) {
  const name = source.kind === 'file' ? source.name : ''
  return { event: name, samples: 3, bytes: Buffer.from(name) }
}
