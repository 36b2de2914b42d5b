/** Names that say nothing about whose program it is: those of the JDK, HotSpot, the C library and the kernel. */
import { isNamedByHotSpot } from './hotspot-names.ts'
import { cutFrameName } from './unknown-names.ts'

export const jdkPackages = ['java', 'javax', 'jdk', 'sun', 'com.sun'] as const

const primitiveArray = /^(?:byte|char|double|float|int|long|short|boolean)(?:\[\])*$/

export function isPrimitiveType(name: string): boolean {
  return primitiveArray.test(name)
}

/**
 * Made by the JDK in its own package, with the methods of somebody's interface.
 *
 *     jdk.proxy2.$Proxy12.charge    com.sun.proxy.$Proxy.charge
 */
export function isProxy(className: string): boolean {
  return /^(?:jdk\.proxy\d*|com\.sun\.proxy)\.\$Proxy\w*$/.test(className)
}

const libraries =
  /^(?:libjvm|libjava|libnio|libnet|libzip|libjimage|libverify|libjli|libmanagement\w*|libextnet|libinstrument|libjdwp|libprefs|libasyncProfiler|libc|libm|libdl|librt|libpthread|ld|ld-linux[\w-]*|ld-musl[\w-]*|libstdc\+\+|libgcc_s|libz|\[vdso\]|\[vdso32\]|\[vsyscall\]|\[vectors\])(?:[-.][\w.-]*)?$/
const kernelFiles = /^(?:\[kernel(?:[._]kallsyms)?\](?:_\w+)?|vmlinux(?:-[\w.-]+)?)$/

/** Part of the JDK or of every Linux. */
export function isSystemLibrary(module: string): boolean {
  return libraries.test(module)
}

/** HotSpot's own, by its library or, where nobody knows the library, by its name. */
export function isHotSpotName(name: string, module: string): boolean {
  return module === '' ? isNamedByHotSpot(name) : module === 'libjvm.so'
}

/** Functions every program has, whatever library their file is said to be. */
const plainFunctions =
  /^_*(?:(?:libc_)?(?:clone3?|start_thread|start_main|read|write|readv|writev|recv|send|recvmsg|sendmsg|recvfrom|sendto|poll|ppoll|epoll_wait|epoll_pwait|futex|futex_abstimed_wait\w*|accept4?|connect|nanosleep|clock_nanosleep|clock_gettime|gettimeofday|malloc|calloc|realloc|free|memcpy|memmove|memset|memcmp|strlen|mmap|munmap|madvise|mprotect|sched_yield|ioctl|open(?:at)?|close|fsync|fdatasync|stat|fstat|syscall)|pthread_(?:cond|mutex|rwlock|create|key|getspecific|setspecific|getattr)\w*|vdso_\w+)(?:_time64|64)?$/

export function isSystemFunction(name: string, module: string): boolean {
  return module === '' ? plainFunctions.test(name) : isSystemLibrary(module)
}

/** Of the kernel itself: not of a module of somebody's, nor of a BPF program, which carries the name its author gave it. */
export function isKernelFunction(name: string, module: string): boolean {
  if (!/^\[?[A-Za-z_][\w.]*\]?$/.test(name) || /^bpf_prog_/.test(name)) return false
  return kernelFiles.test(module) || (module === '' && !name.startsWith('['))
}

const noName = /^(?:\[?(?:unknown|not_walkable|no_java_frame)(?:[ _](?:java|kernel|native))?\]?|<unknown>|\?+|)$/i

/** Stands for nobody knows what. An address does not: it tells one build of a program from another. */
export function isNoName(name: string): boolean {
  return name === cutFrameName || (name.length < 30 && noName.test(name))
}
