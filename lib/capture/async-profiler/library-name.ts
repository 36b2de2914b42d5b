/** The name under which Hearth loads async-profiler, by which it knows its own in a JVM later. */
import type { AsyncProfilerLibrary } from '../../host/library/async-profiler-library.ts'

/** Other contents, another name: a JVM that has a library under a name does not look at the file again. */
export function libraryName({ sha256 }: Pick<AsyncProfilerLibrary, 'sha256'>): string {
  return `.hearth-async-profiler-${sha256.slice(0, 16)}.so`
}

/**
 * Where a JVM has this very library mapped from, `/tmp`; undefined when it has not. `mapped`: paths of its libraries.
 */
export function findMappedDirectory(
  mapped: readonly string[],
  library: Pick<AsyncProfilerLibrary, 'sha256'>,
): string | undefined {
  const path = mapped.find((path) => path.endsWith(`/${libraryName(library)}`))
  return path === undefined ? undefined : path.slice(0, path.lastIndexOf('/')) || '/'
}
