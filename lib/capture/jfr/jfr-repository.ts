/**
 * Where JFR keeps a recording while it runs: a directory that it makes in /tmp and leaves there until the JVM ends, so
 * it is configured to use one of ours meanwhile.
 *
 * Found by experiment with JDK 17 and 25: when the path is set back, nothing is made at the old place before JFR is
 * used again; a repository that was removed is made anew then.
 */
import { posix } from 'node:path'
import { statContainerFile } from '../../host/container-files/container-file.ts'
import { hasStartedJfr } from '../../host/jvm/jfr-module.ts'
import { readJvmOptions } from '../../host/jvm/jvm-options.ts'
import type { PinnedProcess } from '../../host/process/pinned-process.ts'
import { parseConfiguration, parseRunning, refuseMissing } from './jfr-replies.ts'
import { isProblem, Problem } from '../../errors.ts'
import type { JvmSession } from '../jvm/jvm-session.ts'
import { attachWaitMs } from '../../host/attach/attach-waits.ts'

/**
 * Creates a function that gives a command to JFR; without a signal it is not cut off. The function throws: Problem
 * `jfr-missing`; as attaching does.
 */
export function createJfrCommand(
  jvm: JvmSession,
  attaches: { what: string; ms: number }[],
  signal: AbortSignal | null,
): RunJfrCommand {
  return async (...command) => {
    const begun = performance.now()
    try {
      const options = { timeoutMs: attachWaitMs.jfr, ...(signal === null ? {} : { signal }) }
      return await jvm.diagnose(command, options)
    } catch (error) {
      if (isProblem(error) && error.code === 'attach-failed' && /Unknown diagnostic command/i.test(error.message)) {
        throw new Problem('jfr-missing', { target: jvm.label, reason: 'it knows no JFR command' }, { cause: error })
      }
      throw error
    } finally {
      attaches.push({ what: command[0]!, ms: Math.round(performance.now() - begun) })
    }
  }
}

/** A command to the JVM; gives its answer. */
export type RunJfrCommand = (...command: readonly string[]) => Promise<string>

export interface RepositoryPlan {
  /** Options of JFR.configure for the time of the recording. */
  readonly options: readonly string[]
  /** The directory that JFR puts its own into otherwise; null when that is not changed. */
  readonly base: string | null
  /** The depth of stacks that JFR has now; null where `options` set it, or JFR does not say it. */
  readonly stackDepth: number | null
}

// Each thread keeps room for one stack: 10 KiB. The depth is set only where JFR has never run: JDK 13 to 24 let it be
// changed later too, and then write past the room that a thread has.
/** Depth of stacks that Hearth sets for JFR, whose own 64 cuts the roots of most frameworks off. */
const stackDepth = 256
/** A JVM with more threads keeps JFR's own depth of stacks: room for deeper ones would be over 20 MB. */
const deepUpToThreads = 2000

/**
 * Where JFR was used before, the recordings that run decide: those of others keep their place.
 *
 * Throws: Problem `jfr-missing`; as asking does.
 */
export async function planRepository(
  p: PinnedProcess,
  { directory, threads }: { directory: string; threads: number },
  ask: RunJfrCommand,
): Promise<RepositoryPlan> {
  const ours = `repositorypath=${directory}`
  const options = readJvmOptions(p)
  const isConfigured = options.some((option) => option.startsWith('-XX:FlightRecorderOptions'))
  if (!hasStartedJfr(p) && !isConfigured) {
    const deep = threads <= deepUpToThreads ? [`stackdepth=${stackDepth}`] : []
    return { options: [...deep, ours], base: temporaryDirectory(options), stackDepth: null }
  }
  const answer = await ask('JFR.configure')
  refuseMissing(p.label, answer)
  const { repository, stackDepth: currentDepth } = parseConfiguration(answer)
  const isInUse =
    repository === null || parseRunning(await ask('JFR.check')).length > 0 || statContainerFile(p, repository) !== null
  if (isInUse) return { options: [], base: null, stackDepth: currentDepth }
  return { options: [ours], base: posix.dirname(repository), stackDepth: currentDepth }
}

/** The directory that JFR uses by default: the JVM's java.io.tmpdir. */
function temporaryDirectory(options: readonly string[]): string {
  const option = options.findLast((text) => text.startsWith('-Djava.io.tmpdir=/'))
  const path = option?.slice('-Djava.io.tmpdir='.length) ?? '/tmp'
  // It becomes part of a command whose words are parted by blanks.
  return /^[\w./-]+$/.test(path) ? path : '/tmp'
}
