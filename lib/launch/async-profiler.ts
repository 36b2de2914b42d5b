/** Brings async-profiler's library from Maven Central, by the machine's own Maven. */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isProblem, Problem } from '../errors.ts'
import { asyncProfilerRelease, installedName, pinnedLibrary } from '../host/library/async-profiler-library.ts'
import { hasTool } from '../host/command/run-command.ts'
import type { HostDependency } from './host-needs.ts'
import { installMissing } from './install.ts'
import { firstErrorOf, runMaven } from './maven.ts'

export interface FetchOptions {
  /** Where it stays, made if need be. */
  readonly directory: string
  /** May install Maven itself when it is not there. */
  readonly mayInstall: boolean
  readonly report: (line: string) => void
}

const { artifact, version } = asyncProfilerRelease
const costs = 'async-profiler cannot be used; perf, bpftrace and JFR can'
const remedy = 'Start again when Maven Central can be reached, or set HEARTH_ASYNC_PROFILER to a copy of your own.'
const { O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_RDONLY, O_WRONLY } = fs.constants

const maven: HostDependency = {
  title: `Maven, to fetch async-profiler ${version}`,
  costs,
  isMet: () => Promise.resolve(hasTool('mvn')),
  packages: { debian: [['maven']], ubuntu: [['maven']] },
}

/**
 * Gives what `fetchAsyncProfiler` would fetch: `async-profiler 4.6`; null where it is there, or this machine has none.
 */
export async function planFetch(directory: string): Promise<{ what: string; needsMaven: boolean } | null> {
  const pinned = pinnedLibrary()
  if (pinned === null || isWhole(join(directory, installedName(pinned.sha256)), pinned.sha256)) return null
  return { what: `async-profiler ${version}`, needsMaven: !(await maven.isMet()) }
}

/**
 * The path of the library with the pinned hash; null, and a line that says why and what to do, when it cannot be had.
 */
export async function fetchAsyncProfiler({ directory, mayInstall, report }: FetchOptions): Promise<string | null> {
  const pinned = pinnedLibrary()
  if (pinned === null) return null // no release for this machine: the doctor says so of each JVM
  const path = join(directory, installedName(pinned.sha256))
  if (isWhole(path, pinned.sha256)) return path
  const missing = await installMissing([maven], mayInstall, report)
  if (missing.length > 0) return null
  const temporary = fs.mkdtempSync(join(tmpdir(), 'hearth-async-profiler-'))
  try {
    report(`Fetching async-profiler ${version} from Maven Central: it profiles JVMs without rights in the kernel.`)
    const contents = await fetchLibrary(temporary, pinned.entry)
    if (sha256Of(contents) !== pinned.sha256) {
      const reason = `The async-profiler ${version} that Maven gave is not the one Hearth knows.`
      throw new Problem('cannot-start', { reason, remedy })
    }
    install(directory, installedName(pinned.sha256), contents)
    return path
  } catch (error) {
    if (!isProblem(error)) throw error
    const reason = error.code === 'tool-failed' ? firstErrorOf(error) : error.message
    report(`async-profiler ${version} could not be fetched: ${reason} Without it, ${costs}. ${remedy}`)
    return null
  } finally {
    fs.rmSync(temporary, { recursive: true, force: true })
  }
}

async function fetchLibrary(into: string, entry: string): Promise<Buffer> {
  const plugin = 'org.apache.maven.plugins:maven-dependency-plugin:2.8:unpack'
  await runMaven([plugin, `-Dartifact=${artifact}`, `-DoutputDirectory=${into}/unpacked`], { cwd: into })
  return fs.readFileSync(join(into, 'unpacked', entry))
}

/** Root writes here where the unprivileged web program may, too: no link is followed and nothing is written over. */
function install(directory: string, name: string, contents: Buffer): void {
  fs.mkdirSync(directory, { recursive: true, mode: 0o755 })
  const directoryFd = fs.openSync(directory, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
  try {
    const at = (file: string) => `/proc/self/fd/${directoryFd}/${file}`
    const temporary = `${name}.${process.pid}`
    fs.rmSync(at(temporary), { force: true })
    const fd = fs.openSync(at(temporary), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o644)
    try {
      fs.writeFileSync(fd, contents)
    } finally {
      fs.closeSync(fd)
    }
    fs.renameSync(at(temporary), at(name))
  } finally {
    fs.closeSync(directoryFd)
  }
}

function isWhole(path: string, sha256: string): boolean {
  return fs.existsSync(path) && sha256Of(fs.readFileSync(path)) === sha256
}

function sha256Of(contents: Buffer): string {
  return createHash('sha256').update(contents).digest('hex')
}
