/** Which processes are HotSpot JVMs: those that have its library mapped to run it. */

export interface Libjvm {
  /** As the process sees it: `/opt/java/lib/server/libjvm.so`. */
  readonly path: string
  /** The file was removed or replaced since the JVM started, so what lies beside it now may be of another version. */
  readonly isDeleted: boolean
}

/**
 * The distinct shared libraries in the text of /proc/<pid>/maps, at most `limit`: `/lib/libc.so.6`, also removed ones.
 */
export function mappedLibraries(maps: string, limit = 1000): string[] {
  const paths = new Set<string>()
  for (const [, path] of maps.matchAll(
    /^[0-9a-f]+-[0-9a-f]+ \S+ \S+ \S+ \d+ +(\/.*?\.so(?:\.[\w.]+)?)(?: \(deleted\))?$/gm,
  )) {
    paths.add(path!)
    if (paths.size >= limit) break
  }
  return [...paths]
}

/**
 * Finds libjvm.so in the text of /proc/<pid>/maps; null when it is not mapped for execution. OpenJ9 has a libjvm.so
 * too, a mere front for its own libj9vm; a native image of GraalVM has none.
 */
export function findLibjvm(maps: string): Libjvm | null {
  const match = /^[0-9a-f]+-[0-9a-f]+ ..x. \S+ \S+ \d+ +(\/.*\/libjvm\.so)( \(deleted\))?$/m.exec(maps)
  if (!match || /\/libj9vm\d+\.so/.test(maps)) return null
  return { path: match[1]!, isDeleted: match[2] !== undefined }
}

/** Whether the path of a mapped library is the C library of musl, its loader, too: the JVM is on Alpine or its like. */
export function isMusl(path: string): boolean {
  return /\/(ld-musl-[\w-]+|libc\.musl-[\w-]+)\.so\.1$/.test(path)
}

/**
 * Where a `release` file with version and vendor may lie, nearest first: `<home>/lib/server/libjvm.so`, in JDK 8
 * `<home>/jre/lib/amd64/server/libjvm.so`, in a JRE of JDK 8 alone `<jre>/lib/amd64/server/libjvm.so`.
 */
export function releaseFilesNear({ path, isDeleted }: Libjvm): string[] {
  if (isDeleted) return []
  const steps = path.split('/')
  return [-3, -4, -5].map((end) => [...steps.slice(0, end), 'release'].join('/'))
}

export interface Release {
  readonly version: string | null
  readonly vendor: string | null
  /** null when it does not say: before JDK 9. */
  readonly modules: readonly string[] | null
}

/** Characters of a value in a `release` file, and of its list of modules; a longer one counts as missing. */
const longestReleaseValue = 200
const longestModules = 32_768

/** Source: the `release` file of a JDK or JRE: `JAVA_VERSION="17.0.19"`, `MODULES="java.base java.xml"`, one a line. */
export function parseRelease(text: string): Release {
  const value = (name: string, length = longestReleaseValue) =>
    new RegExp(`^${name}="([^"\n]{1,${length}})"`, 'm').exec(text)?.[1] ?? null
  return {
    version: value('JAVA_VERSION'),
    vendor: value('IMPLEMENTOR'),
    modules: value('MODULES', longestModules)?.split(' ') ?? null,
  }
}

/** 8 for `1.8.0_402`, 17 for `17.0.19`; null when it is no version. */
export function featureVersion(version: string | null): number | null {
  const digits = /^(?:1\.)?(\d+)/.exec(version ?? '')?.[1]
  return digits === undefined ? null : Number(digits)
}
