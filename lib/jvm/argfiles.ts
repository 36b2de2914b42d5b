/** Argument files of the java launcher: `@file` among its words, replaced by the words in the file. */
import { optionsWithValue } from './command-line.ts'

export interface ExpandedLine {
  /** What has become of each word. */
  readonly args: readonly (readonly string[])[]
  /** Files were named, so their contents at the start can only be guessed from those of today. */
  readonly namesFiles: boolean
  /** No file was left as it is: an `@` that is still there belongs to a name. */
  readonly isComplete: boolean
}

/**
 * Replaces `@file` up to the main class, also where an option wants its value; `@@x` is `@x`. A file that `readFile` does not give stays
 * as it is.
 *
 * Source: args.c of the launcher, JDK 9 to 25. One state for all words: those of a file count as if they stood in the line. A file in a
 * file is not read.
 */
export function expandArgfiles(argv: readonly string[], readFile: (path: string) => string | null): ExpandedLine {
  let wantsValue = false
  let isOver = false
  let expands = true
  let namesFiles = false
  let isComplete = true

  const check = (word: string): string => {
    if (word.startsWith('-')) {
      wantsValue = optionsWithValue.has(word)
      if (word === '--disable-@files') expands = false
      else if (word.startsWith('--module=')) isOver = true
    } else {
      isOver ||= !wantsValue
      wantsValue = false
    }
    return word
  }

  const expand = (word: string): readonly string[] => {
    if (isOver) return [word]
    // The kernel gives what follows the program in `#!/usr/bin/java --source 17` as one word.
    if (expands && /^--source.* /s.test(word))
      return word
        .split(/[ \t\n\v\f\r]+/)
        .filter(Boolean)
        .flatMap(expand)
    if (!expands || !/^@./s.test(word)) return [check(word)]
    if (word.startsWith('@@')) return [check(word.slice(1))]
    namesFiles = true
    const contents = readFile(word.slice(1))
    if (contents !== null) return splitArgfile(contents).map(check)
    isComplete = false
    wantsValue = false
    return [word]
  }

  const args = argv.map(expand)
  return { args, namesFiles, isComplete }
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f' }

/**
 * The words of an argfile: blanks part them, quotes keep blanks, `#` begins a comment, and a backslash counts in quotes only.
 *
 * Source: nextToken in args.c, with its oddities: a quote ends with its line, `#` drops the unquoted part right before it, and
 * `""` at the very end is no word.
 */
export function splitArgfile(text: string): string[] {
  const args: string[] = []
  let state: 'between' | 'comment' | 'word' | 'quote' | 'escape' | 'indent' = 'between'
  let quote = ''
  /** What is sure of the word, and what a `#` would still drop. */
  let [kept, loose] = ['', '']
  const keep = () => {
    kept += loose
    loose = ''
  }
  for (const char of text) {
    const isLineEnd = char === '\n' || char === '\r'
    const isBlank = isLineEnd || char === ' ' || char === '\t' || char === '\f'
    if (state === 'between' || state === 'indent') {
      if (isBlank) continue
      state = state === 'between' ? 'word' : 'quote'
    } else if (state === 'escape') {
      state = isLineEnd ? 'indent' : 'quote'
      if (!isLineEnd) kept += escapes[char] ?? char
      continue
    } else if (state === 'comment') {
      if (isLineEnd) state = 'between'
      continue
    }
    if (isLineEnd || (isBlank && state === 'word')) {
      args.push(kept + loose)
      ;[kept, loose] = ['', '']
      state = 'between'
    } else if (char === '#' && state === 'word') {
      loose = ''
      state = 'comment'
    } else if (char === '\\' && state === 'quote') {
      keep()
      state = 'escape'
    } else if (state === 'word' ? char === '"' || char === "'" : char === quote) {
      keep()
      quote = char
      state = state === 'word' ? 'quote' : 'word'
    } else loose += char
  }
  if ((state === 'word' || state === 'quote') && kept + loose !== '') args.push(kept + loose)
  return args
}
