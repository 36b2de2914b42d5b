import { Problem } from '../../../lib/errors.ts'
import { matchesPattern } from '../../../lib/profile/search/search.ts'
import { startPatternWorker } from './start-pattern-worker.ts'

const budgetMs = 250
const maxPatternLength = 200

/** Regular expressions of a person, run where they can be ended. */
export interface PatternSearch {
  /**
   * 1 for each name that matches, in the order of the names. One at a time.
   *
   * Throws: Problem `pattern-invalid`, `pattern-too-slow`; an AbortError after giveUp.
   */
  match(names: readonly string[], pattern: string, caseSensitive: boolean): Promise<Uint8Array<ArrayBuffer>>
  /** Ends what is running, if anything is. */
  cancel(): void
}

export function createPatternSearch(): PatternSearch {
  let worker: Worker | undefined
  /** What the worker holds: 200,000 names take a while to send. */
  let sent: readonly string[] | undefined
  let stopRunning: ((reason: Error) => void) | undefined

  function end(): void {
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

  return {
    match(names, pattern, caseSensitive) {
      return new Promise((resolve, reject) => {
        checkPattern(pattern)
        const running = ready(names)
        let timer: ReturnType<typeof setTimeout> | undefined
        const stop = (reason: Error) => {
          clearTimeout(timer)
          stopRunning = undefined
          end()
          reject(reason)
        }
        stopRunning = stop
        running.onerror = (event) => stop(new Error(event.message))
        running.onmessage = ({ data }: MessageEvent<'started' | Uint8Array<ArrayBuffer>>) => {
          if (data === 'started') {
            timer = setTimeout(() => stop(new Problem('pattern-too-slow', { pattern })), budgetMs)
            return
          }
          clearTimeout(timer)
          stopRunning = undefined
          resolve(data)
        }
        running.postMessage({ pattern, caseSensitive } satisfies PatternRequest)
      })
    },
    cancel: () => stopRunning?.(new DOMException('A newer search took its place.', 'AbortError')),
  }
}

function checkPattern(pattern: string): void {
  if (pattern.length > maxPatternLength) {
    throw new Problem('pattern-invalid', {
      pattern: `${pattern.slice(0, 40)}…`,
      reason: `longer than ${maxPatternLength} characters`,
    })
  }
  matchesPattern([], pattern, true) // only compiles it
}

/** What the pattern worker is told: the names to search from now on, or a pattern. Its answer is `started`, then 1 for each name found. */
export type PatternRequest =
  { readonly names: readonly string[] } | { readonly pattern: string; readonly caseSensitive: boolean }
