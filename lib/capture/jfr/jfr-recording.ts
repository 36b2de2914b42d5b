/**
 * Records with JFR in a JVM: starts the recording, copies it while it runs, ends it, and leaves nothing of it there.
 */
import { join } from 'node:path'
import { ownFiles } from '../../host/kernel/named-files.ts'
import { onProblem, Problem, unlessProblem } from '../../errors.ts'
import {
  type ContainerDirectory,
  createContainerDirectory,
  type HeldFile,
} from '../../host/container-files/container-directory.ts'
import { createContainerFile } from '../../host/container-files/container-file.ts'
import { findMount, readMounts } from '../../host/container-files/mounts.ts'
import { assertTmpSpace, smallestRecording } from '../../targets/readiness/tmp-space.ts'
import { limitCopyBytes } from '../disk-space.ts'
import type { JvmSession } from '../jvm/jvm-session.ts'
import { checkAnswer, parseConfiguration, refuseMissing } from './jfr-replies.ts'
import type { RunJfrCommand, RepositoryPlan } from './jfr-repository.ts'
import { inlineSettings, type JfrSettings, settingsFile } from './jfr-settings.ts'

export interface JfrRecordingOptions {
  /** `hearth-<capture id>`. */
  readonly name: string
  /** The path of the directory in the container, which is not there yet. */
  readonly directory: string
  readonly repository: RepositoryPlan
  readonly settings: JfrSettings
  readonly feature: number
  readonly seconds: number
  readonly memoryLimitBytes: number | null
}

export type JfrRecording = ReturnType<typeof recordingOf>

/** Where Hearth can no longer stop it, the recording stops by itself so long after its time, and discards its data. */
const jfrOvertimeSeconds = 60
/** Bytes of a JFR recording in /tmp of the container; JFR drops its oldest chunks for newer ones. */
const largestJfrBytes = 128 * 2 ** 20
const smallestJfrBytes = smallestRecording.jfr
/** Bytes that are read back at most: dumping may add a chunk and its constants. */
const copiedBytes = 2 * largestJfrBytes
/** Only chunks that were there at a look count; a chunk is some 12 MB. */
const maxChunks = 64

/**
 * Runs `use` with a recording that has begun, and undoes all of it after that: a start that failed, too.
 *
 * `ask` sends commands that may be cut off, `askAnyway` those that undo, which may not.
 */
export async function* withJfrRecording<Yield, Result>(
  jvm: JvmSession,
  options: JfrRecordingOptions,
  { ask, askAnyway }: { ask: RunJfrCommand; askAnyway: RunJfrCommand },
  use: (recording: JfrRecording) => AsyncGenerator<Yield, Result>,
): AsyncGenerator<Yield, Result> {
  using home = createContainerDirectory(jvm.process, options.directory, jvm.status)
  let isConfigured = false
  let isStarted = false
  try {
    const maxBytes = limitJfrRecording(jvm, options, home)
    let { stackDepth } = options.repository
    if (options.repository.options.length > 0) {
      isConfigured = true // before the request: it may work where its answer does not come
      const answer = await ask('JFR.configure', ...options.repository.options)
      refuseMissing(jvm.label, answer)
      stackDepth ??= parseConfiguration(answer).stackDepth ?? 64 // JFR's own
    }
    const command = startCommand(jvm, options, maxBytes)
    isStarted = true
    checkAnswer(jvm.label, 'Started', await ask(...command))
    using chunks = holdChunks(home)
    const recording = recordingOf({ jvm, options, home, chunks, ask, command, stackDepth, maxBytes })
    const stop = async (destination: string) => {
      await recording.stop(destination)
      isStarted = false
    }
    return yield* use({ ...recording, stop })
  } finally {
    if (isStarted) await undo(() => askAnyway('JFR.stop', `name=${options.name}`))
    const { base } = options.repository
    if (isConfigured && base !== null) await undo(() => askAnyway('JFR.configure', `repositorypath=${base}`))
    home.removeAll()
  }
}

function recordingOf(params: {
  jvm: JvmSession
  options: JfrRecordingOptions
  home: ContainerDirectory
  chunks: HeldChunks
  ask: RunJfrCommand
  command: readonly string[]
  stackDepth: number | null
  maxBytes: number
}) {
  const { jvm, options, home, chunks, ask, command, stackDepth, maxBytes } = params
  let files = 0
  const copyOut = async (does: 'Dumped' | 'Stopped', destination: string) => {
    const file = `${files++}.jfr`
    const verb = does === 'Dumped' ? 'JFR.dump' : 'JFR.stop'
    const answer = await ask(verb, `name=${options.name}`, `filename=${options.directory}/${file}`)
    checkAnswer(jvm.label, does, answer)
    const bytes = home.copy(file, destination, copiedBytes)
    home.remove(file)
    if (bytes === null || bytes === 0) {
      throw new Problem('jfr-failed', {
        target: jvm.label,
        reason: `it says it wrote ${file}, which is ${bytes === null ? 'not there' : 'empty'}`,
      })
    }
  }
  return {
    /** The command, for the provenance. */
    command,
    /** Unix ms, and CLOCK_MONOTONIC in seconds, of the moment when it ran. */
    startedAt: Date.now(),
    clockOriginSeconds: Number(process.hrtime.bigint()) / 1e9,
    stackDepth,
    /** The largest size of the recording, which drops its oldest part rather than grow larger. */
    maxBytes,
    /**
     * Copies the recording so far to a new file of ours.
     *
     * Throws: Problem `jfr-failed`, `unsafe-file`; as asking does.
     */
    dump: (destination: string) => copyOut('Dumped', destination),
    /** Ends it and copies all of it. Throws: as `dump`. */
    stop: (destination: string) => copyOut('Stopped', destination),
    /** Holds the files that it writes, so that they stay when the JVM removes them, or its container is removed. */
    hold: chunks.update,
    /** Copies the chunks of a JVM that answers no more; false when there are none. Throws: Problem `unsafe-file`. */
    salvage: chunks.salvage,
  }
}

function startCommand(
  { process, status }: JvmSession,
  { name, directory, settings, feature, seconds }: JfrRecordingOptions,
  maxBytes: number,
): string[] {
  const file = `${directory}/settings.jfc`
  const inline = inlineSettings(settings, feature)
  if (inline === null) {
    const { uid, gid } = status
    createContainerFile(process, file, { mode: 0o600, uid, gid, contents: Buffer.from(settingsFile(settings)) })
  }
  return [
    ...['JFR.start', `name=${name}`, ...(inline ?? [`settings=${file}`])],
    `duration=${seconds + jfrOvertimeSeconds}s`,
    `maxsize=${Math.floor(maxBytes / 2 ** 20)}m`,
    // Where its file would go when the time is over: the parts we want go to files of their own.
    'filename=/dev/null',
  ]
}

/** A quarter of the free space there; of a memory file system no more than a part of the container's memory limit. */
function limitJfrRecording(
  jvm: JvmSession,
  { memoryLimitBytes }: JfrRecordingOptions,
  home: ContainerDirectory,
): number {
  const isMemory = findMount(readMounts(jvm.process), '/tmp')?.fileSystem === 'tmpfs'
  const limit = isMemory && memoryLimitBytes !== null ? memoryLimitBytes / 16 : largestJfrBytes
  assertTmpSpace(jvm.process, 'jfr') // throws `tmp-too-small`
  const bytes = Math.min(largestJfrBytes, home.freeBytes() / 4)
  return Math.max(smallestJfrBytes, Math.min(bytes, limit))
}

type HeldChunks = ReturnType<typeof holdChunks>

/** The files that JFR writes while it records, held open for as long as it keeps them. */
function holdChunks(home: ContainerDirectory) {
  const heldFiles = new Map<string, HeldFile>()
  const drop = (name: string) => {
    heldFiles.get(name)?.[Symbol.dispose]()
    heldFiles.delete(name)
  }

  const update = () => {
    // JFR.dump and JFR.stop write beside the repository, which is a directory below.
    const names = home.files().filter((file) => /^[\w-]+\/[\w-]+\.jfr$/.test(file))
    if (names.length === 0) return // one that records has a file it writes to: they were removed
    const newest = names.slice(-maxChunks)
    for (const name of heldFiles.keys()) if (!newest.includes(name)) drop(name)
    for (const name of newest) {
      const chunk = heldFiles.has(name) ? null : unlessProblem(() => home.hold(name), null) // no file of JFR's
      if (chunk !== null) heldFiles.set(name, chunk)
    }
  }

  return {
    update,
    salvage: (destination: string): boolean => {
      update()
      let bytes = 0
      for (const [index, chunk] of [...heldFiles.values()].entries()) {
        const part = `${destination}.${index}`
        const copied = chunk.copy(part, limitCopyBytes(join(destination, '..'), copiedBytes - bytes))
        bytes += copied
        if (copied > 0) ownFiles.appendFileSync(destination, ownFiles.readFileSync(part), { mode: 0o600 })
        ownFiles.rmSync(part, { force: true })
      }
      return bytes > 0
    },
    [Symbol.dispose]: () => [...heldFiles.keys()].forEach(drop),
  }
}

/** Undoes something by asking the JVM; where that has died, or does not answer, it does nothing. */
async function undo(work: () => Promise<unknown>): Promise<void> {
  await work().catch(onProblem(() => {}))
}
