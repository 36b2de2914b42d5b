/** Argument files (@argfiles) of the java launcher: an argument `@file` is replaced by the arguments in that file. */
import { optionsWithValue } from './command-line.ts'

export interface ExpandedLine {
  /** One entry for each argument of the command line: the arguments that it expands to, mostly itself. */
  readonly args: readonly (readonly string[])[]
  /** An argument names a file. The JVM read it at its start, and it may have changed since. */
  readonly namesFiles: boolean
  /** Every named file was read, so an `@` that is left is literal: part of a name, not a reference to a file. */
  readonly isComplete: boolean
}

/**
 * Expands `@file` up to the main class, also where an option expects its value; `@@x` becomes `@x`. Where `readFile`
 * gives null, the argument stays as it is.
 *
 * Source: args.c of the launcher, JDK 9 to 25. Arguments from a file count like those of the command line: a main class
 * in a file ends the expansion, too. An `@file` in a file is not expanded.
 */
export function expandArgfiles(argv: readonly string[], readFile: (path: string) => string | null): ExpandedLine {
  let wantsValue = false
  let isOver = false // the main class or module was seen; what follows are arguments of the program
  let expands = true
  let namesFiles = false
  let isComplete = true

  const updateState = (word: string): string => {
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
    // The kernel passes all that follows the program in `#!/usr/bin/java --source 17` as one argument.
    if (expands && /^--source.* /s.test(word))
      return word
        .split(/[ \t\n\v\f\r]+/)
        .filter(Boolean)
        .flatMap(expand)
    if (!expands || !/^@./s.test(word)) return [updateState(word)]
    if (word.startsWith('@@')) return [updateState(word.slice(1))]
    namesFiles = true
    const contents = readFile(word.slice(1))
    if (contents !== null) return splitArgfile(contents).map(updateState)
    isComplete = false // its contents are unknown: it counts as an option's value, never as the main class
    wantsValue = false
    return [word]
  }

  const args = argv.map(expand)
  return { args, namesFiles, isComplete }
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f' }

/**
 * The arguments in a file: white space outside quotes separates them, `#` starts a comment, `\` escapes in quotes only.
 *
 * Source: nextToken in args.c, with its quirks: a line end closes a quote, `#` drops the unquoted text right before it,
 * and `""` at the very end is no argument.
 */
export function splitArgfile(text: string): string[] {
  const args: string[] = []
  let state: 'between' | 'comment' | 'word' | 'quote' | 'escape' | 'indent' = 'between'
  let quote = ''
  /** The argument so far: what is final, and the text after it, which a `#` outside quotes drops. */
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
      state = isLineEnd ? 'indent' : 'quote' // `\` before a line end: skips the indentation of the next line
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
