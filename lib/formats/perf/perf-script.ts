/** The text of `perf script`, read as a stream of bytes. */
import { createProfileBuilder } from '../../profile/model/profile-builder.ts'
import { emptyProvenance, type Provenance } from '../../profile/model/profile.ts'
import { finishImport, type ReaderResult, type ReaderOptions, forEachLine, warnAboutStacks } from '../reading/import.ts'
import { decodeBytes } from '../reading/lines.ts'
import { findFrameInLine, isPerfDetail } from './perf-script-frame.ts'
import { createFrameResolver, createJitNames, type JvmMapAt } from './perf-script-positions.ts'
import { isTracepoint, readSampleHeader, type SampleHeader } from './perf-script-header.ts'
import { createPeriodSums } from './perf-script-periods.ts'
import { countFromEarliest } from '../reading/times.ts'
import { createStackCollector } from '../reading/stack-collector.ts'
import { createWarnings } from '../reading/warnings.ts'

export interface PerfScriptOptions extends ReaderOptions {
  /** Gives one sample for each stack of each thread, without a time. */
  readonly isSummed?: boolean
  /** Symbol maps of the JVMs; when there are any, perf's own names for their JIT code are not used. */
  readonly javaMaps?: readonly JvmMapAt[]
  /** The file that perf prints for the target's JIT code, `/tmp/perf-48211.map`; without it, any such name. */
  readonly javaDso?: string | null
  /** perf's clock at `provenance.startedAt`; without it, times count from the first sample. */
  readonly clockOriginSeconds?: number | null
  /** Threads stand in lanes, `java 7 · main`: of each process by its PID, and of all others; null: one for each PID. */
  readonly processes?:
    { readonly labels: Readonly<Record<string, string>>; readonly others: string | null } | null | undefined
}

const hash = 35
const blank = 32
const tab = 9
/** Bytes that are read of the header of a sample, and of a comment; the rest is cut. */
const longestHeader = 1000

/**
 * A sample counts as one where all periods are the same, as those of `cpu-clock` are, else by its period, in the unit
 * of the event.
 *
 * Keeps: skips lines that are neither a sample nor a frame, and samples of any event but the first; cuts the middle out
 * of stacks deeper than 65,536 frames, at a visible marker. Each is counted in a warning.
 */
export async function readPerfScript(
  chunks: AsyncIterable<Uint8Array>,
  options: PerfScriptOptions = {},
): Promise<ReaderResult> {
  const { javaMaps = [], javaDso = null, clockOriginSeconds = null, processes, provenance = {}, demangle } = options
  const builder = createProfileBuilder({ isSummed: options.isSummed ?? false })
  const jitNames = createJitNames(javaMaps, javaDso)
  const ownFrames = createFrameResolver(builder, jitNames, { demangle })
  const foreignFrames = createFrameResolver(builder, jitNames, { isForeign: true, demangle })
  const stacks = createStackCollector(builder)
  const warnings = createWarnings()
  const comments = createComments()
  const clock = createClock(clockOriginSeconds)
  const periods = createPeriodSums()

  let thread = 0
  let timeMs = Number.NaN
  let period = Number.NaN
  let moment = jitNames.momentAt(0, Number.NaN)
  let frames = ownFrames
  let isInSample = false
  let isKept = false
  let event: string | null = null
  let lostSamples = 0

  const threadName = ({ comm, hostPid }: SampleHeader): string => {
    if (processes == null) return comm
    return `${processes.labels[`${hostPid}`] ?? processes.others ?? `process ${hostPid}`} · ${comm}`
  }

  /** Neighbours of a container that was picked out of its host. */
  const isForeign = ({ hostPid }: SampleHeader): boolean =>
    processes?.others != null && !Object.hasOwn(processes.labels, `${hostPid}`)

  // Each weighs 1; `periods` knows at the end whether they weigh their periods instead.
  const addSample = (): void => periods.add(builder.sample(stacks.finish(), thread, timeMs, 1), period)

  const endSample = (): void => {
    if (isInSample && isKept) addSample()
    isInSample = false
  }

  const startSample = (header: SampleHeader, bytes: Uint8Array, start: number, end: number, line: number): void => {
    const name = header.event?.replace(/^cpu_(?:core|atom)\/(.*)\/\w*$/, '$1') ?? null
    event ??= name
    isKept = name === null || name === event
    // Recorded without call chains, the one frame stands behind the event and nothing follows. A tracepoint's own text
    // stands there too, and may look like a frame.
    const frame = header.rest === '' || isTracepoint(header.event) ? null : findFrameInLine(header.rest)
    isInSample = frame === null
    if (!isKept) return warnings.add('other-events', line)
    stacks.start()
    thread = builder.thread(threadName(header), header.hostTid)
    timeMs = clock.read(header)
    if (clock.wentBack()) warnings.add('times-go-back', line)
    period = header.period
    moment = jitNames.momentAt(header.hostPid, timeMs)
    frames = isForeign(header) ? foreignFrames : ownFrames
    if (frame === null) return
    const restStart = start + header.restStart
    frames.push(bytes, restStart + frame.start, restStart + frame.end, moment, stacks)
    addSample()
  }

  const lines = await forEachLine(chunks, warnings, (bytes, start, end, line) => {
    if (end === start) return endSample()
    const first = bytes[start]!
    const isIndented = first === blank || first === tab
    if (isInSample && isIndented) {
      if (!isKept || frames.push(bytes, start, end, moment, stacks)) return
    } else if (first === hash) return comments.add(bytes, start, end)
    const headerText = decodeBytes(bytes, start, Math.min(end, start + longestHeader))
    const header = readSampleHeader(headerText)
    if (header === null) {
      // The indentation may have been taken away.
      if (isInSample && !isIndented && (!isKept || frames.push(bytes, start, end, moment, stacks))) return
      if (!isPerfDetail(headerText)) warnings.add('lines-skipped', line)
      return
    }
    endSample()
    // In a line of --show-task-events the kind of record stands where a sample has its event.
    if (header.event?.startsWith('PERF_RECORD_')) return
    const record = header.event === null ? /^\s*PERF_RECORD_(\w+)(?: lost (\d+))?/.exec(header.rest) : null
    if (record === null) startSample(header, bytes, start, end, line)
    else if (record[1]!.startsWith('LOST')) lostSamples += Number(record[2] ?? 0)
  })
  endSample()

  warnAboutStacks(warnings, stacks)
  const { unit, weights, missing } = periods.finish(event ?? '')
  if (weights !== null) builder.reweigh(weights)
  warnings.addCount('periods-missing', missing)
  const imported = finishImport({
    ...{ builder, warnings, lines, hasStacks: true, unit },
    described: {
      ...emptyProvenance('perf-script'),
      ...comments.provenance(),
      event: event ?? 'cpu',
      durationMs: clock.durationMs(),
    },
    overrides: {
      ...provenance,
      lostSamples: (provenance.lostSamples ?? 0) + lostSamples,
      symbolMaps: jitNames.maps.map(({ atMs, map }) => ({ atMs, symbols: map.length })),
      ambiguousFrames: ownFrames.ambiguousFrames(),
    },
    isNamed: (frame) => ownFrames.isNamed(frame) || foreignFrames.isNamed(frame),
  })
  if (clockOriginSeconds === null) countFromEarliest(imported.profile)
  return imported
}

/**
 * How late a sample may stand. perf script sorts the samples of all CPUs, but passes on what is older than its last
 * pass but one over their buffers (tools/perf/util/session.c, process_finished_round): a CPU that wrote one later than
 * that, since its host had taken it away in between, comes behind newer ones of others. Hosts do that for a period of
 * their scheduler or two, of 100 ms each. The next recording of a file lies further back. The flame chart and the
 * exports sort.
 */
const mostLateMs = 250

/** perf's clock to ms since the start; the first sample is the start when no other is given. */
function createClock(givenOriginSeconds: number | null) {
  // Seconds and nanoseconds apart: together they lose the last digits.
  let origin =
    givenOriginSeconds === null
      ? null
      : { seconds: Math.floor(givenOriginSeconds), nanoseconds: (givenOriginSeconds % 1) * 1e9 }
  let firstMs = Infinity
  let lastMs = -Infinity
  /** The latest since times went back. */
  let newestMs = -Infinity
  let isBack = false
  return {
    /** NaN for a sample without a time. */
    read({ seconds, nanoseconds }: SampleHeader): number {
      isBack = false
      if (Number.isNaN(seconds)) return Number.NaN
      origin ??= { seconds, nanoseconds }
      const timeMs = (seconds - origin.seconds) * 1000 + (nanoseconds - origin.nanoseconds) / 1e6
      firstMs = Math.min(firstMs, timeMs)
      lastMs = Math.max(lastMs, timeMs)
      isBack = timeMs < newestMs - mostLateMs
      newestMs = isBack ? timeMs : Math.max(newestMs, timeMs)
      return timeMs
    },
    /** Whether the last time is of another recording than the one before it, or the samples are in no order. */
    wentBack: () => isBack,
    durationMs: () => (lastMs >= firstMs ? lastMs - firstMs : null),
  }
}

/** What `perf script --header` says of the recording, `# cmdline : /usr/bin/perf record -g`. Host names stay out. */
function createComments() {
  const comments = new Map<string, string>()
  return {
    add(bytes: Uint8Array, start: number, end: number): void {
      const text = decodeBytes(bytes, start, Math.min(end, start + longestHeader))
      const found = /^# (cmdline|perf version|os release|arch) : (.*)$/.exec(text)
      if (found !== null) comments.set(found[1]!, found[2]!.trim())
    },
    provenance(): Partial<Provenance> {
      const commandLine = comments.get('cmdline')
      const versions: [string, string | undefined][] = [
        ['perf', comments.get('perf version')],
        ['kernel', comments.get('os release')],
      ]
      return {
        commands: commandLine === undefined ? [] : [commandLine.split(' ')],
        versions: Object.fromEntries(versions.filter((pair): pair is [string, string] => pair[1] !== undefined)),
      }
    },
  }
}
