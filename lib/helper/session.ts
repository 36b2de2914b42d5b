/** The collector's end of the session with one helper: requests, answers, and that it always ends. */
import { Problem } from '../errors.ts'
import type { HelperContainer } from '../host/docker/helper-container.ts'
import { type Frame, readHelperFrames } from './frames.ts'
import { helperAliveEveryMs, type HelperRequest, helperSilenceMs, type ControlMessage } from './protocol.ts'

/** How long the exit code of a helper that fell silent is waited for. */
const helperExitMs = 5000
/** Lines and characters of a helper's stderr that its failure repeats. */
const helperErrorLines = 3
const helperErrorChars = 500

export type HelperSession = ReturnType<typeof openHelperSession>

/** A helper that is stopped first removes what it left in the target. */
const graceMs = 20_000

export function openHelperSession(container: HelperContainer, request: HelperRequest) {
  const alive = setInterval(() => tell({ type: 'alive' }), helperAliveEveryMs)
  const reader = readHelperFrames(withSilenceTimeout(container.stdout))
  let isCancelled = false
  let killer: NodeJS.Timeout | undefined
  writeLine(request)

  function writeLine(line: HelperRequest | ControlMessage): void {
    void container.write(`${JSON.stringify(line)}\n`)
  }

  function tell(message: ControlMessage): void {
    writeLine(message)
  }

  async function* frames(): AsyncGenerator<Frame> {
    try {
      yield* reader
    } catch (error) {
      if (error instanceof Problem) throw error
      const reason = error instanceof Error ? error.message : String(error)
      throw new Problem('helper-failed', { reason }, { cause: error })
    }
  }

  function cancel(): void {
    if (isCancelled) return
    isCancelled = true
    tell({ type: 'cancel' })
    // Its caller may be gone, but it must not stay.
    killer = setTimeout(() => void container.end(0), graceMs)
  }

  return {
    /** Frames as they come; ends when the helper has ended. Throws: Problem `helper-failed`, `docker-unreachable`. */
    frames: frames(),
    send: tell,
    /** Asks it to stop: it puts the target back as it was, and is killed if that takes too long. */
    cancel,
    /** What is known of why it said nothing more. */
    async explainFailure(): Promise<Problem> {
      const exitCode = await Promise.race([
        container.ended,
        new Promise<null>((done) => setTimeout(done, helperExitMs, null)),
      ])
      const stderrTail = container
        .stderr()
        .trim()
        .split('\n')
        .slice(-helperErrorLines)
        .join(' ')
        .slice(-helperErrorChars)
      const reason = exitCode === 137 ? 'it was killed, for want of memory perhaps' : `it ended with code ${exitCode}`
      return new Problem('helper-failed', { reason: stderrTail === '' ? reason : `${reason} and said: ${stderrTail}` })
    },
    async [Symbol.asyncDispose]() {
      cancel()
      await container.end(graceMs)
      clearInterval(alive)
      clearTimeout(killer)
    },
  }
}

/** A helper says something every few seconds; one that does not is stuck, or its engine is. */
async function* withSilenceTimeout(chunks: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  for (;;) {
    let timer: NodeJS.Timeout | undefined
    const silence = new Promise<never>((_, reject) => {
      const problem = new Problem('helper-failed', { reason: `it said nothing for ${helperSilenceMs / 1000} s` })
      timer = setTimeout(() => reject(problem), helperSilenceMs)
    })
    try {
      const next = await Promise.race([chunks.next(), silence])
      if (next.done) return
      yield next.value
    } finally {
      clearTimeout(timer)
    }
  }
}
