/** The command line of a JVM, read as its launcher reads it. */

export interface JavaCommandLine {
  /** What stands before the main class: options of launcher and JVM. */
  readonly options: readonly string[]
  /** `com.acme.Shop`, the path of a jar, a module, `Shop.java`; null when the line is not one of the java launcher. */
  readonly main: string | null
  readonly mainArguments: readonly string[]
}

/** Launcher options whose value is the next argument. Source: IsLauncherOption and IsModuleOption in java.c, JDK 8 to 25. */
const optionsWithValue = new Set([
  '-cp',
  '-classpath',
  '--class-path',
  '-p',
  '--module-path',
  '--upgrade-module-path',
  '--add-modules',
  '--limit-modules',
  '--enable-native-access',
  '--add-exports',
  '--add-opens',
  '--add-reads',
  '--patch-module',
  '--source',
  '-d',
  '--describe-module',
])

/** `argv` without the program's own name, @argfiles expanded. */
export function parseJavaCommandLine(argv: readonly string[]): JavaCommandLine {
  const end = mainIndex(argv)
  const [options, rest] = [argv.slice(0, end), argv.slice(end)]
  const [first, second] = rest
  if (first === '-jar') return { options, main: second ?? null, mainArguments: rest.slice(2) }
  if (first === '-m' || first === '--module') {
    return { options, main: second === undefined ? null : classOfModule(second), mainArguments: rest.slice(2) }
  }
  if (first?.startsWith('--module=')) {
    return { options, main: classOfModule(first.slice('--module='.length)), mainArguments: rest.slice(1) }
  }
  return { options, main: first ?? null, mainArguments: rest.slice(1) }
}

/** What a person calls the program: `com.acme.Shop`, `shop.jar`. */
export function nameOfMain(main: string): string {
  if (/\.(jar|war|java)$/.test(main)) return main.slice(main.lastIndexOf('/') + 1)
  return main.replaceAll('/', '.')
}

/** Where `-jar`, `-m` or the main class stands. */
function mainIndex(argv: readonly string[]): number {
  let index = 0
  while (index < argv.length) {
    const arg = argv[index]!
    if (arg === '-jar' || arg === '-m' || arg === '--module' || arg.startsWith('--module=')) return index
    if (!arg.startsWith('-') && !arg.startsWith('@')) return index
    index += optionsWithValue.has(arg) ? 2 : 1
  }
  return index
}

/** `shop.app/com.acme.Shop` names its class, `shop.app` only itself. */
function classOfModule(module: string): string {
  return module.slice(module.indexOf('/') + 1)
}

/**
 * Replaces `@file` before the main class by the arguments in it. A file that `readFile` does not give stays as it is.
 *
 * Source: args.c of the launcher, JDK 9 and later: not in argfiles themselves, not after `--disable-@files`.
 */
export function expandArgfiles(argv: readonly string[], readFile: (path: string) => string | null): string[] {
  const expanded: string[] = []
  let value = false // the next argument belongs to the option before it
  for (let index = 0; index < argv.length; index++) {
    const arg = argv[index]!
    const isMain = !value && (/^(-jar|-m|--module|--module=.*)$/.test(arg) || !/^[-@]/.test(arg))
    if (isMain || arg === '--disable-@files') return [...expanded, ...argv.slice(index)]
    value = optionsWithValue.has(arg)
    const contents = /^@[^@]/.test(arg) ? readFile(arg.slice(1)) : null
    if (contents === null) {
      expanded.push(arg)
      continue
    }
    const args = splitArguments(contents, true)
    expanded.push(...args)
    if (mainIndex(args) < args.length) return [...expanded, ...argv.slice(index + 1)]
  }
  return expanded
}

/** Splits JAVA_TOOL_OPTIONS and its like, or an argfile: blanks, quotes, in an argfile also `#` and backslashes. */
export function splitArguments(text: string, isArgfile = false): string[] {
  const args: string[] = []
  const pattern = isArgfile
    ? /#[^\n\r]*|(?:"(?:\\[^]|[^"\\\n\r])*"?|'(?:\\[^]|[^'\\\n\r])*'?|\\[^]|[^\s"'\\#]|(?<=\S)#)+/g
    : /(?:"[^"]*"?|'[^']*'?|[^\s"'])+/g
  for (const [word] of text.matchAll(pattern)) {
    if (isArgfile && word.startsWith('#')) continue
    args.push(unquote(word, isArgfile))
  }
  return args
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f' }

function unquote(word: string, isArgfile: boolean): string {
  let text = ''
  let quote = ''
  for (let index = 0; index < word.length; index++) {
    const char = word[index]!
    if (isArgfile && quote && char === '\\') {
      const next = word[++index] ?? ''
      if (next === '\n' || next === '\r') {
        while (/\s/.test(word[index + 1] ?? '')) index++ // the line goes on, its indent does not count
      } else text += escapes[next] ?? next
    } else if (quote ? char === quote : char === '"' || char === "'") quote = quote ? '' : char
    else text += char
  }
  return text
}

/** The last `-XX:+Name` or `-XX:-Name`, since the last one counts; null when there is none. */
export function booleanFlag(options: readonly string[], name: string): boolean | null {
  const last = options.findLast((option) => option === `-XX:+${name}` || option === `-XX:-${name}`)
  return last === undefined ? null : last[4] === '+'
}

/** It answers no attach, SIGQUIT only makes it print its threads. */
export function isAttachDisabled(options: readonly string[]): boolean {
  return booleanFlag(options, 'DisableAttachMechanism') === true
}

/** It leaves SIGQUIT at its default action, which kills. */
export function hasReducedSignals(options: readonly string[]): boolean {
  return options.includes('-Xrs') || booleanFlag(options, 'ReduceSignalUsage') === true
}

/** Bytes of `-Xmx` or `-XX:MaxHeapSize`, the last of them; null when neither is there. */
export function maxHeapOf(options: readonly string[]): number | null {
  const last = options.findLast((option) => /^(-Xmx|-XX:MaxHeapSize=)\d/.test(option))
  const [, digits, unit] = /(\d+)([kmgt]?)$/i.exec(last ?? '') ?? []
  return digits === undefined ? null : Number(digits) * 1024 ** ' kmgt'.indexOf(unit?.toLowerCase() || ' ')
}

/** The collector that a flag chooses; null when it is left to the JVM. */
export function collectorFlag(options: readonly string[]): string | null {
  let chosen: string | null = null
  for (const option of options) {
    const name = /^-XX:\+Use(\w+)GC$/.exec(option)?.[1]
    chosen = collectorNames.get(name ?? '') ?? chosen
  }
  return chosen
}

const collectorNames: ReadonlyMap<string, string> = new Map([
  ['G1', 'G1'],
  ['Parallel', 'Parallel'],
  ['ParallelOld', 'Parallel'],
  ['Serial', 'Serial'],
  ['Z', 'ZGC'],
  ['Shenandoah', 'Shenandoah'],
  ['Epsilon', 'Epsilon'],
  ['ConcMarkSweep', 'CMS'],
])
