/** The load of a run: a program, and what it reports. */
import fs from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isProblem } from '../../../errors.ts'
import type { ExperimentText } from '../../../experiment/file/experiment-schema.ts'
import type { LoadResults } from '../../../experiment/load/load-results.ts'
import { readLoadResults } from '../../../experiment/load/read-load-results.ts'
import type { OneRequest } from '../../../experiment/load/summarise-requests.ts'
import { loadMarginSeconds } from '../../../experiment/plan/time-left.ts'
import type { CommandEnd } from '../../../host/command/run-command.ts'
import { readInPieces } from '../results.ts'
import { followFile } from './follow-file.ts'
import { chooseLoadProgram, type LoadContext, type LoadProgram } from './load-programs.ts'
import { RunFailed } from './run-failed.ts'
import { startProgram } from './start-program.ts'

export interface RunningLoad {
  /**
   * Resolves when the load begins, from which the warm-up counts: with JMeter and k6 at the first request, with a
   * service when its container runs. Resolves, too, when the program ends before that.
   */
  readonly begun: Promise<unknown>
  readonly ended: Promise<CommandEnd>
  /** Gives requests as they are reported, until `signal` aborts. Throws: Problem `unreadable-results`. */
  readonly follow: (onRequest: (request: OneRequest) => void, signal: AbortSignal) => Promise<unknown>
  /** Asks it to end, ends it where it does not within `loadGraceMs`, and waits until it has ended. */
  readonly stop: () => Promise<void>
  /** Ends it at once; its results may be lost. A second call does nothing. */
  readonly kill: () => Promise<unknown>
  /**
   * Waits for its end. `since`: ms since 1970, the end of the warm-up; null counts all requests. Throws: RunFailed
   * `load-failed`.
   */
  readonly readResults: (since: number | null) => Promise<LoadResults>
}

/** How long a load that was asked to end may go on before it is ended. */
const loadGraceMs = 10_000
/** Interval of the look whether the container of a service runs. */
const loadPollMs = 250

/** Starts the load. Throws: Problem `tool-missing`. */
export async function startLoad(load: ExperimentText['load'], context: LoadContext): Promise<RunningLoad> {
  const { directory, runDirectory, lock } = context
  const chosen = await chooseLoadProgram(load, context)
  const { command, env, results, format } = chosen
  const output = join(runDirectory, 'load.log')
  // Results of an earlier run would be read as results of this one, and some programs append to a file that exists.
  fs.rmSync(results, { force: true })
  const program = startProgram(command, {
    ...{ cwd: directory, env, seconds: load.seconds + loadMarginSeconds, lock, output },
    errors: join(runDirectory, 'load.stderr.log'),
  })
  const { ended } = program
  const follow: RunningLoad['follow'] = (onRequest, signal) =>
    readLoadResults(followFile(results, signal), { expected: format, onRequest })
  let isAskedToEnd = false
  return {
    begun: waitUntilBegun(chosen.begins, follow, ended),
    ...{ ended, follow, kill: program.stop },
    async stop() {
      isAskedToEnd = true
      chosen.askToEnd?.(program.stop) // a program without it ends by itself, when its seconds are over
      const hasEnded = await Promise.race([ended.then(() => true), delay(loadGraceMs, false, { ref: false })])
      if (!hasEnded) await program.stop()
    },
    async readResults(since) {
      const { exitCode, signal, stderr } = await ended
      if (exitCode !== 0 && !(isAskedToEnd && exitCode === chosen.exitCodeIfAsked)) {
        const lastLine = stderr.trim().split('\n').at(-1) ?? ''
        const how = exitCode === null ? `was ended by ${signal ?? 'a signal'}` : `ended with exit code ${exitCode}`
        throw new RunFailed('load-failed', `the load ${how}${lastLine === '' ? '' : `: ${lastLine}`}`)
      }
      if (!fs.existsSync(results))
        throw new RunFailed('load-failed', `the load has not written ${load.results?.file ?? 'any results'}`)
      if (!results.startsWith(join(runDirectory, '/'))) fs.copyFileSync(results, join(runDirectory, 'load.results'))
      try {
        return await readLoadResults(readInPieces(results), { expected: format, since })
      } catch (error) {
        if (!isProblem(error)) throw error
        throw new RunFailed('load-failed', error.message)
      }
    },
  }
}

/** Also once the program has ended. */
async function waitUntilBegun(
  begins: LoadProgram['begins'],
  follow: RunningLoad['follow'],
  ended: Promise<unknown>,
): Promise<void> {
  if (begins === 'at once') return
  if (begins === 'with its first request') {
    await waitForRequest(follow, ended)
    return
  }
  let isOver = false
  void ended.then(() => (isOver = true))
  while (!isOver && !(await begins())) await delay(loadPollMs)
}

/**
 * Also once the program has ended. Results that cannot be read are no failure here: `readResults` reports them after
 * the end.
 */
async function waitForRequest(follow: RunningLoad['follow'], ended: Promise<unknown>): Promise<void> {
  const over = new AbortController()
  const stop = () => over.abort()
  void ended.then(stop)
  try {
    await follow(stop, over.signal)
  } catch (error) {
    if (!isProblem(error)) throw error
    if (!over.signal.aborted) await ended
  }
}
