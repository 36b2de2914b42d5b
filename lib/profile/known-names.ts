/** Names that say nothing about whose program it is: those of the JDK, HotSpot, the C library and the kernel. */
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

// Outermost scope of HotSpot's C++ names, for stacks that do not say which library a frame is in.
const hotSpotScopes = new Set(
  `AccessInternal AdapterHandlerLibrary Arena ArrayKlass Bytecode BytecodeInterpreter C2Compiler ClassFileParser ClassLoader
  CodeCache CollectedHeap CompileBroker CompilationPolicy Compile Compilation Compiler ConstantPool CodeBuffer Deoptimization
  Dictionary DirectCallGenerator Exceptions Handshake HandshakeState InlineTree InstanceKlass Interpreter InterpreterRuntime
  JavaCalls JavaThread JNIHandles JVMFlag Klass LinkResolver LinearScan LIRGenerator LIR_Assembler MacroAssembler Matcher
  MemAllocator Metaspace Method MethodData Monitor Mutex NativeLookup Node ObjArrayKlass ObjectMonitor ObjectSynchronizer
  OopStorage OptoRuntime ParkEvent Parker Parse ParseGenerator ParkerThread Reflection Rewriter Runtime1 SafepointMechanism
  SafepointSynchronize SharedRuntime SignatureStream StackOverflow StringTable StubRoutines SymbolTable SystemDictionary
  Thread ThreadSafepointState Threads TypeArrayKlass Unsafe_Park VMThread VM_Operation VMOperationQueue WatcherThread
  WorkerThread GangWorker AbstractGangWorker ciEnv ciMethod ciField ciInstanceKlass java_lang_Thread java_lang_Throwable
  javaVFrame frame nmethod oopDesc os os::Linux vframeStream vmClasses`
    .split(/\s+/)
    .filter(Boolean),
)
const hotSpotFamilies = /^(?:G1|Phase|PS|Shenandoah|Parallel(?:Scavenge|GC)|Serial|CMS|Epsilon|JVM_|Unsafe_|VM_)\w*$/
const stubs =
  /^(?:Interpreter|call_stub|catch_exception|forward exception|(?:vtable|itable)(?: stub|chunks)?|(?:I2C\/C2I|I2C|C2I) adapters?|Stub(?:Routines|Code)(?: ?\(\w+\)| \w+)?|\w+ (?:Runtime1|OptoRuntime) stub|_?new_(?:instance|array)_Java|_rethrow_Java|_complete_monitor_locking_Java|monitorenter_\w+|(?:j(?:byte|short|int|long)|oop|checkcast)_(?:disjoint_)?arraycopy(?:_\w+)?|DeoptimizationBlob|UncommonTrapBlob|ExceptionBlob|SafepointBlob|RuntimeStub - [\w ]+|flush_icache_stub|MethodHandlesAdapterBlob|\[deoptimization\])$/

/** HotSpot's own, by its library or, where nobody knows the library, by its name. */
export function isHotSpotName(name: string, module: string): boolean {
  if (module !== '') return module === 'libjvm.so'
  if (!name.includes('::')) return stubs.test(name) || /^(?:JVM|Unsafe|JNI|jni)_\w+$/.test(name)
  const scope = name.slice(0, name.indexOf('::'))
  return hotSpotScopes.has(scope) || hotSpotFamilies.test(scope)
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
