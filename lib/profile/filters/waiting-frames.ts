import type { FrameKind } from '../model/profile.ts'
import { isUnnamed } from '../names/unknown-names.ts'

/** Classes of frames near a leaf, by which a thread waits or not, as bytes. */
export const waitClasses = {
  /** Program code. */
  other: 0,
  /** Frames between a wait and its caller, which say nothing themselves. */
  plumbing: 1,
  /** Parks, sleeps, polls or accepts. */
  wait: 2,
  /** Reads data that a peer has yet to send. */
  read: 3,
  /** Waits for a lock or a result that another thread holds: a problem, not idleness. */
  blocked: 4,
  /** Kernel code on the way to any of these, or to work. */
  kernel: 5,
} as const
export type WaitClass = keyof typeof waitClasses

/** The whole name, one of these. */
const matchAny = (...names: readonly RegExp[]) => new RegExp(`^(?:${names.map(({ source }) => source).join('|')})$`)
const withPrefix = (prefix: RegExp, ...names: readonly RegExp[]) =>
  new RegExp(`${prefix.source}(?:${names.map(({ source }) => source).join('|')})`)

// Names of Linux 4.18 to 6.12, glibc 2.17 to 2.41 and musl, HotSpot 8 to 25, the JDK's and Netty's classes.
const kernelWaits = matchAny(
  withPrefix(/_{0,2}/, /(?:do_|unqueue_)?futex_wait\w*/, /futex_do_wait/, /do_epoll_wait/, /ep_poll/),
  withPrefix(/(?:do|core)_/, /(?:sys_)?poll/, /(?:sys_)?select/, /nanosleep/, /sigtimedwait/, /wait/, /idle/),
  withPrefix(
    /_?_?/,
    /hrtimer_nanosleep/,
    /common_nsleep\w*/,
    /inet_csk_accept/,
    /unix_accept/,
    /sigsuspend/,
    /io_cqring_wait/,
  ),
  /cpuidle_enter\w*|intel_idle\w*|mwait_idle\w*|default_idle\w*|(?:pv_)?native_safe_halt/,
)
const kernelReads = matchAny(
  /sk_wait_data|tcp_recvmsg\w*|unix_stream_read_generic|__skb_wait_for_more_packets|inet6?_recvmsg|sock_recvmsg/,
)
const libc = /_*(?:GI_+)?(?:libc_|new_)?/
const libcWaits = matchAny(
  withPrefix(libc, /epoll_p?wait2?/, /p?poll/, /p?select/, /accept4?/, /(?:clock_)?nanosleep\w*/, /u?sleep/),
  withPrefix(
    libc,
    /pthread_cond_\w*wait\w*/,
    /futex_abstimed_wait\w*/,
    /futex_wait\w*/,
    /(?:do_futex_|sem_)\w*wait\w*/,
  ),
  withPrefix(
    libc,
    /sigwait(?:info)?/,
    /sigtimedwait/,
    /sigsuspend/,
    /pause/,
    /wait4/,
    /waitpid/,
    /pthread_\w*join\w*/,
    /timedwait(?:_cp)?/,
  ),
)
const libcReads = matchAny(withPrefix(libc, /recv(?:from|msg)?/, /read/))

const hotspotWaits = matchAny(
  withPrefix(/(?:os::)?(?:Linux::|Posix::)?/, /(?:Parker|ParkEvent|PlatformEvent)::park\w*/, /PlatformMonitor::wait/),
  /ObjectMonitor::[Ww]ait\w*|ObjectSynchronizer::wait\w*|Monitor(?:Locker)?::(?:I?[Ww]ait\w*)/,
  /Unsafe_Park|JVM_MonitorWait|JVM_Sleep\w*|JavaThread::sleep\w*|os::\w*sleep\w*|(?:Posix)?Semaphore::wait\w*/,
  // The first thread of a process waits here for the one that runs main.
  /CallJavaMainInNewThread|ContinueInNewThread0/,
)
const hotspotBlocked = matchAny(
  /ObjectMonitor::\w*[Ee]nter\w*|\w*Synchronizer::\w*enter\w*|\w*Runtime\w*::\w*monitor_?(?:locking|enter)\w*/,
  /(?:Mutex|PlatformMutex|Monitor)::I?[Ll]ock\w*|Safepoint\w+::\w+|VMThread::(?:execute|wait_until_executed)/,
  /_*pthread_mutex_\w*lock\w*|__+lll_lock_wait\w*/,
)

const javaWaits = matchAny(
  /(?:jdk\.internal\.misc|sun\.misc)\.Unsafe\.park|java\.util\.concurrent\.locks\.LockSupport\.park\w*/,
  /java\.lang\.(?:Object\.wait0?|Thread\.(?:sleep\w*|join)|VirtualThread\.(?:park|sleep)\w*)/,
  /java\.lang\.(?:ProcessImpl|UNIXProcess|ProcessHandleImpl)\.waitFor\w*|jdk\.internal\.vm\.Continuation\.\w*[yY]ield\w*/,
  /java\.lang\.ref\.Reference\.waitForReferencePendingList/,
  withPrefix(
    /sun\.nio\.ch\./,
    /(?:EPoll|KQueue|WEPoll|EPollArrayWrapper|KQueueArrayWrapper)\.\w*[wWpP](?:ait|oll)\w*/,
    /\w*SelectorImpl(?:\$\w+)?\.\w*(?:[sS]elect|[pP]oll)\w*/,
    /(?:Net|\w*Poller)\.\w*(?:poll|accept)\w*/,
    /\w+\.\w*[aA]ccept\w*/,
  ),
  /java\.net\.\w+\.\w*[aA]ccept\w*/,
  /io\.netty\.channel\.\w+\.Native\.\w*(?:[wW]ait|[eE]nter)\w*/,
  /Java_(?:sun_nio_ch|java_net|java_lang)_\w*(?:[wW]ait|[pP]oll|[aA]ccept)\w*/,
)
const javaReads = matchAny(
  /java\.net\.(?:SocketInputStream|Socket\$SocketInputStream)\.(?:socketRead0?|read)/,
  withPrefix(
    /sun\.nio\.ch\./,
    /(?:Socket\w*|NioSocketImpl(?:\$\d)?|IOUtil|(?:Unix)?FileDispatcherImpl)\.(?:\w*[rR]ead\w*|park)/,
  ),
  /(?:Java_(?:sun_nio_ch|java_net)_\w*|NET_)[rR]ead\w*/,
)
const javaBlocked = matchAny(
  withPrefix(
    /java\.util\.concurrent\./,
    /locks\.AbstractQueued(?:Long)?Synchronizer\.(?:\w*[aA]cquire\w*|parkAndCheckInterrupt)/,
    /locks\.(?:Reentrant|Stamped)\w*Lock\b.*/,
    /(?:CompletableFuture|CountDownLatch|CyclicBarrier|Semaphore|Phaser|Exchanger)\b.*/,
    /FutureTask\.(?:awaitDone|get)|ForkJoinTask\.\w+/,
  ),
)
const waitHelpers = matchAny(
  /java\.util\.concurrent\.locks\.AbstractQueued(?:Long)?Synchronizer\$Condition\w+\.\w+/,
  /java\.util\.concurrent\.ForkJoinPool\.(?:managed|unmanaged|compensated)Block|jdk\.internal\.misc\.Blocker\.\w+/,
  // Names of unknown code: stubs, the interpreter, libraries without symbols, calls into the kernel.
  /Interpreter|\[.*\]|StubRoutines.*|(?:RuntimeStub|BufferBlob).*|_*(?:GI_+)?(?:libc_)?syscall|\w*syscall_cancel\w*/,
  /_*pthread_\w+|Java_\w+|JVM_\w+/,
)

/** The first that has the name decides; kernel frames of none are `kernel`. */
const signatures: readonly (readonly [WaitClass, RegExp])[] = [
  ['wait', kernelWaits],
  ['read', kernelReads],
  ['blocked', hotspotBlocked],
  ['wait', hotspotWaits],
  ['wait', libcWaits],
  ['read', libcReads],
  ['blocked', javaBlocked],
  ['wait', javaWaits],
  ['read', javaReads],
  ['plumbing', waitHelpers],
]

/** A longer name is none of those above; of a million letters, it would keep the patterns busy. */
const longestWaitingName = 200

/** Classifies a frame by its canonical name and kind. */
export function classifyWait(name: string, kind: FrameKind): WaitClass {
  if (name.length > longestWaitingName) return kind === 'kernel' ? 'kernel' : 'other'
  const bare = kind === 'java' ? name : withoutDecoration(name)
  if (kind === 'kernel') return kernelWaits.test(bare) ? 'wait' : kernelReads.test(bare) ? 'read' : 'kernel'
  return signatures.find(([, names]) => names.test(bare))?.[0] ?? (isUnnamed(bare) ? 'plumbing' : 'other')
}

/** `epoll_wait@@GLIBC_2.3.2`, `finish_task_switch.isra.0`, `ObjectMonitor::wait(long, bool)`. */
function withoutDecoration(name: string): string {
  return name.replace(/(?<=\w)(?:@.*|\(.*|\.(?:isra|part|constprop|cold|llvm)\b.*)$/s, '')
}
