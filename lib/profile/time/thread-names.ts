import { machineCodeEngines } from '../model/machine-code-engines.ts'
import type { Profile } from '../model/profile.ts'

/** Between the name of a process and that of its thread, in recordings of many processes. */
export const laneSeparator = ' · '

/** HotSpot's compilers and its collector. */
const namesWithDigit = /^(?:C[12]|G1) /

/**
 * The pool of a thread: its name with the number that tells it from its neighbours as `#`. Only the last number: the
 * one before it is often a port or a pool's own.
 *
 *     http-nio-8080-exec-7            http-nio-8080-exec-#
 *     pool-2-thread-13                pool-2-thread-#
 *     ForkJoinPool-1-worker-3         ForkJoinPool-1-worker-#
 *     GC Thread#5                     GC Thread#
 *     C1 CompilerThre                 C1 CompilerThre                  the digit of HotSpot's own name
 *     main                            main
 *     java 7 · http-nio-8080-exec-7   java 7 · http-nio-8080-exec-#     a thread in a lane of its process
 *     java 7 · main                   java 7 · main
 */
export function getPoolName(threadName: string): string {
  // The number of a process is no number of a thread.
  const lane = beginAfterLane(threadName)
  const begin = namesWithDigit.test(threadName.slice(lane, lane + 3)) ? lane + 3 : lane
  let end = threadName.length
  while (end > begin && !isDigit(threadName, end - 1)) end--
  let start = end
  while (start > begin && isDigit(threadName, start - 1)) start--
  if (start === end) return threadName
  // The `#` of HotSpot's own threads stays one.
  if (threadName[start - 1] === '#') start--
  return `${threadName.slice(0, start)}#${threadName.slice(end)}`
}

function beginAfterLane(threadName: string): number {
  const lane = threadName.lastIndexOf(laneSeparator)
  return lane === -1 ? 0 : lane + laneSeparator.length
}

// Tests by hand: a name of a million digits, which a file may hold, would take a regular expression hours.
function isDigit(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  return unit >= 48 && unit <= 57
}

// Begins of names: the kernel, and so perf, keeps 15 characters of them.
const jvmThreads =
  /^(?:Finalizer|Reference Handl|Signal Dispatch|Attach Listener|Service Thread|Notification Th|Common-Cleaner|Monitor Deflati|DestroyJavaVM|VM (?:Thread|Periodic )|Sweeper thread|(?:C1|C2|JVMCI) ?Compiler|GC (?:Thread|task)|G1 |Parallel GC|ParGC|Concurrent Mark|Z(?:Director|Stat|Driver|Uncommit|Worker)|Shenandoah|JFR |process reaper)/

/** Whether HotSpot or the JDK started it, by its name: garbage collection, compilation, housekeeping. */
export function isJvmThread(name: string): boolean {
  return jvmThreads.test(name.slice(beginAfterLane(name)))
}

/** How people call a thread: by its name, else by its id. Threads of the same label are one to filters and lists. */
export function threadLabel({ threads, strings }: Pick<Profile, 'threads' | 'strings'>, thread: number): string {
  const name = strings[threads.name[thread]!]!
  const hostTid = threads.hostTid[thread]!
  if (name !== '') return name
  return hostTid > 0 ? `thread ${hostTid}` : 'unnamed thread'
}

/** Bytes of a thread's name that the kernel keeps; it cuts a longer one. */
export const longestKernelName = 15

/**
 * Whether the kernel may have cut the name of a thread: it came from the kernel and has as many bytes as that keeps, as
 * `C2 CompilerThre`, and `http-nio-8080-e` of perf. perf, bpftrace and their like have all names from there,
 * async-profiler those of the JVM's own threads. `Attach Listener` has 15 bytes by itself.
 */
export function mayBeCutName(name: string, engine: string): boolean {
  const own = name.slice(beginAfterLane(name))
  const isFull = new TextEncoder().encode(own).length === longestKernelName && own !== 'Attach Listener'
  return isFull && (machineCodeEngines.has(engine) || isJvmThread(own))
}
