import { createCounter } from './redaction.ts'
import { poolOf } from '../time/thread-pool.ts'

export interface ThreadMask {
  name(name: string): string
  /** Of a host's many threads, told apart but not named. */
  tid(hostTid: number): number
}

/** Between the process of a thread, or its container, and its own name. */
const laneEnd = ' · '
/** Threads that every JVM has. */
const ofEveryJvm =
  /^(?:main|Finalizer|Reference Handler|Signal Dispatcher|Attach Listener|Service Thread|Notification Thread|Common-Cleaner|Monitor Deflation Thread|DestroyJavaVM|VM Thread|VM Periodic Task Thread|Sweeper thread|(?:C1|C2|JVMCI) ?CompilerThread\d*|GC Thread#\d+|G1 (?:Main Marker|Conc#\d+|Refine#\d+|Service|Young RemSet Sampling)|Z(?:Director|Stat|Driver(?:Minor|Major)?|Uncommitter(?:#\d+)?|Worker(?:Young|Old)?#\d+)|Shenandoah (?:GC Threads#\d+|Control Thread)|ForkJoinPool\.commonPool-worker-\d+)$/

/**
 * Names of threads, made unreadable. Those of one pool stay one pool, and those that every JVM has stay what they are.
 *
 *     http-nio-8080-exec-7 and -9    pool-1-thread-1 and -2
 *     stripe poller                  thread A
 *     shop-1 · java 7 · main         process A · main      the lane names a process or a container
 *
 * `hidesNames` false masks lanes only.
 */
export function createThreadMask(hidesNames: boolean): ThreadMask {
  const lanes = createCounter()
  const pools = createCounter()
  const singles = createCounter()
  const tids = createCounter()
  const members = new Map<string, (name: string) => number>()

  function ownName(name: string): string {
    if (!hidesNames || name === '' || ofEveryJvm.test(name)) return name
    const pool = poolOf(name)
    if (pool === name) return `thread ${lettersOf(singles(name))}`
    const member = members.get(pool) ?? createCounter()
    members.set(pool, member)
    return `pool-${pools(pool)}-thread-${member(name)}`
  }

  return {
    name(name) {
      const end = name.lastIndexOf(laneEnd)
      if (end < 0) return ownName(name)
      return `process ${lettersOf(lanes(name.slice(0, end)))}${laneEnd}${ownName(name.slice(end + laneEnd.length))}`
    },
    tid: (hostTid) => (hostTid === 0 ? 0 : tids(`${hostTid}`)),
  }
}

/** 1 is A, 27 is AA: a digit would make a pool of them. */
function lettersOf(number: number): string {
  let letters = ''
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  return letters
}
