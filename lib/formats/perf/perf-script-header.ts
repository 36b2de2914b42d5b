/**
 * Reads the first line of a sample in the text of `perf script`, made with any list of fields:
 *
 *     java 24636/25607 [000] 4794564.109216: 10101010 cpu-clock:u:
 *     V8 WorkerThread 25607 4794564.109216: cycles:                    no PID, no CPU, no period
 *     java 25607                                                       -F comm,tid,ip,sym
 *     500.000006: 10101010 cpu-clock:                                  -F time,period,event: no thread
 *     java  1/7  12.5: cycles:  ffffffff8103ce3b foo ([kernel])        no -g: the only frame stands on the same line
 */
import { textOfBytes } from '../reading/lines.ts'

export interface SampleHeader {
  readonly comm: string
  readonly hostTid: number
  /** 0 when the line names only one id, which is the thread's. */
  readonly hostPid: number
  /** Whole seconds and nanoseconds of perf's clock; NaN when the line has no time. */
  readonly seconds: number
  readonly nanoseconds: number
  /** `cpu-clock`, null when the line does not tell. */
  readonly event: string | null
  /**
   * The period: how much of the event the sample counts for; NaN when the line has none, or one of more than 64 bits.
   */
  readonly period: number
  /** The text after the event: a frame when perf recorded no call chains, or a tracepoint's own text. */
  readonly rest: string
  /** Where `rest` begins in the line. */
  readonly restStart: number
}

// A comm is at most 15 bytes and may hold anything, also text that looks like the rest of this line: so the longest
// comm that still fits is the real one. Edited texts get the second pattern.
const ids = String.raw`(-?\d{1,10})(?:\/(-?\d{1,10}))?`
const time = String.raw`(?:\[\d+\]\s+(?:[KUHGgMESsd]{1,4}\s+)?)?(?:[.\w]{4,6}\s+)?(\d{1,12})\.(\d{1,9}):(.*)$`
const timed = String.raw`\s+${time}`
/** Between two columns; perf pads a name to 16. Limited, so that a line of blanks does not take minutes. */
const blanks = String.raw`\s{1,32}`
const indent = String.raw`\s{0,32}`
const timedPatterns = [
  new RegExp(`^${indent}(?:(.{0,15})${blanks})?${ids}${timed}`),
  new RegExp(`^${indent}(?:(.*?)${blanks})?${ids}${timed}`),
]
/** Without a thread's id, only an event behind the time distinguishes a sample from any text with a number. */
const idlessPattern = new RegExp(String.raw`^${indent}(?:(?!\[\d+\]\s)(.{0,15}?)${blanks})?()()${time}`)
const untimedPattern = new RegExp(
  `^${indent}(?:(.*?)${blanks})?${ids}(?:\\s+\\[\\d+\\])?(?:(\\s+(?:\\d+\\s+)?\\S+:))?\\s*$`,
)
const eventPattern = /^\s*(?:(\d+)\s+)?(\S*[^\s:]):(?=\s|$)/

/** Null when the line is not the first of a sample. `line`: one character a byte, see decodeBytes. */
export function readSampleHeader(line: string): SampleHeader | null {
  const text = line.trimEnd()
  for (const pattern of timedPatterns) {
    const found = pattern.exec(text)
    if (found !== null) return timedHeader(text, found)
  }
  const idless = idlessPattern.exec(text)
  if (idless !== null) {
    const header = timedHeader(text, idless)
    if (header.event !== null) return header
  }
  const found = untimedPattern.exec(text)
  if (found === null) return null
  const event = eventPattern.exec(found[4] ?? '')
  return {
    ...readIds(found),
    ...{ seconds: Number.NaN, nanoseconds: Number.NaN },
    event: event?.[2] ?? null,
    // Without a thread, the one number that is too large for its id.
    period: readPeriod(event?.[1] ?? (Number(found[2]) > largestTid ? found[2] : undefined)),
    ...{ rest: '', restStart: text.length },
  }
}

function timedHeader(text: string, found: RegExpExecArray): SampleHeader {
  const [seconds, fraction, rest] = found.slice(4) as [string, string, string]
  const event = eventPattern.exec(rest)
  const eventLength = event?.[0].length ?? 0
  return {
    ...readIds(found),
    seconds: Number(seconds),
    nanoseconds: Number(fraction.padEnd(9, '0')),
    event: event?.[2] ?? null,
    period: readPeriod(event?.[1]),
    rest: rest.slice(eventLength),
    restStart: text.length - rest.length + eventLength,
  }
}

/** The groups that all patterns begin with. */
function readIds([, comm = '', first, second]: RegExpExecArray) {
  return {
    comm: textOfBytes(comm.trimEnd()),
    hostTid: readTid(second ?? first!),
    hostPid: second === undefined ? 0 : readTid(first!),
  }
}

/** The kernel's PID_MAX_LIMIT: a larger number is the period of a sample that names no thread. */
const largestTid = 2 ** 22

function readPeriod(digits: string | undefined): number {
  if (digits === undefined) return Number.NaN
  return digits.length < 20 || BigInt(digits) < 2n ** 64n ? Number(digits) : Number.NaN
}

/** perf writes -1 for a thread it no longer knows. */
function readTid(text: string): number {
  const tid = Number(text)
  return tid > 0 && tid <= largestTid ? tid : 0
}

/** `sched:sched_switch`; what stands behind a colon of `cycles:ppp` are modifiers. */
export function isTracepoint(event: string | null): boolean {
  return event !== null && /^[^\s:]+:(?![ukhGHIpPSDWeb]+$)\w/.test(event)
}
