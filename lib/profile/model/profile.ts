/**
 * The stored shape of a recording: samples over a table of stacks over a table of frames, all in columns.
 *
 *     folded `main;a 2` and `main;b 1` become
 *     strings  ['', 'main', 'a', 'b']            (index 0 is always the empty string)
 *     frames   name [1, 2, 3]   kind [java, java, java]
 *     stacks   parent [-1, 0, 0]  frame [0, 1, 2]     (a parent always stands before its children)
 *     samples  stack [1, 2]  weight [2, 1]  time [NaN, NaN]  thread [0, 0]
 */
export interface Profile {
  readonly unit: Unit
  readonly strings: readonly string[]
  readonly frames: FrameTable
  readonly stacks: StackTable
  readonly threads: ThreadTable
  readonly samples: SampleTable
  /** Absent where no engine gave line numbers. */
  readonly lines?: LineTable
  readonly provenance: Provenance
  /**
   * Of a side of a comparison of two engines, or of one where a side lost more callers; in memory alone. Filters leave
   * it as it is: its weights are a bound.
   */
  readonly recorded?: RecordedStacks
}

/** The samples of a profile as its engine recorded them, before frames that another engine cannot show were hidden. */
export interface RecordedStacks extends Pick<Profile, 'strings' | 'frames' | 'stacks' | 'samples'> {
  /**
   * For each row of the stacks, 1 where frames of callers were lost: any method may be among them. Between two engines
   * also where they have no names.
   */
  readonly isCallerLost: Uint8Array
  /** The share (0 to 1) of the weight whose stacks lost their callers on the way to the root. */
  readonly lostShare: number
  /** The engine records Java frames alone. */
  readonly isJavaOnly: boolean
  /** It shows no inlined methods: their weight is that of the method they were inlined into. */
  readonly lacksInlined: boolean
}

/** Units of weights. `events` are those of a counter of the kernel or the processor: cache misses, page faults. */
export const units = ['samples', 'nanoseconds', 'bytes', 'cycles', 'events'] as const
export type Unit = (typeof units)[number]

export function isUnit(value: unknown): value is Unit {
  return units.some((unit) => unit === value)
}

/**
 * Coarse origin of a frame; with the canonical name it is the frame's identity. `java` is a method by the symbol map,
 * `vm` is HotSpot's own code (libjvm, stubs, the interpreter), `thread` is a synthetic root made by a split by thread,
 * `folded` a box that a filter put in the place of several frames.
 */
export const frameKinds = ['java', 'vm', 'native', 'kernel', 'unknown', 'thread', 'folded'] as const
export type FrameKind = (typeof frameKinds)[number]
/** The index of each kind in frameKinds. */
export const kindIndexes = indexesOf(frameKinds)

/** Kinds of code that the machine runs and that is no Java method, as indexes into frameKinds. */
export const nativeKinds: ReadonlySet<number> = new Set(
  (['vm', 'native', 'kernel', 'unknown'] as const).map((kind) => kindIndexes[kind]),
)

/** How a Java frame ran, when the engine knows. Kept per place in a stack, never part of the frame's identity. */
export const compileTiers = ['unknown', 'interpreted', 'c1', 'c2', 'inlined'] as const
export type CompileTier = (typeof compileTiers)[number]
/** The index of each tier in compileTiers. */
export const tierIndexes = indexesOf(compileTiers)

function indexesOf<Name extends string>(names: readonly Name[]): Readonly<Record<Name, number>> {
  return Object.fromEntries(names.map((name, index) => [name, index])) as Record<Name, number>
}

export interface FrameTable {
  readonly length: number
  /** Canonical name, index into strings. */
  readonly name: Uint32Array
  /** The name as the engine first wrote it, index into strings. */
  readonly raw: Uint32Array
  /** Library or file the frame came from (`libjvm.so`), index into strings; 0 when not known. */
  readonly module: Uint32Array
  /** Index into frameKinds. */
  readonly kind: Uint8Array
}

/** A tree of stacks as rows: row i is the stack of its parent row plus one frame on the leaf side. */
export interface StackTable {
  readonly length: number
  /** Row of the caller's stack, -1 at a root. Always smaller than the row's own index. */
  readonly parent: Int32Array
  readonly frame: Uint32Array
  /** Index into compileTiers. */
  readonly tier: Uint8Array
}

export interface ThreadTable {
  readonly length: number
  /** Index into strings. */
  readonly name: Uint32Array
  /** Thread id in the host's PID namespace, 0 when not known. */
  readonly hostTid: Uint32Array
}

export interface SampleTable {
  readonly length: number
  /** Row of the stack table, -1 for a sample without a stack. */
  readonly stack: Int32Array
  /** Row of the thread table. */
  readonly thread: Uint32Array
  /** Milliseconds since `provenance.startedAt`; NaN when the format has no time. */
  readonly time: Float64Array
  // Weights stay Float64, though Float32 would halve the memory: Float32 is exact only up to 2^24, and a profile in
  // nanoseconds passes that after 17 ms. Float64 is exact up to 2^53 ns, which is 104 days.
  readonly weight: Float64Array
}

/** Places in the source where samples ended, each once, and the place of each sample. */
export interface LineTable {
  readonly length: number
  /** The innermost Java method of the sample: row of the frame table. */
  readonly frame: Uint32Array
  /** Line in that method's source file, from 1. */
  readonly line: Uint32Array
  /** For each sample its row in this table, -1 when its line is not known. */
  readonly ofSample: Int32Array
}

/**
 * Where a profile comes from and how far it can be trusted. Plain JSON; every count is exact, nulls are "not known".
 */
export interface Provenance {
  /** perf, folded, perf-script ...: the engine of the samples, or the format they were imported from. */
  readonly engine: string
  readonly event: string
  /** Where the engine's programs ran: `host`, or `helper` for a container made for the capture; null for an import. */
  readonly vantage: 'host' | 'helper' | null
  /**
   * The kernel's or JVM's mechanism that made the samples: `ctimer`, `perf_events`, `cpu-clock`, `CPUTimeSample`; null
   * when it is unknown.
   */
  readonly mechanism: string | null
  /** Measured cost of the capture for the JVM; null for an import. */
  readonly overhead: Overhead | null
  /** Unix time in ms of the first moment recorded, null for an import without one. */
  readonly startedAt: number | null
  readonly durationMs: number | null
  readonly frequencyHz: number | null
  /** Service, container, image and so on, as shown in the viewer's header. */
  readonly target: Record<string, string>
  /** Each program that ran, with its arguments, in order. */
  readonly commands: readonly (readonly string[])[]
  /** Version of perf, JDK, kernel, Hearth ... */
  readonly versions: Record<string, string>
  /** Kernel settings that shape the result (perf_event_paranoid, kptr_restrict ...). */
  readonly sysctls: Record<string, string>
  readonly lostSamples: number
  /** The profiler's own work, which was left out of the samples; null when it was not examined. */
  readonly profilerWork: ProfilerWork | null
  /** Frames met in samples, by kind, and how many of them had a name. Counted per sample, not per distinct frame. */
  readonly resolution: Readonly<Record<string, { readonly frames: number; readonly named: number }>>
  /** One per symbol map used: when it was written (ms since startedAt) and how many symbols it has. */
  readonly symbolMaps: readonly { readonly atMs: number; readonly symbols: number }[]
  /** Java frames whose address had different names in the two nearest symbol maps. */
  readonly ambiguousFrames: number
  /** The engine cut stacks longer than this many frames; null when it does not, or it is unknown. */
  readonly maxDepth: number | null
  /** Events of the process meanwhile, where it was watched: drawn over the heat map. */
  readonly marks: readonly Mark[]
  /** Each engine not used, and why. */
  readonly enginesNotUsed: readonly { readonly engine: string; readonly reason: string }[]
  /** Warnings of readers, and other facts that a person should know: partial, cut, degraded. */
  readonly warnings: readonly ProfileWarning[]
  /** The profiles that it was merged from; null when it was recorded as it is. */
  readonly mergedFrom: MergedFrom | null
  /** Each thread is a run of an experiment (compare/between-runs/merge-runs.ts): threads differ as runs do. */
  readonly areThreadsRuns: boolean
}

export interface MergedFrom {
  /** How many profiles; `profiles` names the earliest 200. */
  readonly count: number
  readonly profiles: readonly {
    readonly name: string
    readonly engine: string
    readonly startedAt: number | null
    readonly durationMs: number | null
    readonly samples: number
  }[]
}

/** A stretch of time in which the threads did not run by their own choice. */
export interface Mark {
  readonly kind: 'gc' | 'safepoint' | 'throttled'
  /** Milliseconds since `startedAt`. */
  readonly fromMs: number
  readonly toMs: number
  /** Text for people: `G1 young collection`, `60 ms throttled by the cgroup's CPU limit`. */
  readonly text: string
}

export interface ProfilerWork {
  readonly samples: number
  readonly weight: number
  /** Share of all weight, this included, 0 to 1. */
  readonly share: number
}

/** CPU of the whole container (or process, outside one), in percent of one CPU: before the capture and during it. */
export interface Overhead {
  readonly before: { readonly cpuPercent: number; readonly seconds: number } | null
  readonly during: { readonly cpuPercent: number; readonly seconds: number } | null
  /** Each time the JVM was asked something, and how long it took to answer. */
  readonly attaches: readonly { readonly what: string; readonly ms: number }[]
}

export interface ProfileWarning {
  readonly code: string
  /** One sentence for people. */
  readonly text: string
  readonly count: number
  /** First line of the input that it is about, when there is one (1-based). */
  readonly line?: number
}

/** The tables that names of frames are read from. */
export type NamedFrames = Pick<Profile, 'strings' | 'frames'>

/** Gives the canonical name of a row of the frame table. */
export function nameOfFrame({ strings, frames }: NamedFrames, frame: number): string {
  return strings[frames.name[frame]!]!
}

/** Gives the kind of a row of the frame table. */
export function kindOfFrame({ frames }: Pick<Profile, 'frames'>, frame: number): FrameKind {
  return frameKinds[frames.kind[frame]!]!
}

/** The profile with one more warning in its provenance. */
export function withWarning(profile: Profile, code: string, text: string, count: number): Profile {
  const { provenance } = profile
  return { ...profile, provenance: { ...provenance, warnings: [...provenance.warnings, { code, text, count }] } }
}

/** Provenance of something imported from a file, before anything more is known. */
export function emptyProvenance(engine: string): Provenance {
  return {
    engine,
    event: 'cpu',
    vantage: null,
    mechanism: null,
    overhead: null,
    startedAt: null,
    durationMs: null,
    frequencyHz: null,
    target: {},
    commands: [],
    versions: {},
    sysctls: {},
    lostSamples: 0,
    profilerWork: null,
    resolution: {},
    symbolMaps: [],
    ambiguousFrames: 0,
    maxDepth: null,
    marks: [],
    enginesNotUsed: [],
    warnings: [],
    mergedFrom: null,
    areThreadsRuns: false,
  }
}
