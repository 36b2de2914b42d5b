/** Runs the programs of Hearth, and starts again what ends. */
import type { ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'

export interface Program {
  readonly name: string
  readonly start: () => ChildProcess
  /** Gets each line of its standard output. Gives true for a line that is not to be shown. */
  readonly onLine?: (line: string) => boolean
}

/** From SIGTERM to SIGKILL when Hearth stops: the collector keeps what it records, which takes up to 10 s. */
const stopDeadlineMs = 20_000
/** From SIGINT to SIGKILL: after a second Ctrl-C the collector no longer waits for recordings. */
const hurriedDeadlineMs = 5000
/** The pause before a program that ended is started again doubles up to this. */
const longestRestartPauseMs = 30_000
/** A program that ran for longer can work here: from then on it is started again however often it ends. */
const steadyAfterMs = 60_000
/** The first pause before a program that ended is started again; it doubles up to `longestRestartPauseMs`. */
const firstRestartPauseMs = 500
/** Starts, the first one too. */
const triesBeforeGivingUp = 3

/**
 * Keeps a program running until `signal` aborts: where it ends, it is started again after a pause, which doubles each
 * time and is short again after a steady run. When `signal` aborts, the program gets SIGTERM; when `hurry` aborts,
 * SIGINT. SIGKILL follows where it has not ended in time.
 *
 * Throws: an Error when it ends again and again without ever having run for a while, since it cannot work here at all;
 * the error of a program that cannot be started, at once.
 */
export async function keepRunning(
  program: Program,
  report: (line: string) => void,
  signal: AbortSignal,
  hurry?: AbortSignal,
): Promise<void> {
  let pauseMs = firstRestartPauseMs
  let wasSteady = false
  for (let tries = 1; !signal.aborted; tries++) {
    const startedAt = performance.now()
    const how = await runOnce(program, report, signal, hurry)
    if (signal.aborted) return
    if (performance.now() - startedAt > steadyAfterMs) {
      wasSteady = true
      pauseMs = firstRestartPauseMs
    }
    if (!wasSteady && tries >= triesBeforeGivingUp) {
      throw new Error(`the ${program.name} ended ${tries} times in a row (${how}); what it said stands above`)
    }
    report(`The ${program.name} ended (${how}); starting it again in ${pauseMs / 1000} s.`)
    await delay(pauseMs, undefined, { signal }).catch(() => undefined) // the abort ends the loop
    pauseMs = Math.min(2 * pauseMs, longestRestartPauseMs)
  }
}

/** Runs it once, to its end. Gives how it ended: its exit code or the signal. */
async function runOnce(
  program: Program,
  report: (line: string) => void,
  signal: AbortSignal,
  hurry?: AbortSignal,
): Promise<string> {
  const child = program.start()
  const show = (line: string): void => report(`${program.name}: ${line}`)
  for (const [stream, isOutput] of [
    [child.stdout, true],
    [child.stderr, false],
  ] as [Readable | null, boolean][]) {
    if (stream === null) continue
    createInterface({ input: stream }).on('line', (line) => {
      if (!(isOutput && program.onLine?.(line))) show(line)
    })
  }
  let killer: NodeJS.Timeout | undefined
  const end = (by: NodeJS.Signals, deadlineMs: number): void => {
    child.kill(by)
    clearTimeout(killer)
    killer = setTimeout(() => child.kill('SIGKILL'), deadlineMs)
  }
  const stop = (): void => end('SIGTERM', stopDeadlineMs)
  const hurryUp = (): void => end('SIGINT', hurriedDeadlineMs)
  signal.addEventListener('abort', stop, { once: true })
  hurry?.addEventListener('abort', hurryUp, { once: true })
  try {
    return await new Promise<string>((resolve, reject) => {
      child.once('error', reject)
      // `close`, since its last lines may come after `exit`.
      child.once('close', (code, by) => resolve(by === null ? `exit code ${code}` : by))
    })
  } finally {
    signal.removeEventListener('abort', stop)
    hurry?.removeEventListener('abort', hurryUp)
    clearTimeout(killer)
  }
}
