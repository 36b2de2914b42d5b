/**
 * Thread dumps of JVMs, as jstack, jhsdb, jcmd, SIGQUIT and `jcmd Thread.dump_to_file` write them as text, one after
 * the other: each is a sample of every thread that has Java frames.
 *
 *     2025-03-04 10:00:00                                               the local time of the JVM, of some
 *     Full thread dump OpenJDK 64-Bit Server VM (17.0.9+9 mixed mode):
 *     "http-1" #17 daemon prio=5 tid=0x00007f10b0131c20 nid=0x2b runnable  [0x00007f1090bfe000]
 *        java.lang.Thread.State: RUNNABLE
 *     	at shop.Price.scan(Price.java:40)                                leaf first
 *     	- locked <0x00000000f0a01020> (a shop.Basket)
 *     	at java.lang.Thread.run(java.base@17.0.9/Thread.java:840)
 *        Mounted virtual thread "" #21                                  of a carrier, whose frames stand above
 *     #22 "http-2" virtual                                              of dump_to_file
 *           java.base/java.lang.Thread.sleep(Thread.java:509)
 *     Thread 4711: (state = BLOCKED)                                    of jstack -F
 *      - shop.Price.scan(int) @bci=5, line=40 (Interpreted frame)
 *
 * Source: JavaThread::print_on and ThreadDumper of JDK 8 to 25; StackTrace of the serviceability agent.
 */
import type { FormatAnswer } from '../reading/file-start.ts'
import { type ReaderResult, type ReaderOptions, forEachLine } from '../reading/import.ts'
import { decodeText } from '../reading/lines.ts'
import { countFromEarliest } from '../reading/times.ts'
import { createThreadSamples } from './thread-samples.ts'

const dumpPattern = /^Full thread dump /
/** Alone in its line: one with more behind it is of a log. */
const timePattern = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d):(\d\d(?:\.\d+)?)(?:Z|[+-]\d\d:?\d\d)?\s*$/
/** A name may hold quotes. Its id is `nid=0x2b`, `nid=43` since JDK 19, `[43]` since 21. */
const threadPattern = /^"(.*)" (?:#\d+|prio=|os_prio=|daemon |cpu=|tid=|nid=|virtual)/
const nidPattern = /^.*(?: nid=(0x[0-9a-f]+|\d+)|" #\d+ \[(\d+)\])/
const filedThreadPattern = /^#(\d+) "(.*)"(?: virtual)?(?: [A-Z_]+ .*)?$/
const debuggedThreadPattern = /^Thread (\d+): \(state = [A-Z_]+\)$/
const framePattern = /^\s+(?:at )?(\S[^()]*)\([^()]*\)$/
const debuggedFramePattern = /^ - (\S[^()]*)\([^()]*\) @bci=-?\d/
const mountedPattern = /^\s+Mounted virtual thread /
/** Facts beside the frames of a thread. */
const factPattern =
  /^\s*(?:- |java\.lang\.Thread\.State:|Locked ownable|Carrying virtual thread|No compile task|Compiling:|\\_)/

/** Keeps: threads without Java frames are left out; lines that begin like a frame and are none are skipped. */
export async function readThreadDump(
  chunks: AsyncIterable<Uint8Array>,
  { provenance = {} }: ReaderOptions = {},
): Promise<ReaderResult> {
  const samples = createThreadSamples()
  const { warnings } = samples
  let thread: number | null = null
  let methods: string[] = []
  /** A carrier's own frames, which called those of the virtual thread that stands below it. */
  let carrierMethods: string[] = []
  let isAfterBlank = false
  let firstMs = Number.NaN
  let timeMs = Number.NaN
  let earliestMs = 0
  let latestMs = 0

  const endThread = (): void => {
    if (thread !== null) samples.add(thread, [...methods, ...carrierMethods], timeMs)
    thread = null
    methods = []
    carrierMethods = []
  }

  await forEachLine(chunks, warnings, (bytes, from, to, line) => {
    const text = decodeText(bytes, from, to)
    const time = timePattern.exec(text)
    if (time !== null) {
      endThread()
      const [year, month, day, hour, minute, second] = time.slice(1).map(Number) as [number, ...number[]]
      const atMs = Date.UTC(year, month! - 1, day, hour, minute) + second! * 1000
      if (Number.isNaN(firstMs)) firstMs = atMs
      if (atMs - firstMs < timeMs) warnings.add('times-go-back', line)
      timeMs = atMs - firstMs
      earliestMs = Math.min(earliestMs, timeMs)
      latestMs = Math.max(latestMs, timeMs)
      return
    }
    const named = threadPattern.exec(text)
    const filed = filedThreadPattern.exec(text)
    const debugged = debuggedThreadPattern.exec(text)
    if (named !== null || filed !== null || debugged !== null || dumpPattern.test(text)) {
      endThread()
      if (named !== null) thread = samples.thread(named[1]!, readTid(text))
      else if (filed !== null) thread = samples.thread(filed[2]!, Number(filed[1]))
      else if (debugged !== null) thread = samples.thread('', Number(debugged[1]))
      return
    }
    const isFirstOfParagraph = isAfterBlank
    isAfterBlank = text.trim() === ''
    if (thread === null || isAfterBlank) return
    // The dump goes on with deadlocks, and the log with exceptions, whose frames are of no thread.
    if (isFirstOfParagraph && !/^\s/.test(text)) return endThread()
    if (mountedPattern.test(text)) {
      carrierMethods = methods
      methods = []
      return
    }
    const frame = debuggedFramePattern.exec(text) ?? (factPattern.test(text) ? null : framePattern.exec(text))
    if (frame !== null) methods.push(frame[1]!)
    else if (/^\s+at /.test(text)) warnings.add('lines-skipped', line)
  })
  endThread()

  const imported = samples.finish(latestMs > earliestMs ? latestMs - earliestMs : null, provenance)
  countFromEarliest(imported.profile)
  return imported
}

function readTid(text: string): number {
  const [, nid, id] = nidPattern.exec(text) ?? []
  return Number(nid ?? id)
}

/** Yes: a dump begins, or a thread with its state. */
export function isThreadDump(lines: readonly string[]): FormatAnswer {
  const isThread = (at: number) => /^\s+java\.lang\.Thread\.State: /.test(lines[at + 1] ?? '')
  const isFiled = (at: number) => /^\s+(?:at )?(?=\w*[./])[\w./$]+\(.*\)$/.test(lines[at + 1] ?? '')
  return lines.some(
    (line, at) =>
      dumpPattern.test(line) ||
      debuggedFramePattern.test(line) ||
      (threadPattern.test(line) && isThread(at)) ||
      (filedThreadPattern.test(line) && isFiled(at)),
  )
    ? 'yes'
    : 'no'
}
