/** Which processes are HotSpot JVMs: those that have its library mapped to run it. */

export interface Libjvm {
  /** As the process sees it: `/opt/java/lib/server/libjvm.so`. */
  readonly path: string
  /** The file was removed or replaced since the JVM started, so what lies beside it now may be of another version. */
  readonly isDeleted: boolean
}

/**
 * Finds libjvm.so in the text of /proc/<pid>/maps; null when it is not mapped for execution. OpenJ9 has a libjvm.so too,
 * a mere front for its own libj9vm; a native image of GraalVM has none.
 */
export function findLibjvm(maps: string): Libjvm | null {
  const found = /^[0-9a-f]+-[0-9a-f]+ ..x. \S+ \S+ \d+ +(\/.*\/libjvm\.so)( \(deleted\))?$/m.exec(maps)
  if (!found || /\/libj9vm\d+\.so/.test(maps)) return null
  return { path: found[1]!, isDeleted: found[2] !== undefined }
}

/**
 * Where a `release` file with version and vendor may lie, nearest first: `<home>/lib/server/libjvm.so`, in JDK 8
 * `<home>/jre/lib/amd64/server/libjvm.so`.
 */
export function releaseFilesNear({ path, isDeleted }: Libjvm): string[] {
  if (isDeleted) return []
  const steps = path.split('/')
  return [-3, -4, -5].map((end) => [...steps.slice(0, end), 'release'].join('/'))
}

/** Source: the `release` file of a JDK or JRE: `JAVA_VERSION="17.0.19"`, one a line. */
export function parseRelease(text: string): { version: string | null; vendor: string | null } {
  const value = (name: string) => new RegExp(`^${name}="([^"\n]{1,200})"`, 'm').exec(text)?.[1] ?? null
  return { version: value('JAVA_VERSION'), vendor: value('IMPLEMENTOR') }
}

/** 8 for `1.8.0_402`, 17 for `17.0.19`; null when it is no version. */
export function featureVersion(version: string | null): number | null {
  const digits = /^(?:1\.)?(\d+)/.exec(version ?? '')?.[1]
  return digits === undefined ? null : Number(digits)
}
