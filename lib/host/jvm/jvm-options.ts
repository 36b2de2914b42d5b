/** The options a JVM was started with, from /proc alone. */
import { kernelFiles } from '../kernel/named-files.ts'
import { expandArgfiles } from '../../jvm/argfiles.ts'
import { type JavaCommandLine, parseJavaCommandLine, splitArguments } from '../../jvm/command-line.ts'
import { readContainerFile, statContainerFile } from '../container-files/container-file.ts'
import { at } from '../container-files/by-descriptor.ts'
import { errnoOf } from '../kernel/errno.ts'
import { isProblem } from '../../errors.ts'
import { isAccessAllowed } from '../container-files/file-permission.ts'
import { type PinnedProcess, problemOfProc, readProcFile } from '../process/pinned-process.ts'
import { readEnvironmentVariable } from '../process/environment.ts'
import { readStatus } from '../process/process-status.ts'
import { openPerfData } from './hsperfdata-file.ts'
import { readUserName } from './user-name.ts'

/** Bytes of a file of arguments or options of a JVM; a larger one is not read. */
const argfileBytes = 256 * 1024

export interface JvmArguments {
  /** The program and its arguments, @argfiles of the container expanded where they are readable. */
  readonly argv: readonly string[]
  /** The options that a java launcher reads: those of JDK_JAVA_OPTIONS, then those of `argv`. */
  readonly line: JavaCommandLine
  /** No part of it is from a file, which may have changed since, or cannot be read. */
  readonly isCertain: boolean
}

/** Gives all arguments, unlike hsperfdata or VM.command_line. Throws: Problem `target-gone`, `no-permission`. */
export function readArguments(p: PinnedProcess): JvmArguments {
  const [program = '', ...argv] = readCommandLine(p).replace(/\0$/, '').split('\0')
  const fromVariable = splitArguments(readEnvironmentVariable(p, 'JDK_JAVA_OPTIONS') ?? '')
  // One after the other, as the launcher does: an option at the end of the variable takes its value from the command
  // line.
  const { args, ...line } = expandArgfiles([...fromVariable, ...argv], (path) => readArgfile(p, path))
  return {
    argv: [program, ...args.slice(fromVariable.length).flat()],
    line: parseJavaCommandLine(args.flat(), line.isComplete),
    isCertain: !line.namesFiles,
  }
}

/**
 * Gives all options of the JVM itself, in the order in which the last one counts. `counters` are the texts of its
 * performance counters.
 *
 * Source: -XX:Flags is read first. JAVA_TOOL_OPTIONS stands before the command line, JDK_JAVA_OPTIONS is put there by
 * the launcher (JDK 9), which expands @argfiles in it too, and _JAVA_OPTIONS wins over both. The JVM puts the contents
 * of -XX:VMOptionsFile in its place. Its counters have all of that as it was read at the start, and the options that
 * jlink --add-options put into the runtime.
 *
 * Throws: Problem `target-gone`, `no-permission`.
 */
export function readJvmOptions(
  p: PinnedProcess,
  { line }: JvmArguments = readArguments(p),
  counters: ReadonlyMap<string, string> = readCounters(p),
): string[] {
  const variable = (name: string) => splitArguments(readEnvironmentVariable(p, name) ?? '')
  const stated = [...variable('JAVA_TOOL_OPTIONS'), ...line.options, ...variable('_JAVA_OPTIONS')].flatMap((option) => [
    option,
    ...readOptionsFile(p, option),
  ])
  const read = [...readFlagsFile(p, stated), ...stated]
  const flags = counters.get('java.rt.vmFlags') ?? ''
  const args = counters.get('java.rt.vmArgs') ?? ''
  const counted = [...flagOptions(splitArguments(flags)), ...splitArguments(args)]
  const isCut = [flags, args].some((text) => text.length >= maxCounterText)
  return isCut ? [...counted, ...read] : [...read, ...counted]
}

/** PerfMaxStringConstLength of HotSpot is 1,024 with the NUL; a text of about that length may have been cut. */
const maxCounterText = 1000

function readCounters(p: PinnedProcess): ReadonlyMap<string, string> {
  const status = readStatus(p)
  using file = openPerfData(p, status, readUserName(p, status.uid))
  return file?.perfData.texts ?? new Map<string, string>()
}

function readOptionsFile(p: PinnedProcess, option: string): string[] {
  const path = /^-XX:VMOptionsFile=(.+)$/s.exec(option)?.[1]
  return path === undefined ? [] : splitArguments(readArgfile(p, path) ?? '')
}

/**
 * The last -XX:Flags counts, and all of it is weaker than any option. Source: Arguments::process_settings_file of
 * HotSpot.
 */
function readFlagsFile(p: PinnedProcess, options: readonly string[]): string[] {
  const path = options.findLast((option) => option.startsWith('-XX:Flags='))?.slice('-XX:Flags='.length)
  const text = path === undefined ? null : readArgfile(p, path)
  return flagOptions(splitArguments((text ?? '').replace(/#.*$/gm, '')))
}

/** `+UseSerialGC` or `MaxHeapSize=1g` as options of the command line. */
function flagOptions(flags: readonly string[]): string[] {
  return flags.map((flag) => `-XX:${flag}`)
}

function readCommandLine(p: PinnedProcess): string {
  try {
    return readProcFile(p, 'cmdline')
  } catch (error) {
    throw problemOfProc(error, p.label)
  }
}

function readArgfile(p: PinnedProcess, path: string): string | null {
  try {
    const absolute = path.startsWith('/') ? path : `${kernelFiles.readlinkSync(at(p.directory, 'cwd'))}/${path}`
    const steps = absolute.split('/').filter((step) => step !== '' && step !== '.')
    // Root could read more than the one who wrote the command line: `java @/etc/shadow`.
    const readableBy = readStatus(p)
    const isReachable = steps.slice(0, -1).every((_, index) => {
      const above = statContainerFile(p, `/${steps.slice(0, index + 1).join('/')}`)
      return above !== null && isAccessAllowed(above, readableBy, 1)
    })
    if (!isReachable) return null
    const limits = { maxBytes: argfileBytes, readableBy }
    return readContainerFile(p, `/${steps.join('/')}`, limits)?.toString('utf8') ?? null
  } catch (error) {
    // A file that cannot be read safely stays `@file` on the page; hsperfdata may still have its options.
    if (isProblem(error) || errnoOf(error) !== '') return null
    throw error
  }
}
