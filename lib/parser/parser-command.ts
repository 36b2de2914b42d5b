/** How the parser is started: what stands before it, by what this host allows. */
import { execFile } from 'node:child_process'
import { sandboxFor } from '../host/command/sandbox.ts'
import { demanglerFolder } from './demangle.ts'
import type { EnterSandbox } from './enter-sandbox.ts'
import { chooseParserCode, parserFlags } from './parser-code.ts'

/** Heap of a parser at least, in MiB. */
const leastHeapMegabytes = 64
/** Open files of a parser, besides the descriptors that it is given, and its threads. */
const parserFiles = 64
const parserThreads = 64

export interface ParserCommandLimits {
  readonly memoryBytes: number
  /** Seconds of CPU time. */
  readonly seconds: number
  /** User it runs as when we are root. */
  readonly parserUid: number
}

/**
 * Arguments of Node; `@library` and `@demangler` are replaced by directories of code, wherever the parser sees them.
 */
export type ParserProgram = readonly string[]

// What a Node program has of writable memory before it does anything, for RLIMIT_DATA: V8's cage and thread stacks.
const emptyNodeBytes = 640 * 2 ** 20
const code = chooseParserCode()
const permissions = [
  ...['--permission', '--allow-fs-read=@library/', '--allow-fs-read=@demangler/', '--no-warnings'],
  ...code.argumentsAt('@library'),
]
/** Loads the parser's code and ends. */
export const trial: ParserProgram = [...permissions, ...parserFlags, `@library/${code.fileOf('main')}`]
/** How long the trial run of a confinement may take: a timeout. */
const trialMs = 60_000

/**
 * `own-root`: a mount namespace with nothing but code in it, another user from the start. `confined`: the host's files,
 * which Landlock and file permissions close; root starts it, and it changes its user before it reads a byte. `plain`:
 * the same without Landlock and a filter of system calls.
 */
type Confinement = 'own-root' | 'confined' | 'plain'

function parserProgram({ memoryBytes, parserUid }: ParserCommandLimits): ParserProgram {
  const heapMegabytes = Math.max(leastHeapMegabytes, Math.ceil(memoryBytes / 2 ** 20))
  const heap = [`--max-old-space-size=${heapMegabytes}`, ...parserFlags]
  return [...permissions, ...heap, `@library/${code.fileOf('main')}`, String(parserUid)]
}

/** The command of a parser that gets so many descriptors after its standard streams. */
export async function parserCommand(limits: ParserCommandLimits, descriptors: number): Promise<string[]> {
  return confineProgram(await confinement(limits), limits, parserProgram(limits), descriptors)
}

/**
 * What a parser that was taken over could do here and not elsewhere; null when it is as it should be, or we have no
 * more rights than you.
 */
export async function explainWeakParser(limits: ParserCommandLimits): Promise<string | null> {
  const weakness: Readonly<Record<Confinement, string | null>> = {
    'own-root': null,
    confined:
      'This system allows no mount namespace, so the parser sees which files there are; Landlock keeps it from reading them.',
    plain:
      'This system allows no mount namespace and no filter of system calls: only permissions keep the parser from files.',
  }
  const chosen = await confinement(limits)
  return process.getuid?.() !== 0 && chosen === 'confined' ? null : weakness[chosen]
}

let chosenConfinement: Promise<Confinement> | undefined

/**
 * Gives how the parser is confined, cached until the program ends: containers and hardened kernels refuse what only a
 * try can tell.
 */
function confinement(limits: ParserCommandLimits): Promise<Confinement> {
  return (chosenConfinement ??= chooseConfinement(limits))
}

async function chooseConfinement(limits: ParserCommandLimits): Promise<Confinement> {
  const candidates: Confinement[] = process.getuid?.() === 0 ? ['own-root', 'confined'] : ['confined']
  for (const candidate of candidates) {
    const [program, ...args] = await confineProgram(candidate, limits, trial)
    const works = await new Promise<boolean>((resolve) => {
      const child = execFile(program!, args, { timeout: trialMs })
      child.once('exit', (exitCode) => resolve(exitCode === 0)).once('error', () => resolve(false))
    })
    if (works) return candidate
  }
  return 'plain'
}

/** Also of another program than the parser: tests put a hostile one in its place. */
export async function confineProgram(
  confinement: Confinement,
  { memoryBytes, seconds, parserUid }: ParserCommandLimits,
  program: ParserProgram,
  descriptors = 0,
): Promise<string[]> {
  const isOwnRoot = confinement === 'own-root'
  const { command } = await sandboxFor({
    uid: parserUid,
    drops: isOwnRoot ? 'later' : 'itself',
    cpuSeconds: Math.ceil(seconds),
    dataBytes: memoryBytes + emptyNodeBytes,
    fileBytes: 0,
    openFiles: parserFiles + descriptors,
    processes: parserThreads,
  })
  const node = process.execPath
  if (confinement === 'plain') {
    return [
      ...command,
      node,
      ...program.map((part) => part.replace('@library', code.directory).replace('@demangler', demanglerFolder)),
    ]
  }
  const enter: EnterSandbox = {
    ...{ uid: isOwnRoot ? parserUid : null, node, descriptors, args: program },
    folders: { library: code.directory, demangler: demanglerFolder },
    libraryInOwnRoot: code.inOwnRoot,
  }
  const enterSandbox = `${code.directory}/${code.fileOf('enter-sandbox')}`
  return [...command, node, '--no-warnings', ...code.argumentsAt(code.directory), enterSandbox, JSON.stringify(enter)]
}
