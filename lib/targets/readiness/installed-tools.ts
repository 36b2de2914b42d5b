/** The libraries that Hearth was given for JVMs to load. */
import type { Config } from '../../config.ts'
import { findAsyncProfiler } from '../../host/library/async-profiler-library.ts'
import { type LibraryFile, readLibraryFile } from '../../host/library/library-file.ts'

/** What Hearth itself was given that an engine cannot do without. */
export interface InstalledTools {
  /** The perf-map-agent library that is configured, for JDK 8 to 16; null when there is none. */
  readonly perfMapAgent: InstalledLibrary | null
  /** null when there is no async-profiler library. */
  readonly asyncProfiler: InstalledLibrary | null
}

/** `dynamic` is null where its file is not here but in the image of helpers, so that its needs are unknown. */
export type InstalledLibrary = Pick<LibraryFile, 'dynamic'>

export const noTools: InstalledTools = { perfMapAgent: null, asyncProfiler: null }

/** As of now: they may be brought while we run. */
export function findInstalledTools(
  config: Pick<Config, 'perfMapAgent' | 'asyncProfiler' | 'dataDirectory'>,
): InstalledTools {
  return { perfMapAgent: findPerfMapAgent(config), asyncProfiler: findAsyncProfiler(config) }
}

export function findPerfMapAgent({ perfMapAgent }: Pick<Config, 'perfMapAgent'>): InstalledLibrary | null {
  return perfMapAgent === undefined ? null : readLibraryFile(perfMapAgent)
}
