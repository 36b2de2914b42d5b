/** How threads start, and what the JVM's own work at. */
import { bareName } from './name-parts.ts'

/** By the functions in which they do: readers know the work, not the functions. */
const works: readonly (readonly [title: string, loop: RegExp])[] = [
  ['JIT compilation', /^(?:CompileBroker::compiler_thread_loop|CompilerThread::thread_entry)$/],
  // `GangWorker` until JDK 17, `WorkerThread` from JDK 18.
  [
    'garbage collection',
    /^(?:(?:Abstract)?GangWorker::(?:run|loop)|WorkerThread::run|ConcurrentGCThread::run|(?:G1|Z|Shenandoah)\w*(?:Thread|Director|Driver)::run\w*)$/,
  ],
]

/** `JIT compilation` of `CompileBroker::compiler_thread_loop`; null for any other function. */
export function titleOfThreadWork(name: string): string | null {
  const bare = bareName(name)
  return works.find(([, loop]) => loop.test(bare))?.[0] ?? null
}

/** Names the cause of a change in a text: the work of the JVM where `name` does it, else `shown`, the name as it is. */
export const nameCause = (name: string, shown = name): string => titleOfThreadWork(name) ?? shown

/** Functions that begin a whole stack. */
const starts = new RegExp(
  [
    // C libraries: glibc, musl
    '_*(GI_)*(start_thread|clone3?|start|libc_start_main(_impl|@@.*)?|libc_start_call_main|libc_start_main_stage2|pthread_create.*)',
    // HotSpot
    'thread_native_entry|java_start|Thread::call_run|JavaThread::(run|thread_main_inner)|ThreadJavaMain|JavaMain|call_continuation',
    // the kernel's own threads, and idle CPUs
    'ret_from_fork(_asm)?|kthread|secondary_startup_64(_no_verify)?|start_kernel|x86_64_start_(kernel|reservations)|cpu_startup_entry|start_secondary|el0t?_64_sync.*',
    // other runtimes
    'runtime\\.(goexit|mstart|rt0_go|mcall|systemstack).*|main|_PyRun_SimpleFile.*',
    // Java, where only Java frames are walked
    'java[./]lang[./](Thread|VirtualThread)[.#]run\\w*|jdk[./]internal[./]vm[./]Continuation[.#](enter|run).*|.*[.#]main',
  ]
    .map((part) => `^(?:${part})(?:\\+0x[\\da-f]+)?$`)
    .join('|'),
)
/** Whether a thread starts with this function; the `main` of a Java class counts, too. */
export const isThreadStart = (name: string): boolean => starts.test(name)
