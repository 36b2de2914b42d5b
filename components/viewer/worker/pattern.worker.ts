/**
 * Tests names against one regular expression. It is a program of its own because a pattern like `(a+)+$` never comes
 * back: then only ending the whole worker helps.
 */
import { matchesPattern } from '../../../lib/profile/search/search.ts'
import type { PatternRequest } from './pattern-search.ts'

let names: readonly string[] = []

self.onmessage = ({ data }: MessageEvent<PatternRequest>) => {
  if ('names' in data) {
    names = data.names
    return
  }
  // Said before the work, so that the time to start this program does not count as the pattern's.
  self.postMessage('started')
  const matches = matchesPattern(names, data.pattern, data.caseSensitive)
  self.postMessage(matches, { transfer: [matches.buffer] })
}
