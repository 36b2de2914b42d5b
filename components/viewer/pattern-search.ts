import { Problem } from '../../lib/errors.ts'
import { matchesPattern } from '../../lib/profile/search.ts'
import { type PatternRequest } from './pattern.worker.ts'

const budgetMs = 250
const maxPatternLength = 200

/** Regular expressions of a person, run where they can be ended. */
export interface PatternSearch {
  /** The names to search from now on. */
  setNames(names: readonly string[]): void
  /**
   * 1 for each name that matches, in the order of the names.
   *
   * Throws: Problem `pattern-invalid`, `pattern-too-slow`.
   */
  match(pattern: string, caseSensitive: boolean): Promise<Uint8Array<ArrayBuffer>>
}

export function createPatternSearch(): PatternSearch {
  let names: readonly string[] = []
  let worker: Worker | undefined
  let giveUp: (() => void) | undefined

  function start(): Worker {
    const started = new Worker(new URL('./pattern.worker.ts', import.meta.url), { type: 'module' })
    started.postMessage({ names } satisfies PatternRequest)
    return started
  }
  function end(): void {
    worker?.terminate()
    worker = undefined
  }

  return {
    setNames(nextNames) {
      names = nextNames
      worker?.postMessage({ names } satisfies PatternRequest)
    },
    match(pattern, caseSensitive) {
      giveUp?.() // one at a time: a newer pattern takes the place of the one still running
      return new Promise((resolve, reject) => {
        checkPattern(pattern)
        const running = (worker ??= start())
        let timer: ReturnType<typeof setTimeout> | undefined
        const stop = () => {
          clearTimeout(timer)
          giveUp = undefined
          end()
        }
        giveUp = () => {
          stop()
          reject(new DOMException('A newer search took its place.', 'AbortError'))
        }
        running.onerror = (event) => {
          stop()
          reject(new Error(event.message))
        }
        running.onmessage = ({ data }: MessageEvent<'started' | Uint8Array<ArrayBuffer>>) => {
          if (data === 'started') {
            timer = setTimeout(() => {
              stop()
              reject(new Problem('pattern-too-slow', { pattern }))
            }, budgetMs)
            return
          }
          clearTimeout(timer)
          giveUp = undefined
          resolve(data)
        }
        running.postMessage({ pattern, caseSensitive } satisfies PatternRequest)
      })
    },
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
