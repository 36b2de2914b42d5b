/**
 * Engines that walk machine code from the thread's first function on: they see the frames of libc, the JVM and its
 * interpreter, which others leave out, but of Java only compiled methods. They have the names of threads from the
 * kernel alone, which cuts them; async-profiler has only those of the JVM's own threads from there.
 */
export const machineCodeEngines: ReadonlySet<string> = new Set(['perf', 'perf-script', 'bpftrace', 'bcc'])
