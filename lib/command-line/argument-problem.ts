/** Says what is wrong with the arguments of a command, in the words of a command line. */
import { closest, distance } from 'fastest-levenshtein'
import { Problem } from '../errors.ts'
import { formatCount } from '../profile/format/units.ts'
import { escapeControls } from './plain-text.ts'

/** Gives Problem `invalid-request`, which says `what` is wrong. */
export const invalidArguments = (what: string): Problem => new Problem('invalid-request', { what })

/** Names that an answer suggests for one that is misspelt. */
const mostSuggested = 3

/** Names that other programs have for our options and commands: perf, asprof, jcmd, kubectl. */
const otherNames: Readonly<Record<string, string>> = {
  ...{ frequency: 'hz', freq: 'hz', rate: 'hz', time: 'seconds', timeout: 'seconds' },
  ...{ expires: 'days', expiry: 'days', ttl: 'days', redact: 'hide', mask: 'hide' },
  ...{ file: 'output', filename: 'output', profiler: 'engine' },
  ...{ show: 'results', view: 'results', report: 'results', start: 'run' },
}

/**
 * What one command calls the same as another, or as asprof: a command has one of each pair, and takes the other for it.
 */
const sameOptions = [
  ['events', 'event'],
  ['seconds', 'duration'],
  ['output', 'out'],
  ['rows', 'limit'],
  ['compare-to', 'baseline'],
] as const

/**
 * `args` with the options as the command's `usage` names them. What follows `--` are names. An option that is given
 * twice, under one name or both, counts as it is given last (Node's `parseArgs`), unless it can be repeated.
 */
export function spellOptions(args: readonly string[], usage: string): string[] {
  const options = new Set([...usage.matchAll(/(?:^ +(?:-\w, )?|\[)--([a-z-]+)/gm)].map(([, name]) => name))
  const spelling = new Map<string, string>()
  for (const [one, other] of sameOptions) {
    if (options.has(one) && !options.has(other)) spelling.set(other, one)
    if (options.has(other) && !options.has(one)) spelling.set(one, other)
  }
  const end = args.indexOf('--')
  return args.map((arg, index) =>
    end >= 0 && index > end
      ? arg
      : arg.replace(/^--([a-z-]+)(?==|$)/, (written, name: string) => {
          const spelled = spelling.get(name)
          return spelled === undefined ? written : `--${spelled}`
        }),
  )
}

/** `what`, with each option called as it was typed: by its letter, or by its name in another command. */
export function nameAsTyped(what: string, args: readonly string[], usage: string): string {
  const long = new Map([...usage.matchAll(/^ +(-\w), (--[a-z-]+)/gm)].map(([, letter, name]) => [letter!, name!]))
  const spelled = spellOptions(args, usage)
  const typed = new Map<string, string>()
  for (const [index, arg] of args.entries()) {
    const letter = arg.slice(0, 2)
    if (long.has(letter)) typed.set(long.get(letter)!, letter)
    else typed.set(spelled[index]!.split('=')[0]!, arg.split('=')[0]!)
  }
  return what.replace(/(?:-\w, )?(--[a-z-]+)/g, (written, name: string) => typed.get(name) ?? written)
}

/** Things that a message names where one was meant and several fit; the others are counted. */
export const mostNamed = 5

/** Gives `a, b and 3 more`: the first of `count` things. */
export function nameFirst(things: readonly string[], count = things.length): string {
  const named = things.slice(0, mostNamed)
  return `${named.join(', ')}${count > named.length ? ` and ${formatCount(count - named.length)} more` : ''}`
}

/** A word may be a typing error of another when at most this share of the other's letters differ. */
const typoShare = 0.4

/** Gives whether a person may have meant `other`. */
const isNear = (name: string, other: string): boolean =>
  distance(name, other) <= Math.max(1, Math.floor(other.length * typoShare))

/** Whether `name` is `other` with letters left out, as `secs` is `seconds`. */
function shortens(name: string, other: string): boolean {
  if (name.length < 2 || name[0] !== other[0]) return false
  let at = 0
  for (const letter of other) if (letter === name[at]) at++
  return at === name.length
}

/** Gives the name that was probably meant: the nearest, else the only one that `name` shortens; null for none. */
export function findMeant(name: string, names: readonly string[]): string | null {
  const near = names.length === 0 ? null : closest(name, names)
  if (near !== null && isNear(name, near)) return near
  for (const isMeant of [(one: string) => one.startsWith(name), (one: string) => shortens(name, one)]) {
    const meant = name.length > 1 ? names.filter(isMeant) : []
    if (meant.length === 1) return meant[0]!
  }
  return names.find((one) => one === otherNames[name]) ?? null
}

/** A name that could have been meant, and what to write then. */
export interface NameCandidate {
  readonly name: string
  readonly handle: string
}

/** Handles of the candidates that may have been meant by `name`, nearest first, at most `mostSuggested`. */
export function listNear(name: string, candidates: readonly NameCandidate[]): string[] {
  const near = candidates
    .filter((one) => one.name.includes(name) || isNear(name, one.name))
    .sort((a, b) => distance(name, a.name) - distance(name, b.name))
  return [...new Set(near.map(({ handle }) => handle))].slice(0, mostSuggested)
}

/** ` (did you mean --hz?)`, or nothing. */
export function describeMeant(meant: string | null): string {
  return meant === null ? '' : ` (did you mean ${meant}?)`
}

/**
 * What `parseArgs` of Node threw, as Problem `invalid-request`; anything else as it is. `usage` is the command's: the
 * options that stand in it are those that there are.
 */
export function translateArgumentError(error: unknown, usage: string): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error
  const what = whatIsWrong(String(error.code), error.message, usage)
  return what === null ? error : new Problem('invalid-request', { what }, { cause: error })
}

function whatIsWrong(code: string, message: string, usage: string): string | null {
  const [line = ''] = message.split('\n')
  const [, named = ''] = /'([^']*)'/.exec(line) ?? []
  const [option = ''] = named.split(' ')
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const options = [...usage.matchAll(/--([a-z][a-z-]*)/g)].map(([, name]) => name!)
    const meant = option.startsWith('--') ? findMeant(option.slice(2), options) : null
    return `unknown option ${escapeControls(option)}${describeMeant(meant && `--${meant}`)}`
  }
  if (code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL') return `unexpected argument "${escapeControls(named)}"`
  if (code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') return null
  // `-n, --namespace <value>` of Node's.
  return line.includes('does not take an argument')
    ? `${option} takes no value`
    : `${named.replace(/ <value>$/, '')} needs a value`
}

/** Verbs of a command, as the lines at the beginning of its usage name them; none where it has no verbs. */
export function listVerbs(usage: string): string[] {
  const lines = usage.split('\n\n', 1)[0]!.split('\n')
  const verbs = lines.map((line) => line.split(' ')[2] ?? '')
  return lines.length > 1 && verbs.every((verb) => /^[a-z]/.test(verb)) ? verbs : []
}

/**
 * Gives the line and the paragraphs of a usage for the first verb that `args` name; all of the usage where they name
 * none.
 */
export function usageOfVerb(args: readonly string[], usage: string): string {
  const verbs = listVerbs(usage)
  const named = args.find((arg) => verbs.includes(arg))
  if (named === undefined) return usage
  const [lines, ...paragraphs] = usage.split('\n\n')
  const verbOf = (paragraph: string) => verbs.find((verb) => paragraph.startsWith(`${verb} `))
  const start = paragraphs.findIndex((paragraph) => verbOf(paragraph) === named)
  const length = paragraphs.slice(start + 1).findIndex((paragraph) => verbOf(paragraph) !== undefined)
  const paragraphsOfVerb = paragraphs.slice(start, length < 0 ? undefined : start + 1 + length)
  return `${[lines!.split('\n')[verbs.indexOf(named)], ...paragraphsOfVerb].join('\n\n').trimEnd()}\n`
}

/** After what is wrong with its arguments: the line of its usage, or of that of the verb that was named. */
export function usageAfterMistake(name: string, args: readonly string[], usage: string): string {
  const verbs = listVerbs(usage)
  if (verbs.length > 0 && !verbs.some((verb) => args.includes(verb))) return `\`hearth ${name} --help\` says more.`
  return `usage: ${usageOfVerb(args, usage).split('\n', 1)[0]}`
}

/**
 * Gives `missing AFTER`: the first name that the command needs and was not given, called as the first line of its usage
 * calls it. `given`: how many were.
 */
export function describeMissing(given: number, usage: string): string {
  const names = usage.split('\n', 1)[0]!.match(/(?<= )[A-Z][^ .]*/g) ?? []
  return `missing ${names[given]!}`
}

/** Gives the JVM's name. `usage`: of the command. Throws: Problem `invalid-request` unless exactly one is named. */
export function readJvmName(positionals: readonly string[], usage: string): string {
  const [name, ...more] = positionals
  if (name === undefined)
    throw new Problem('invalid-request', { what: `${describeMissing(0, usage)}: \`hearth list\` shows their names` })
  if (more.length === 0) return name
  throw new Problem('invalid-request', { what: `unexpected argument "${escapeControls(more[0]!)}": name one JVM` })
}
