/** What a JVM is, read without touching it: its command line, its counters, the files beside its library. */
import { dirname } from 'node:path/posix'
import { kernelFiles } from '../host/kernel/named-files.ts'
import type { Target } from '../contract/target.ts'
import { isProblem } from '../errors.ts'
import { readContainerFile } from '../host/container-files/container-file.ts'
import { type JvmArguments, readArguments, readJvmOptions } from '../host/jvm/jvm-options.ts'
import { openPerfData, type PerfDataFile } from '../host/jvm/hsperfdata-file.ts'
import { type ProcessStatus, readStatus } from '../host/process/process-status.ts'
import { booleanFlag, collectorFlag, maxHeapOf, nameOfMain, nameOfProgram } from '../jvm/command-line.ts'
import { collectorOf, readHeapLimit } from '../jvm/hsperfdata.ts'
import { parseRelease, type Release, releaseFilesNear } from '../jvm/libjvm.ts'
import { maskArguments } from '../jvm/mask-secrets.ts'
import { cutText } from '../profile/names/cut-text.ts'
import type { FoundJvm } from './find-jvms.ts'
import { readUserName } from '../host/jvm/user-name.ts'
import { at } from '../host/container-files/by-descriptor.ts'
import { errnoOf } from '../host/kernel/errno.ts'
import type { PinnedProcess } from '../host/process/pinned-process.ts'

/** Characters that are kept of the name of a JVM's main class. */
const longestMainClass = 512

/** Threads of a process that are looked at, the oldest ones: those of a JVM itself. */
const maxOldestThreads = 64

function readThreadNames(p: PinnedProcess): string[] {
  try {
    const tids = kernelFiles.readdirSync(at(p.directory, 'task')).slice(0, maxOldestThreads)
    return tids.map((tid) => kernelFiles.readFileSync(at(p.directory, `task/${tid}/comm`), 'utf8').trimEnd())
  } catch (error) {
    if (['ENOENT', 'ESRCH', 'EACCES'].includes(errnoOf(error))) return [] // a thread or the process has ended
    throw error
  }
}

export interface JvmDescription {
  readonly status: ProcessStatus
  readonly userName: string | null
  readonly jvm: Target['jvm']
  readonly heapLimitBytes: number | null
  /** Options as the JVM counts them, the last one wins; with secrets, so they stay here. */
  readonly options: readonly string[]
  /** Where its runtime lies, as the process sees it; null when it is unknown. */
  readonly javaHome: string | null
  /** Modules of its runtime; null when it does not say. */
  readonly modules: readonly string[] | null
  /** What was given as `known`, or opened now; the caller disposes of it. */
  readonly perfDataFile: PerfDataFile | null
}

/** Bytes of the file `release` of a Java runtime; a larger one is not read. */
const releaseBytes = 64 * 1024
/** Arguments of a JVM that are shown; the others are counted. */
const maxArguments = 1000
/** Characters of one argument of a JVM that are shown; the rest is cut. */
const maxArgumentLength = 16 * 1024
/** Characters of all arguments of a JVM; those from the one that passes it are not shown, but counted. */
const maxArgumentsLength = 256 * 1024

/** `known` is the file of an earlier look. Throws: Problem `target-gone`, `no-permission`. */
export function describeJvm({ process: p, libjvm }: FoundJvm, previousPerfData: PerfDataFile | null): JvmDescription {
  const status = readStatus(p)
  const userName = readUserName(p, status.uid)
  const perfDataFile = previousPerfData ?? openPerfData(p, status, userName)
  const texts = perfDataFile?.perfData.texts ?? new Map<string, string>()
  const read = readArguments(p)
  const { argv } = read
  const options = readJvmOptions(p, read, texts)
  const release = readRelease()
  return {
    status,
    userName,
    perfDataFile,
    options,
    javaHome: release.home ?? texts.get('java.property.java.home') ?? null,
    modules: release.modules,
    heapLimitBytes: maxHeapOf(options) ?? (perfDataFile && readHeapLimit(perfDataFile.perfData, perfDataFile.read())),
    jvm: {
      mainClass: cutText(mainClassOf(read, texts.get('sun.rt.javaCommand')), longestMainClass),
      arguments: showArguments(argv),
      version: texts.get('java.property.java.version') || release.version,
      vendor: texts.get('java.property.java.vm.vendor') || release.vendor,
      collector:
        (perfDataFile && collectorOf(perfDataFile.perfData)) ??
        collectorFlag(options) ??
        collectorOfThreads(readThreadNames(p)),
      preserveFramePointer: framePointerKept(),
      hasPerfData: perfDataFile !== null,
    },
  }

  /** Off unless an option turns it on, which stands in one of the two. */
  function framePointerKept(): boolean | null {
    const flag = booleanFlag(options, 'PreserveFramePointer')
    if (flag !== null) return flag
    const isHidden = options.some((option) => /^(@|-XX:(Flags|VMOptionsFile)=)/.test(option))
    return perfDataFile === null && (isHidden || !isJavaLauncher(argv[0])) ? null : false
  }

  function readRelease(): Release & { home: string | null } {
    for (const path of releaseFilesNear(libjvm)) {
      try {
        const text = readContainerFile(p, path, { maxBytes: releaseBytes })
        if (text) return { ...parseRelease(text.toString('utf8')), home: dirname(path) }
      } catch (error) {
        if (!isProblem(error) || error.code === 'target-gone') throw error
      }
    }
    return { version: null, vendor: null, modules: null, home: null }
  }
}

function isJavaLauncher(argv0 = ''): boolean {
  return /(^|\/)javaw?$/.test(argv0)
}

/**
 * From the command line, which is complete. Where files are part of it, the JVM's own counter decides, which is cut at
 * blanks and at its length; programs that embed a JVM tell it only there.
 */
export function mainClassOf({ argv, line, isCertain }: JvmArguments, javaCommand: string | undefined): string {
  const main = isJavaLauncher(argv[0]) ? line.main : null
  const command = javaCommand?.replace(/^jdk\.compiler\/com\.sun\.tools\.javac\.launcher\.\w+ /, '') // runs `Shop.java`
  const isConfirmed = !command || [command, command.replace(/^[^/ ]+\//, '')].some((text) => isFirst(main, text))
  if (main !== null && (isCertain || isConfirmed)) return nameOfMain(main)
  const first = command?.split(' ')[0]
  if (first) return nameOfMain(first.replace(/^[^/]+\/(?=[^/.]*\.[^/]*$)(?!.*\.(jar|war)$)/, ''))
  return nameOfProgram(argv) || 'java'
}

function isFirst(main: string | null, command: string): boolean {
  return `${command} `.startsWith(`${main} `)
}

/**
 * The collector by the names of its threads: `G1 Conc#0`, `ZDirector`. The kernel keeps 15 characters of a name.
 *
 * Source: names given in HotSpot's gc directories, JDK 8 to 25; Serial has no thread of its own.
 */
export function collectorOfThreads(names: readonly string[]): string | null {
  const has = (pattern: RegExp) => names.some((name) => pattern.test(name))
  if (has(/^G1 /)) return 'G1'
  if (has(/^(ZDirector|ZDriver|ZWorker|ZStat)/)) return 'ZGC'
  if (has(/^Shenandoah/)) return 'Shenandoah'
  if (has(/^(Concurrent Mark|CMS)/)) return 'CMS'
  if (has(/^(GC Thread#|ParGC Thread)/)) return 'Parallel'
  return has(/^VM Thread/) ? 'Serial' : null
}

/** Masked first and cut then, so that no half of a secret stays; what is endless is dropped before either. */
function showArguments(argv: readonly string[]): string[] {
  let length = 0
  const end = argv.findIndex((arg, index) => index >= maxArguments || (length += arg.length) > maxArgumentsLength)
  const masked = maskArguments(end < 0 ? argv : argv.slice(0, end)).map((arg) => cutText(arg, maxArgumentLength))
  return end < 0 ? masked : [...masked, `… ${argv.length - end} more`]
}
