/**
 * Which functions a whole stack begins with. A stack walked by frame pointers that meets code compiled without them loses
 * all callers, and what is left begins anywhere.
 */
import { frameKinds, type Profile } from '../model/profile.ts'
import { isUnnamed } from '../names/unknown-names.ts'

/** A start stands so near the root: above it only what the C library wraps around it. */
export const startWithin = 4

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
const cLibrary = /^(libc[.-].*|libc|ld-musl.*|libpthread[.-].*)$/
const jvmLibrary = /^(libjvm|libjli)\.so/

/** It starts a thread; it is code of the C library without a name; it is in the JVM's libraries. */
export const startKinds = { none: 0, start: 1, cLibrary: 2, jvm: 3 } as const

/** Of one frame; each is worked out when it is first asked for, since few stand near a root. */
export function createStarts({ frames, strings }: Profile): (frame: number) => number {
  const known = new Int8Array(frames.length).fill(-1)
  const classify = (frame: number) => {
    const name = strings[frames.name[frame]!]!
    const module = strings[frames.module[frame]!]!
    if (starts.test(name) || frameKinds[frames.kind[frame]!] === 'thread') return startKinds.start
    // Distributions strip `start_thread`: all that is left of it is the library's name.
    if (cLibrary.test(module) && isUnnamed(name)) return startKinds.cLibrary
    return jvmLibrary.test(module) ? startKinds.jvm : startKinds.none
  }
  return (frame) => {
    if (known[frame]! < 0) known[frame] = classify(frame)
    return known[frame]!
  }
}
