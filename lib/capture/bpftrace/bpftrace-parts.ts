/** Turns bpftrace's text into the parser's input: names of threads and native functions are put before it. */
import fs from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ownFiles } from '../../host/kernel/named-files.ts'
import { parserJobSchema } from '../../contract/parser-job.ts'
import { type MemoryMapping, writeFacts } from '../../formats/bpf/bpftrace-facts.ts'
import { isProblem } from '../../errors.ts'
import { readExecutableMappings } from '../../host/process/executable-mappings.ts'
import type { PinnedProcess } from '../../host/process/pinned-process.ts'
import { updateThreadTable } from '../../host/process/threads.ts'
import type { Mark, ProfileWarning } from '../../profile/model/profile.ts'
import type { CaptureJob, RawPart } from '../engine.ts'
import type { JvmVersion } from '../jvm/jvm-session.ts'
import type { RecordingNames } from '../recording/recording-names.ts'
import { captureProvenance } from '../provenance.ts'
import { bucketNs } from './bpftrace-program.ts'
import type { BpftraceRecording } from './bpftrace-recording.ts'
import { type ElfSymbols, readElfSymbols } from '../../formats/native/elf-symbols.ts'
import { eachLine } from '../../formats/reading/lines.ts'
import { closing, readPiece } from '../../host/kernel/open-file.ts'

/** Bytes of a line of a stack in bpftrace's text; a longer one is no frame. */
const longestFrameLine = 200

/** Addresses in one output of bpftrace that get the name of a function; further ones stay without. */
const maxAddresses = 200_000
/** Largest piece of a library that is read; the reader checks the sizes that it asks for, and may err. */
const maxLibraryPieceBytes = 256 * 2 ** 20

/**
 * Names of the functions at addresses. `symfs` holds copies of mapped libraries below the paths that the target knows.
 */
function createNativeNames(symfs: string) {
  const names = new Map<number, string>()
  const done = new Set<number>()
  const libraries = new Map<string, ElfSymbols | null>()
  return {
    /** Names the addresses in this text too, and gives all there are so far. Addresses in no mapping have none. */
    async update(
      text: AsyncIterable<Uint8Array>,
      mappings: readonly MemoryMapping[],
    ): Promise<ReadonlyMap<number, string>> {
      for (const address of await userAddresses(text)) {
        const mapping = mappings.find(({ start, end }) => address >= start && address < end)
        if (mapping === undefined || done.has(address)) continue
        done.add(address)
        if (!libraries.has(mapping.path)) libraries.set(mapping.path, openLibrary(join(symfs, mapping.path)))
        const name = libraries.get(mapping.path)?.nameAt(address - mapping.start + mapping.offset)
        if (name != null) names.set(address, name)
      }
      return names
    },
  }
}

/** The addresses in lines of stacks, each a tab and up to 16 hexadecimal digits; those of the kernel are above 2^63. */
async function userAddresses(texts: AsyncIterable<Uint8Array>): Promise<Set<number>> {
  const addresses = new Set<number>()
  const seen = new Set<string>()
  await eachLine(texts, (bytes, start, end) => {
    if (bytes[start] !== 9 || end - start > longestFrameLine || addresses.size >= maxAddresses) return
    const text = Buffer.from(bytes.buffer, bytes.byteOffset + start + 1, Math.min(17, end - start - 1)).toString(
      'latin1',
    )
    const hex = text.slice(0, text.indexOf(' '))
    if (seen.has(hex)) return
    seen.add(hex)
    const address = Number.parseInt(hex, 16)
    if (address < 2 ** 63) addresses.add(address)
  })
  return addresses
}

function openLibrary(path: string): ElfSymbols | null {
  let descriptor: number
  try {
    descriptor = ownFiles.openSync(path, fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW)
  } catch {
    return null // it could not be copied, and a warning says so
  }
  using file = closing(descriptor)
  return readElfSymbols((offset, length) => readPiece(file.fd, offset, length, maxLibraryPieceBytes))
}

export interface BpftraceEnd {
  readonly durationMs: number
  readonly marks: readonly Mark[]
  readonly warnings: readonly ProfileWarning[]
}

export interface BpftracePartsOptions {
  readonly job: CaptureJob
  readonly process: PinnedProcess
  readonly names: RecordingNames
  readonly version: JvmVersion
  readonly recording: BpftraceRecording
  readonly maxDepth: number
  readonly bpftraceVersion: string
  /** File of bpftrace's text, in the directory of the capture. */
  readonly text: string
}

const mechanisms: Readonly<Record<string, string>> = { cpu: 'cpu-clock', 'off-cpu': 'sched_switch' }

export function createBpftraceParts(options: BpftracePartsOptions) {
  const { job, process, names, version, recording, maxDepth } = options
  const { directory, request, target } = job
  const threads = new Map<number, string>()
  const mappings = new Map<string, MemoryMapping>()
  const natives = createNativeNames(join(directory, 'symfs'))
  const text = join(directory, options.text)
  const event = request.events[0]!

  return {
    /** Reads threads and mappings; those of a process that has died stay as they were seen before. */
    look() {
      updateThreadTable(process, threads)
      try {
        for (const mapping of readExecutableMappings(process)) mappings.set(`${mapping.start} ${mapping.end}`, mapping)
      } catch (error) {
        if (!isProblem(error)) throw error
      }
    },
    /** Makes a part of the recording so far, in a file of this name. */
    async partOf(name: string, { durationMs, marks, warnings }: BpftraceEnd): Promise<RawPart> {
      const symbols = [...mappings.values()]
      const named = await natives.update(ownFiles.createReadStream(text), symbols)
      const path = join(directory, name)
      const facts = { bucketNs, threads, mappings: symbols, natives: new Map(named) }
      await pipeline(writeFacts(facts), ownFiles.createWriteStream(path, { flags: 'wx', mode: 0o600 }))
      await pipeline(ownFiles.createReadStream(text), ownFiles.createWriteStream(path, { flags: 'a' }))
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
