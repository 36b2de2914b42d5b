/** Names that say nothing about whose program it is: those of the JDK, HotSpot, the C library and the kernel. */
import { cutFrameName } from './unknown-names.ts'
import { bareName } from './name-parts.ts'

/**
 * Names of HotSpot itself, for stacks that do not say which library a frame is in. They are whole names: a prefix such
 * as PS or Serial, or a class called Node, may as well be a user's. A name that is missing here is masked, which only
 * costs a name.
 *
 * Source: the symbols of libjvm.so of JDK 17 and 25. Names that only older ones had (CMS and a few more) were not
 * checked against one.
 */

const splitBlanks = (text: string) => text.split(/\s+/).filter(Boolean)

/** Outermost scopes that no other program has. */
const scopes = `AccessInternal AdapterHandlerLibrary ArrayKlass BytecodeInterpreter C2Compiler ClassFileParser CodeCache CollectedHeap
  CompileBroker CompilationPolicy Deoptimization DirectCallGenerator HandshakeState InlineTree InstanceKlass InterpreterRuntime JavaCalls
  JavaThread JNIHandles JVMFlag Klass LinkResolver LinearScan LIRGenerator LIR_Assembler MacroAssembler MemAllocator Metaspace MethodData
  NativeLookup ObjArrayKlass ObjectMonitor ObjectSynchronizer OopStorage OptoRuntime ParkEvent ParseGenerator ParkerThread Runtime1
  SafepointMechanism SafepointSynchronize SharedRuntime SignatureStream StubRoutines SystemDictionary ThreadSafepointState TypeArrayKlass
  VMThread VM_Operation VMOperationQueue WatcherThread GangWorker AbstractGangWorker ciEnv ciMethod ciField ciInstanceKlass
  java_lang_Thread java_lang_Throwable javaVFrame nmethod oopDesc vframeStream vmClasses`

/** The rest of such a scope's name, by how it begins. */
const families: Readonly<Record<string, string>> = {
  G1: `Allocator Analytics BarrierSet BarrierSetC1 BarrierSetC2 BarrierSetRuntime BatchedGangTask BatchedTask BlockOffsetTable CardSet
    CardTable CMBitMap CMConcurrentMarkingTask CMMarkStack CMOopClosure CMRemarkTask CMRootRegionScanTask CMTask CodeRootSet CollectedHeap
    CollectionSet CollectorState ConcurrentMark ConcurrentMarkThread ConcurrentRefine ConcurrentRefineThread ConcurrentRefineThreadControl
    DirtyCardQueue DirtyCardQueueSet EvacuateRegionsBaseTask EvacuateRegionsTask FullCollector FullGCAdjustTask FullGCCompactTask
    FullGCMarkTask FullGCMarker FullGCPrepareTask GCPhaseTimes HeapRegion HeapRegionManager HeapVerifier MergeHeapRootsTask
    PageBasedVirtualSpace ParCopyHelper ParEvacuateFollowersClosure ParScanThreadState ParScanThreadStateSet ParallelCleaningTask
    PLABAllocator Policy PrimaryConcurrentRefineThread RebuildRemSetTask RebuildRSAndScrubTask RemSet RemSetScanState RootProcessor
    ScanEvacuatedObjClosure ScanHRForRegionClosure SecondaryConcurrentRefineThread ServiceTask ServiceThread STWIsAliveClosure
    UncommitRegionTask YoungCollector`,
  PS: `AdaptiveSizePolicy AdjustTask CardTable EvacuateFollowersClosure IsAliveClosure KeepAliveClosure OldGen OldPromotionLAB ParallelCompact
    PromotionLAB PromotionManager PushContentsClosure Scavenge ThreadRootsTaskClosure VirtualSpace YoungGen`,
  Parallel: 'CompactData CompactRefProcProxyTask ScavengeHeap ScavengeRefProcProxyTask',
  Serial: 'FullGC GCRefProcProxyTask Heap',
  CMS: 'Collector ConcMarkingTask ParInitialMarkTask ParMarkTask ParRemarkTask RefProcTaskProxy',
  Epsilon: 'BarrierSet Heap',
  Shenandoah: `BarrierSet BarrierSetC2 CollectionSet ConcurrentEvacuateRegionObjectClosure ConcurrentGC ConcurrentMark ConcurrentMarkingTask
    ControlThread DegenGC EvacuationTask FinalMarkingTask FreeSet FullGC GC Heap HeapRegion Mark MarkRefsClosure Pacer RootProcessor Runtime
    STWMark UpdateRefsClosure Verifier WorkGang`,
  Phase: `AggressiveCoalesce BlockLayout CCP CFG Chaitin Coalesce ConservativeCoalesce GVN IFG IdealLoop IterGVN Live MacroExpand Output
    Peephole RegAlloc RemoveUseless RenumberLive StringOpts Transform Values Vector`,
  VM_: `BulkRevokeBias Cleanup CollectForAllocation CollectForMetadataAllocation DeoptimizeFrame EnableBiasedLocking FindDeadlocks
    ForceSafepoint G1CollectForAllocation G1CollectFull G1PauseCleanup G1PauseConcurrent G1PauseRemark G1TryInitiateConcMark
    GC_HeapInspection GC_Operation GenCollectForAllocation GenCollectFull GetAllStackTraces GetThreadListStackTraces HandshakeAllThreads
    HeapDumper ICBufferFull ParallelCollectForAllocation ParallelGCCollect ParallelGCFailedAllocation ParallelGCSystemGC PrintThreads
    RedefineClasses SerialCollectForAllocation SerialGCCollect ThreadDump`,
}

/** Functions that profiles show, of scopes that others have too. */
const members: Readonly<Record<string, string>> = {
  ClassLoader: 'load_class',
  Compilation: 'Compilation build_hir compile_java_method compile_method emit_code_body emit_lir install_code',
  Compile: `Code_Gen Compile Optimize final_graph_reshaping identify_useful_nodes inline_incrementally optimize_loops print_method`,
  Compiler: 'compile_method',
  ConstantPool: 'klass_at_impl resolve_constant_at_impl resolve_string_constants_impl',
  Handshake: 'execute',
  Matcher: 'Label_Root ReduceInst find_shared match match_tree xform',
  Method: 'build_profiling_method_data link_method make_adapters',
  Monitor: 'lock notify notify_all wait wait_without_safepoint_check',
  Mutex: 'lock lock_contended lock_without_safepoint_check try_lock unlock',
  Parker: 'park unpark',
  Parse: 'Parse do_all_blocks do_call do_field_access do_if do_one_block do_one_bytecode',
  Reflection: 'invoke invoke_constructor invoke_method',
  Rewriter: 'Rewriter rewrite rewrite_bytecodes scan_method',
  StringTable: 'do_intern intern lookup',
  SymbolTable: 'lookup_common lookup_only new_symbol new_symbols',
  Thread: 'call_run',
  Threads: 'create_vm destroy_vm possibly_parallel_oops_do possibly_parallel_threads_do',
  WorkerThread: 'run',
  frame: 'oops_do_internal oops_interpreted_do sender',
  os: `elapsed_counter free javaTimeMillis javaTimeNanos malloc naked_short_nanosleep PlatformEvent::park PlatformEvent::park_nanos
    PlatformEvent::unpark PlatformMonitor::wait`,
}

const knownScopes = new Set([
  ...splitBlanks(scopes),
  ...Object.entries(families).flatMap(([start, ends]) => splitBlanks(ends).map((end) => start + end)),
])
const knownNames = new Set(
  Object.entries(members).flatMap(([scope, names]) => splitBlanks(names).map((name) => `${scope}::${name}`)),
)

const stubs =
  /^(?:Interpreter|call_stub|catch_exception|forward exception|(?:vtable|itable)(?: stub|chunks)?|(?:I2C\/C2I|I2C|C2I) adapters?|Stub(?:Routines|Code)(?: ?\(\w+\)| \w+)?|\w+ (?:Runtime1|OptoRuntime) stub|_?new_(?:instance|array)_Java|_rethrow_Java|_complete_monitor_locking_Java|monitorenter_\w+|(?:j(?:byte|short|int|long)|oop|checkcast)_(?:disjoint_)?arraycopy(?:_\w+)?|DeoptimizationBlob|UncommonTrapBlob|ExceptionBlob|SafepointBlob|RuntimeStub - [\w ]+|flush_icache_stub|MethodHandlesAdapterBlob|\[deoptimization\])$/

const type = '(?:Object|Boolean|Byte|Char|Short|Int|Long|Float|Double|Void)'
/** Functions of the JVM that Java code calls; those of jni_ are in the JNI specification. */
const entries = [
  /^JNI_(?:CreateJavaVM|GetCreatedJavaVMs|GetDefaultJavaVMInitArgs|OnLoad|OnUnload)$/,
  new RegExp(
    `^jni_(?:(?:Call(?:Static|Nonvirtual)?${type}Method|NewObject)[AV]?|[GS]et(?:Static)?${type}Field|New${type}Array|(?:Get|Release)${type}ArrayElements|[GS]et${type}ArrayRegion|[GS]etObjectArrayElement|Get(?:Static)?(?:Method|Field)ID)$`,
  ),
  /^jni_(?:invoke_(?:non)?static|(?:Get|Release)(?:StringChars|StringUTFChars|StringCritical|PrimitiveArrayCritical)|GetString(?:UTF)?(?:Length|Region)|NewString(?:UTF)?|(?:New|Delete)(?:Global|Local|WeakGlobal)Ref|(?:Push|Pop)LocalFrame|(?:Define|Find)Class|Get(?:ArrayLength|DirectBufferAddress|DirectBufferCapacity|Env|JavaVM|Module|ObjectClass|ObjectRefType|Superclass|Version)|NewDirectByteBuffer|AllocObject|EnsureLocalCapacity|Exception(?:Check|Clear|Describe|Occurred)|FatalError|Is(?:AssignableFrom|InstanceOf|SameObject)|Monitor(?:Enter|Exit)|(?:Unr|R)egisterNatives|Throw(?:New)?|(?:From|To)Reflected(?:Field|Method)|(?:At|De)tachCurrentThread(?:AsDaemon)?|DestroyJavaVM)$/,
  new RegExp(
    `^Unsafe_(?:(?:Un)?[Pp]ark|(?:Get|Put)(?:${type}|Reference)(?:Volatile)?|CompareAnd(?:Set|Exchange|Swap)(?:Int|Long|Object|Reference)|(?:Allocate|Reallocate|Free|Set|Copy|CopySwap)Memory[02]?|AllocateInstance|(?:Full|Load|Store)Fence|DefineClass0?|EnsureClassInitialized0?|ObjectFieldOffset[01]?|StaticField(?:Base|Offset)0?|ThrowException)$`,
  ),
  /^JVM_(?:ActiveProcessorCount|ArrayCopy|CallStackWalk|Clone|CurrentThread|CurrentTimeMillis|DefineClass(?:WithSource)?|DoPrivileged|DumpThreads|FillInStackTrace|FindClassFromBootLoader|FindClassFromCaller|FindLoadedClass|FreeMemory|GC|GetAllThreads|GetArrayLength|GetCallerClass|GetClassDeclared(?:Constructors|Fields|Methods)|GetClassName|GetStackAccessControlContext|GetStackTraceElement|HoldsLock|IHashCode|InitStackTraceElement(?:Array)?|InternString|Interrupt|InvokeMethod|IsInterrupted|LatestUserDefinedLoader|LookupDefineClass|LookupLambdaProxyClassFromArchive|MaxMemory|MonitorNotify(?:All)?|MonitorWait|MoreStackWalk|NanoTime|NewArray|NewInstanceFromConstructor|NewMultiArray|Sleep|StartThread|TotalMemory|WaitForReferencePendingList|Yield)$/,
]

/** HotSpot's own, as far as a name alone can tell. */
function isNamedByHotSpot(name: string): boolean {
  const scopeEnd = name.indexOf('::')
  if (scopeEnd >= 0) return knownScopes.has(name.slice(0, scopeEnd)) || knownNames.has(bareName(name))
  const bare = bareName(name)
  return stubs.test(name) || entries.some((entry) => entry.test(bare))
}

export const jdkPackages = ['java', 'javax', 'jdk', 'sun', 'com.sun'] as const

const primitiveArray = /^(?:byte|char|double|float|int|long|short|boolean)(?:\[\])*$/

export function isPrimitiveType(name: string): boolean {
  return primitiveArray.test(name)
}

/**
 * Made by the JDK in its own package, with the methods of a user's interface.
 *
 *     jdk.proxy2.$Proxy12.charge    com.sun.proxy.$Proxy.charge
 */
export function isProxy(className: string): boolean {
  return /^(?:jdk\.proxy\d*|com\.sun\.proxy)\.\$Proxy\w*$/.test(className)
}

const libraries =
  /^(?:libjvm|libjava|libnio|libnet|libzip|libjimage|libverify|libjli|libmanagement\w*|libextnet|libinstrument|libjdwp|libprefs|libasyncProfiler|libc|libm|libdl|librt|libpthread|ld|libstdc\+\+|libgcc_s|libz|\[vdso\]|\[vdso32\]|\[vsyscall\]|\[vectors\])(?:[-.][\w.-]*)?$/
const kernelFiles = /^(?:\[kernel(?:[._]kallsyms)?\](?:_\w+)?|vmlinux(?:-[\w.-]+)?)$/

/** Part of the JDK or of every Linux. */
export function isSystemLibrary(module: string): boolean {
  return libraries.test(module)
}

/** HotSpot's own, by its library or, where the library is unknown, by its name. */
export function isHotSpotName(name: string, module: string): boolean {
  return module === '' ? isNamedByHotSpot(name) : module === 'libjvm.so'
}

/** Functions that every program has, in any library. */
const plainFunctions =
  /^_*(?:(?:libc_)?(?:clone3?|start_thread|start_main|read|write|readv|writev|recv|send|recvmsg|sendmsg|recvfrom|sendto|poll|ppoll|epoll_wait|epoll_pwait|futex|futex_abstimed_wait\w*|accept4?|connect|nanosleep|clock_nanosleep|clock_gettime|gettimeofday|malloc|calloc|realloc|free|memcpy|memmove|memset|memcmp|strlen|mmap|munmap|madvise|mprotect|sched_yield|ioctl|open(?:at)?|close|fsync|fdatasync|stat|fstat|syscall)|pthread_(?:cond|mutex|rwlock|create|key|getspecific|setspecific|getattr)\w*|vdso_\w+)(?:_time64|64)?$/

/** A frame whose function is not known may have the name of its file: `libc.so.6`, `libc-2.31.so`. */
const libraryFile = /^\w+(?:-\d[\d.]*)?\.so[\d.]*$/

export function isSystemFunction(name: string, module: string): boolean {
  if (module !== '') return isSystemLibrary(module)
  return plainFunctions.test(name) || (libraryFile.test(name) && isSystemLibrary(name))
}

/**
 * Whether it is the kernel's own: not of an added module, nor of a BPF program, which carries the name its author gave
 * it.
 */
export function isKernelFunction(name: string, module: string): boolean {
  if (!/^\[?[A-Za-z_][\w.]*\]?$/.test(name) || /^bpf_prog_/.test(name)) return false
  return kernelFiles.test(module) || (module === '' && !name.startsWith('['))
}

const noName = /^(?:\[?(?:unknown|not_walkable|no_java_frame)(?:[ _](?:java|kernel|native))?\]?|<unknown>|\?+|)$/i

/** Says that the name is unknown. An address does not: it tells one build of a program from another. */
export function isNoName(name: string): boolean {
  return name === cutFrameName || (name.length < 30 && noName.test(name))
}
