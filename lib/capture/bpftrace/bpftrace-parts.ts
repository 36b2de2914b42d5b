/** From bpftrace's text to what the parser is to read: with names of threads and native functions before it. */
import fs from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parserJobSchema } from '../../contract.ts'
import { type Mapping, writeFacts } from '../../formats/bpftrace-facts.ts'
import { isProblem } from '../../errors.ts'
import { readExecutableMappings } from '../../host/process/executable-mappings.ts'
import type { PinnedProcess } from '../../host/process/pinned-process.ts'
import { updateThreadTable } from '../../host/process/threads.ts'
import type { Mark, ProfileWarning } from '../../profile/profile.ts'
import type { CaptureJob, RawPart } from '../engine.ts'
import type { JvmVersion } from '../jvm/jvm-session.ts'
import type { PerfNames } from '../perf/perf-names.ts'
import { captureProvenance } from '../provenance.ts'
import { bucketNs } from './bpftrace-program.ts'
import type { BpftraceRecording } from './bpftrace-recording.ts'
import { createNativeNames } from './native-names.ts'

export interface BpftraceParts {
  /** Looks who runs and what is mapped; of a process that has died, what was seen before stays. */
  look(): void
  /** Of what there is so far, in a file of this name. */
  partOf(name: string, facts: EndFacts): Promise<RawPart>
}

export interface EndFacts {
  readonly durationMs: number
  readonly marks: readonly Mark[]
  readonly warnings: readonly ProfileWarning[]
}

export interface BpftracePartsOptions {
  readonly job: CaptureJob
  readonly process: PinnedProcess
  readonly names: PerfNames
  readonly version: JvmVersion
  readonly recording: BpftraceRecording
  readonly maxDepth: number
  readonly bpftraceVersion: string
  /** Of bpftrace's text, in the directory of the capture. */
  readonly text: string
}

const mechanisms: Readonly<Record<string, string>> = { cpu: 'cpu-clock', 'off-cpu': 'sched_switch' }

export function createBpftraceParts(options: BpftracePartsOptions): BpftraceParts {
  const { job, process, names, version, recording, maxDepth } = options
  const { directory, request, target } = job
  const threads = new Map<number, string>()
  const mappings = new Map<string, Mapping>()
  const natives = createNativeNames(join(directory, 'symfs'))
  const text = join(directory, options.text)
  const event = request.events[0]!

  return {
    look() {
      updateThreadTable(process, threads)
      try {
        for (const mapping of readExecutableMappings(process)) mappings.set(`${mapping.start} ${mapping.end}`, mapping)
      } catch (error) {
        if (!isProblem(error)) throw error
      }
    },
    async partOf(name, { durationMs, marks, warnings }) {
      const known = [...mappings.values()]
      const named = await natives.update(fs.createReadStream(text), known)
      const path = join(directory, name)
      const facts = { bucketNs, threads, mappings: known, natives: new Map(named) }
      await pipeline(writeFacts(facts), fs.createWriteStream(path, { flags: 'wx', mode: 0o600 }))
      await pipeline(fs.createReadStream(text), fs.createWriteStream(path, { flags: 'a' }))
      const provenance = await captureProvenance({
        ...{ engine: 'bpftrace', event, mechanism: mechanisms[event] ?? null, target, request, jvm: version },
        startedAt: recording.startedAt,
        durationMs,
        frequencyHz: event === 'cpu' ? request.frequencyHz : null,
        lostSamples: recording.counts().lostSamples,
        commands: [recording.command],
        maxDepth,
        marks,
        warnings: [...names.warnings, ...warnings],
        versions: { bpftrace: options.bpftraceVersion },
      })
      const { javaMaps } = names.jobFor(recording.clockOriginSeconds)
      return {
        source: { kind: 'file', name },
        job: parserJobSchema.parse({
          ...{ format: 'bpftrace', provenance, events: [event], javaMaps },
          clockOriginSeconds: recording.clockOriginSeconds,
        }),
      }
    },
  }
}
