/** async-profiler's library: which release Hearth takes, and where it is found. */
import { join } from 'node:path'
import { hostFiles } from '../kernel/named-files.ts'
import type { Config } from '../../config.ts'
import { type LibraryFile, readLibraryFile } from './library-file.ts'

/**
 * The release that is fetched at set-up. 4.2 is the first that walks stacks by itself instead of by AsyncGetCallTrace,
 * whose crashes ended JVMs.
 *
 * Source: Maven Central, tools.profiler:async-profiler; the jar has the libraries of all platforms, one each for glibc
 * and musl alike.
 */
export const asyncProfilerRelease = {
  artifact: 'tools.profiler:async-profiler:4.6',
  version: '4.6',
  libraries: {
    x64: {
      entry: 'linux-x64/libasyncProfiler.so',
      sha256: '1aa55af4645fafb7b70fe78b8bcc8d32a1a2fce1a278ce04318224df68694fb2',
    },
    arm64: {
      entry: 'linux-arm64/libasyncProfiler.so',
      sha256: '45895af951d172126819552f5e2762b1a71c4db2a95ab8def791becb9ce7e35d',
    },
  },
} as const

export interface AsyncProfilerLibrary extends LibraryFile {
  /** null for a copy of the user's own: its version is known when it is loaded. */
  readonly version: string | null
}

/** The directory of async-profiler in a helper image, and in Hearth's own. */
export const imageDirectory = '/opt/hearth/async-profiler'

/** The settings that decide where it is searched for. */
export type AsyncProfilerConfig = Pick<Config, 'asyncProfiler' | 'dataDirectory'>

/** Gives the pinned library for this machine; null where async-profiler has none for it. */
export function pinnedLibrary(): { readonly entry: string; readonly sha256: string } | null {
  const libraries: Readonly<Record<string, { entry: string; sha256: string }>> = asyncProfilerRelease.libraries
  return libraries[process.arch] ?? null
}

/** Gives the name of the library in the folder that set-up fills. */
export function installedName(sha256: string): string {
  return `libasyncProfiler-${asyncProfilerRelease.version}-${sha256.slice(0, 16)}.so`
}

export function toolsDirectory({ dataDirectory }: Pick<Config, 'dataDirectory'>): string {
  return join(dataDirectory, 'tools')
}

/**
 * Reads the whole library; null when there is none. HEARTH_ASYNC_PROFILER comes first: a library, or a directory with
 * `lib/libasyncProfiler.so`; then the copy of set-up; then `imageDirectory`.
 *
 * Keeps: the copy of set-up lies in a directory that the web program may write to, so it counts only while it has the
 * pinned hash. A set HEARTH_ASYNC_PROFILER that leads nowhere is not replaced by another copy.
 */
export function findAsyncProfiler(config: AsyncProfilerConfig): AsyncProfilerLibrary | null {
  if (config.asyncProfiler !== undefined) return readLibrary(withinDirectory(config.asyncProfiler))
  const pinned = pinnedLibrary()
  if (pinned !== null) {
    const installed = readLibrary(join(toolsDirectory(config), installedName(pinned.sha256)))
    if (installed?.sha256 === pinned.sha256) return installed
  }
  return readLibrary(withinDirectory(imageDirectory))
}

function withinDirectory(path: string): string {
  const isDirectory = hostFiles.statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
  return isDirectory ? join(path, 'lib/libasyncProfiler.so') : path
}

function readLibrary(path: string): AsyncProfilerLibrary | null {
  const file = readLibraryFile(path)
  if (file === null) return null
  const isPinned = Object.values(asyncProfilerRelease.libraries).some(({ sha256 }) => sha256 === file.sha256)
  return { ...file, version: isPinned ? asyncProfilerRelease.version : null }
}
