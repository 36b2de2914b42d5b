/** Rules of findings: which frames, from which share on, and what to do about them for each kind of weight. */
import type { WeightKindId } from './weight-kinds.ts'

type Remedies = Readonly<Record<WeightKindId, string | null>>

export interface FindingRule {
  readonly id: string
  /** Names of frames anywhere in a stack; `interpreted` looks at the tier of the leaf. */
  readonly frames: RegExp | 'interpreted'
  /** Stacks with such a frame do not count. */
  readonly without?: RegExp
  /** A smaller share is no finding. */
  readonly from: number
  /** Before `takes 12% of all samples`, or `allocates` and so on, by the kind of weight. */
  readonly subject: string
  readonly isPlural?: true
  /** Ends the sentence; a full stop if not given. */
  readonly end?: string
  /** It passes once the JVM has warmed up. */
  readonly isWarmUp?: true
  /** null for a kind of weight for which it is no finding. */
  readonly remedies: Remedies
}

/** Gives one remedy to several kinds of weight; the compiler refuses a rule that leaves out a kind. */
function advise<Kind extends WeightKindId, Remedy extends string | null>(remedy: Remedy, ...kinds: readonly Kind[]) {
  return Object.fromEntries(kinds.map((kind) => [kind, remedy])) as Record<Kind, Remedy>
}

const profileLocks =
  'Look at the callers; a lock profile says which methods wait, how long, and for locks of which class.'
const touchEarly = 'A heap that grows does this: try -Xms equal to -Xmx with -XX:+AlwaysPreTouch, or large pages.'
const warmUpFirst = 'Profile again after some minutes of load; if it stays so, look at the size of the code cache.'
const logLess = 'Lower the level, log asynchronously, and do not build messages that are thrown away.'
const loadOnce = 'Profile after the start; in steady state look for who calls Class.forName or makes class loaders.'
const keepPattern = 'Keep the Pattern in a constant; String.split, replaceAll and matches compile theirs on each call.'
const compileEarly =
  'Profile after the warm-up; methods that stay interpreted are too large to compile, or rarely called.'

// Patterns without nested repeats, so that any name is tested in a time that follows its length.
export const findingRules: readonly FindingRule[] = [
  {
    id: 'gc',
    frames:
      /^(?:G1|GC|Parallel|PS|Z|Shenandoah|Serial|Copy)\w*(?:GC|Collect|Evac|Scan|Mark|Scavenge|Compact|Relocat|Heap)\w*/,
    from: 0.1,
    subject: 'Garbage collection',
    remedies: {
      ...advise(
        'Profile allocations: fewer short-lived objects help more than another collector. Then look at the heap size.',
        ...(['cpu', 'wall', 'counts'] as const),
      ),
      ...advise(touchEarly, 'page-faults'),
      // Java threads allocate and wait; a wait for a collection is that for a safepoint.
      ...advise(null, 'off-cpu', 'io', 'lock', 'alloc', 'live-heap', 'native-memory', 'exceptions'),
    },
  },
  {
    id: 'compilation',
    ...{ isWarmUp: true, isPlural: true },
    frames: /^(?:CompileBroker|C2Compiler|Compiler)::/,
    from: 0.15,
    subject: 'The JIT compilers',
    end: ': the program is still warming up.',
    remedies: {
      ...advise(warmUpFirst, 'cpu', 'wall', 'native-memory', 'page-faults', 'counts'),
      ...advise(null, 'off-cpu', 'io', 'lock', 'alloc', 'live-heap', 'exceptions'),
    },
  },
  {
    id: 'exceptions',
    frames: /\bThrowable[.:]+(?:fillInStackTrace|getStackTrace)|java_lang_Throwable::/,
    from: 0.02,
    subject: 'Filling in the stack traces of exceptions',
    remedies: {
      ...advise(
        'Find who throws in the callers of fillInStackTrace; exceptions are not for the expected case.',
        ...(['cpu', 'wall', 'alloc', 'counts'] as const),
      ),
      // Each exception that is thrown fills in its own.
      ...advise(null, 'exceptions'),
      ...advise(null, 'off-cpu', 'io', 'lock', 'live-heap', 'native-memory', 'page-faults'),
    },
  },
  {
    id: 'locks',
    frames: /^ObjectMonitor::(?:enter|TrySpin|EnterI)|AbstractQueuedSynchronizer[.]acquire/,
    // They are built on the same class, and wait for an event.
    without: /\bconcurrent[.](?:CountDownLatch|Semaphore)[.]/,
    from: 0.03,
    subject: 'Contention for locks',
    remedies: {
      ...advise(profileLocks, 'cpu', 'wall', 'off-cpu', 'counts'),
      // All of a lock profile is that: `describeLockWait` names the method that waits.
      ...advise(null, 'lock'),
      ...advise(null, 'io', 'alloc', 'live-heap', 'native-memory', 'exceptions', 'page-faults'),
    },
  },
  {
    id: 'logging',
    frames: /^(?:ch[.]qos[.]logback|org[.]apache[.]logging|org[.]slf4j|java[.]util[.]logging|org[.]apache[.]log4j)[.]/,
    from: 0.05,
    subject: 'Logging',
    remedies: {
      ...advise(logLess, 'cpu', 'wall', 'alloc', 'counts'),
      ...advise('Log asynchronously, or lower the level: threads wait for what an appender writes.', 'off-cpu', 'io'),
      ...advise('Log asynchronously, or lower the level: an appender lets one thread in at a time.', 'lock'),
      ...advise(null, 'live-heap', 'native-memory', 'exceptions', 'page-faults'),
    },
  },
  {
    id: 'class-loading',
    isWarmUp: true,
    frames: /\bClassLoader[.](?:loadClass|defineClass)|\bClass[.]forName|^SystemDictionary::/,
    from: 0.05,
    subject: 'Loading classes',
    remedies: {
      ...advise(loadOnce, 'cpu', 'wall', 'io', 'lock', 'alloc', 'native-memory', 'page-faults', 'counts'),
      ...advise(null, 'off-cpu', 'live-heap', 'exceptions'),
    },
  },
  {
    id: 'patterns',
    frames: /\bregex[.]Pattern[.]compile/,
    from: 0.02,
    subject: 'Compiling regular expressions',
    remedies: {
      ...advise(keepPattern, 'cpu', 'wall', 'alloc', 'counts'),
      ...advise(null, 'off-cpu', 'io', 'lock', 'live-heap', 'native-memory', 'exceptions', 'page-faults'),
    },
  },
  {
    id: 'formatting',
    frames: /\bString[.]format|\bjava[.]util[.]Formatter[.]/,
    from: 0.03,
    subject: 'String.format',
    remedies: {
      ...advise('Concatenate, or use a StringBuilder.', 'cpu', 'wall', 'counts'),
      ...advise('Concatenate, or use a StringBuilder: a Formatter allocates for each part of its format.', 'alloc'),
      ...advise(null, 'off-cpu', 'io', 'lock', 'live-heap', 'native-memory', 'exceptions', 'page-faults'),
    },
  },
  {
    id: 'page-faults',
    isPlural: true,
    frames: /^(?:asm_)?exc_page_fault|^handle_mm_fault|^clear_page/,
    from: 0.05,
    subject: 'Page faults',
    remedies: {
      ...advise(touchEarly, 'cpu', 'wall', 'counts'),
      ...advise('Memory is short, or a mapped file is read: look at the limit of memory and at swapping.', 'off-cpu'),
      ...advise(null, 'page-faults'),
      ...advise(null, 'io', 'lock', 'alloc', 'live-heap', 'native-memory', 'exceptions'),
    },
  },
  {
    id: 'interpreter',
    isWarmUp: true,
    frames: 'interpreted',
    from: 0.1,
    subject: 'Interpreted code',
    end: ': is the JIT still warming up?',
    remedies: {
      ...advise(compileEarly, 'cpu', 'wall', 'page-faults', 'counts'),
      // Where leaves are classes, or the kernel and malloc, no tier of a leaf is that of the code.
      ...advise(null, 'off-cpu', 'io', 'lock', 'alloc', 'live-heap', 'native-memory', 'exceptions'),
    },
  },
]

/** What to do about the hot method, which is found in events whose leaves are no classes. */
export const hotMethodRemedies: Readonly<Record<WeightKindId, string>> = {
  ...advise('Start here. Its callers tell whether it is slow or called too often.', 'cpu', 'wall'),
  ...advise('Start here. Its callers tell which work waits in it.', 'off-cpu', 'io', 'lock'),
  ...advise('Start here. Its callers tell for which work it allocates.', 'alloc', 'live-heap', 'native-memory'),
  ...advise('Start here. Its callers tell which work leads to it.', 'exceptions', 'page-faults', 'counts'),
}

interface ClassFinding {
  /** Between the share and the name of the class. */
  readonly verb: string
  readonly remedy: string
}

const callersAllocate = 'Its callers are the code that allocates it: make fewer, make them smaller, or use them again.'

/** What is said of the class with the most weight; null for a kind of weight whose leaves are no classes. */
export const topClassFindings: Readonly<Record<WeightKindId, ClassFinding | null>> = {
  alloc: { verb: 'are', remedy: callersAllocate },
  'live-heap': {
    verb: 'are',
    remedy: 'Its callers allocated what is still held: look for the cache or the collection that keeps it.',
  },
  exceptions: { verb: 'are', remedy: 'Its callers throw it: exceptions are not for the expected case.' },
  // A class is no lock: `describeLockWait` names the method that waits.
  lock: null,
  cpu: null,
  wall: null,
  'off-cpu': null,
  io: null,
  'native-memory': null,
  'page-faults': null,
  counts: null,
}
