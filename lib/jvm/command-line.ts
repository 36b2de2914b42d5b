/** The command line of a JVM, read as its launcher reads it. */

export interface JavaCommandLine {
  /** What stands before the main class: options of launcher and JVM. */
  readonly options: readonly string[]
  /** `com.acme.Shop`, the path of a jar, a module, `Shop.java`; null when the line is not one of the java launcher. */
  readonly main: string | null
  readonly mainArguments: readonly string[]
}

/**
 * Launcher options whose value is the next argument. Source: IsLauncherOption and IsModuleOption in java.c, JDK 8 to
 * 25.
 */
export const optionsWithValue: ReadonlySet<string> = new Set([
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

/**
 * `argv` without the program's own name, @argfiles expanded. `isComplete`: none of them was left, so an `@` is part of
 * a name.
 *
 * Source: ParseArguments in java.c. `-jar` is a switch: more options may follow, up to the name of the file.
 */
export function parseJavaCommandLine(argv: readonly string[], isComplete = false): JavaCommandLine {
  const end = mainIndex(argv, isComplete)
  const [options, first, mainArguments] = [argv.slice(0, end), argv[end] ?? null, argv.slice(end + 1)]
  if (first?.startsWith('--module=')) return { options, main: classOfModule(first.slice(9)), mainArguments }
  const isModule = first !== null && /^(-m|--module)$/.test(options.at(-1) ?? '')
  return { options, main: isModule ? classOfModule(first) : first, mainArguments }
}

/** What a person calls the program: `com.acme.Shop`, `shop.jar`. */
export function nameOfMain(main: string): string {
  if (/\.(jar|war|java)$/.test(main)) return lastPart(main)
  return main.replaceAll('/', '.')
}

const interpreter = /^(python|pypy|ruby|node|perl|php|Rscript|julia)[\d.]*$/

/** What a program is called that is no java launcher: `shop`; of an interpreter its script, `app.py`, or its module. */
export function nameOfProgram([program = '', ...argv]: readonly string[]): string {
  const name = lastPart(program)
  return interpreter.test(name) ? (scriptOf(argv) ?? name) : name
}

/** null for code that stands in the line itself, and where there is no script. */
function scriptOf(argv: readonly string[]): string | null {
  const index = argv.findIndex((arg, index) => {
    const isValue = /^(-[WXQIrd]|--require|--import)$/.test(argv[index - 1] ?? '')
    return /^-[mce]$/.test(arg) || (!arg.startsWith('-') && !isValue)
  })
  const found = argv[index]
  if (found === '-m') return argv[index + 1] ?? null
  return found === undefined || found.startsWith('-') ? null : lastPart(found)
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Where the main class, the jar or the module stands, or `--module=` with it. */
function mainIndex(argv: readonly string[], isComplete: boolean): number {
  let wantsValue = false
  const index = argv.findIndex((arg) => {
    if (arg.startsWith('--module=')) return true
    const isMain = !wantsValue && !arg.startsWith('-') && (isComplete || !arg.startsWith('@'))
    wantsValue = optionsWithValue.has(arg)
    return isMain
  })
  return index < 0 ? argv.length : index
}

/** `shop.app/com.acme.Shop` names its class, `shop.app` only itself. */
function classOfModule(module: string): string {
  return module.slice(module.indexOf('/') + 1)
}

/** Splits JAVA_TOOL_OPTIONS and its like at blanks; quotes keep them. */
export function splitArguments(text: string): string[] {
  const args = text.match(/(?:"[^"]*"?|'[^']*'?|[^ \t\n\v\f\r"'])+/g) ?? []
  return args.map((word) => word.replace(/"([^"]*)"?|'([^']*)'?/g, '$1$2'))
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
