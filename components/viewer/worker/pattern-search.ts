import { CommonProblem } from '../../../lib/errors/problem.ts'
import { cutText } from '../../../lib/profile/names/cut-text.ts'
import { matchesPattern } from '../../../lib/profile/search/search.ts'
import { startPatternWorker } from './start-pattern-worker.ts'

/** Characters of a pattern that is too long which its message repeats. */
const mostQuotedPatternChars = 40

/** How long a regular expression may run, from when its worker has started: its timeout. */
const budgetMs = 250
/** Characters of a regular expression of a search; a longer one is refused. */
const maxPatternLength = 200

/** Regular expressions of a person, run where they can be ended. */
export interface PatternSearch {
  /**
   * 1 for each name that matches, in the order of the names. One at a time.
   *
   * Throws: Problem `pattern-invalid`, `pattern-too-slow`; an AbortError after cancel.
   */
  match(names: readonly string[], pattern: string, caseSensitive: boolean): Promise<Uint8Array<ArrayBuffer>>
  /** Ends the search that is running, if one is. */
  cancel(): void
}

export function createPatternSearch(): PatternSearch {
  let worker: Worker | undefined
  /** The names that the worker holds: 200,000 take a while to send. */
  let sent: readonly string[] | undefined
  let stopRunning: ((reason: Error) => void) | undefined

  function end(): void {
    // One that is ended while it loads may report that as an error later, which says nothing about its successor.
    if (worker) worker.onerror = (event) => event.preventDefault()
    worker?.terminate()
    worker = undefined
    sent = undefined
  }
  function ready(names: readonly string[]): Worker {
    worker ??= startPatternWorker()
    if (sent !== names) worker.postMessage({ names } satisfies PatternRequest)
    sent = names
    return worker
  }

  function run(names: readonly string[], request: PatternRequest & { readonly pattern: string }) {
    return new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
      const running = ready(names)
      let timer: ReturnType<typeof setTimeout> | undefined
      let isStarted = false
      const stop = (reason: Error) => {
        if (stopRunning !== stop) return
        clearTimeout(timer)
        stopRunning = undefined
        end()
        reject(reason)
      }
      stopRunning = stop
      running.onerror = (event) => {
        event.preventDefault() // it is reported here, not to the whole page
        stop(isStarted ? new Error(event.message) : new NotStartedError(event.message))
      }
      running.onmessage = ({ data }: MessageEvent<'started' | Uint8Array<ArrayBuffer>>) => {
        if (data === 'started') {
          isStarted = true
          timer = setTimeout(() => stop(new CommonProblem('pattern-too-slow', { pattern: request.pattern })), budgetMs)
          return
        }
        clearTimeout(timer)
        stopRunning = undefined
        resolve(data)
      }
      running.postMessage(request)
    })
  }

  return {
    async match(names, pattern, caseSensitive) {
      checkPattern(pattern)
      const request = { pattern, caseSensitive }
      try {
        return await run(names, request)
      } catch (error) {
        // A program that could not be loaded, on a busy host or a bad line, may be the next time.
        if (error instanceof NotStartedError) return run(names, request)
        throw error
      }
    },
    cancel: () => stopRunning?.(new DOMException('A newer search took its place.', 'AbortError')),
  }
}

/** The worker's program did not begin to run. */
class NotStartedError extends Error {}

function checkPattern(pattern: string): void {
  if (pattern.length > maxPatternLength) {
    throw new CommonProblem('pattern-invalid', {
      pattern: cutText(pattern, mostQuotedPatternChars),
      reason: `longer than ${maxPatternLength} characters`,
    })
  }
  matchesPattern([], pattern, true) // only compiles it
}

/**
 * Request to the pattern worker: the names to search from now on, or a pattern. Its answer is `started`, then 1 for
 * each name found.
 */
export type PatternRequest =
  { readonly names: readonly string[] } | { readonly pattern: string; readonly caseSensitive: boolean }
