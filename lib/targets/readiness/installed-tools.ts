/** The libraries that Hearth loads into JVMs, where they are installed. */
import type { Config } from '../../config.ts'
import { findAsyncProfiler } from '../../host/library/async-profiler-library.ts'
import { type LibraryFile, readLibraryFile } from '../../host/library/library-file.ts'

export interface InstalledTools {
  /** The perf-map-agent library that is configured, for JDK 8 to 16; null when there is none. */
  readonly perfMapAgent: InstalledLibrary | null
  /** null when there is no async-profiler library. */
  readonly asyncProfiler: InstalledLibrary | null
}

/**
 * `dynamic` is what the library needs of the loader; null where the file lies in the image of helpers, so that this is
 * unknown.
 */
export type InstalledLibrary = Pick<LibraryFile, 'dynamic'>

export const noTools: InstalledTools = { perfMapAgent: null, asyncProfiler: null }

/** Looks anew at each call: a library may be installed while Hearth runs. */
export function findInstalledTools(
  config: Pick<Config, 'perfMapAgent' | 'asyncProfiler' | 'dataDirectory'>,
): InstalledTools {
  return { perfMapAgent: findPerfMapAgent(config), asyncProfiler: findAsyncProfiler(config) }
}

export function findPerfMapAgent({ perfMapAgent }: Pick<Config, 'perfMapAgent'>): InstalledLibrary | null {
  return perfMapAgent === undefined ? null : readLibraryFile(perfMapAgent)
}
