/** Native profilers other than Hearth's, found by the libraries that a process has mapped. */

export interface OtherProfiler {
  /** `Datadog's profiler`. */
  readonly profiler: string
  /** Path of its library, as the process sees it. */
  readonly library: string
}

/**
 * Patterns of a library's path, and the profiler's name: profilers that sample by signals or rewrite classes, as
 * async-profiler does.
 */
const profilerPatterns: readonly (readonly [RegExp, string])[] = [
  [/javaProfiler[^/]*$|^\/tmp\/ddprof[^/]*\//i, 'Datadog’s profiler'],
  // Unpacked by Pyroscope, IntelliJ, ap-loader and others, under names of their own.
  [/(async-?profiler|pyroscope)[^/]*$|^\/tmp\/[^/]*pyroscope[^/]*\//i, 'another async-profiler'],
  [/\/libyjpagent[\w.-]*\.so$/, 'YourKit'],
  [/\/libjprofilerti[\w.-]*\.so$/, 'JProfiler'],
  [/\/liboneagent\w*\.so$|\/libruxit\w*\.so$/, 'Dynatrace OneAgent'],
  [/\/libhoneyprofiler[\w.-]*\.so$|\/liblagent[\w.-]*\.so$/, 'Honest Profiler'],
  [
    /\/libagent-?profiler[\w.-]*\.so$|\/libprofiler_java_agent[\w.-]*\.so$|\/profiler_java_agent\.so$/,
    'Google Cloud Profiler',
  ],
]

/**
 * The first of them; null when there is none. `mapped`: paths, without the ` (deleted)` of the kernel. Hearth's own
 * copies, which stay mapped and idle after a capture, are none: of this release and of earlier ones, wherever they lie,
 * removed or not.
 *
 * Source: names of the shared libraries in the projects' releases; Pyroscope and IntelliJ unpack async-profiler's.
 */
export function otherProfilerIn(mapped: readonly string[]): OtherProfiler | null {
  for (const library of mapped) {
    if (/\/\.hearth-async-profiler-[0-9a-f]{16}\.so$/.test(library)) continue
    const found = profilerPatterns.find(([name]) => name.test(library))
    if (found) return { profiler: found[1], library }
  }
  return null
}
