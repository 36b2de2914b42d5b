/**
 * A program that reads one file takes longer to start than to read a small one: where files come one after the other,
 * the next are started ahead.
 */
import type { RunningCommand } from '../host/command/run-command.ts'

/** How soon after a file the next of many comes, and how long a program that was started ahead waits for it. */
const usualWaitMs = 2000
/** Each takes one processor to start, and 45 MB while it waits. */
const mostAhead = 2

type StartedProgram = Pick<RunningCommand, 'ended' | 'stop'>

/** `start` is called once for each program; each is given once. */
export function createStarterAhead<Started extends StartedProgram>(
  start: () => Promise<Started>,
  waitMs = usualWaitMs,
) {
  /** In the order of their starts. */
  const ahead: Promise<Started>[] = []
  let endedAt = -Infinity

  function startAhead(): void {
    const program = start()
    ahead.push(program)
    /** Gives whether it was still there. */
    const forget = () => {
      const index = ahead.indexOf(program)
      if (index >= 0) void ahead.splice(index, 1)
      return index >= 0
    }
    // One that cannot be started, or ended unused, is none: who needs one starts it, and gets the failure.
    program.then(({ ended }) => ended).then(forget, forget)
    setTimeout(() => {
      if (forget()) program.then(({ stop }) => stop('SIGTERM', 0)).catch(forget)
    }, waitMs).unref()
  }

  return {
    take: async (): Promise<Started> => {
      const program = ahead.shift() ?? start()
      const isOneOfMany = performance.now() - endedAt < waitMs
      if (isOneOfMany) while (ahead.length < mostAhead) startAhead()
      return await program
    },
    /** A file was read. */
    noteEnd: (): void => {
      endedAt = performance.now()
    },
  }
}
