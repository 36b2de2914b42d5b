/** The interface of engines: an engine turns a running JVM into bytes, of which the parser makes profiles. */
import type { CaptureRequest } from '../contract/capture.ts'
import type { ParserJob } from '../contract/parser-job.ts'
import type { Target } from '../contract/target.ts'
import type { Finding } from '../findings.ts'
import type { EngineAbilities, EngineId, Vantage } from '../contract/engines.ts'
import type { EventId } from '../profile/model/event-ids.ts'
import type { CleanupRecord } from './cleanup-record-schema.ts'

export interface CaptureEngine extends EngineAbilities {
  readonly id: EngineId
  /** The least rights that a helper container needs for this request. */
  helperNeeds(request: CaptureRequest, target: Target): HelperNeeds
  /**
   * Gives the obstacles between this engine and this target for each of its events; empty lists when ready. Only reads,
   * and asks the JVM itself where that is safe. From the vantage `helper` the host's own tools and rights do not
   * matter.
   *
   * Throws: Problem `target-gone`, `target-changed`.
   */
  examine(target: Target, vantage: Vantage): Promise<ReadonlyMap<EventId, readonly Finding[]>>
  /**
   * Records until `job.request.seconds` pass, `job.save` aborts (keep the samples so far) or `signal` aborts (drop
   * them). Leaves nothing behind in the container, also when it fails; each thing that it would leave if this program
   * were killed is in `Progress.cleanup` before it exists. The same code runs on the host and inside a helper
   * container, where PIDs are those that the helper sees.
   *
   * Throws: Problem; the reason of `signal` when it aborts.
   */
  record(job: CaptureJob, signal: AbortSignal): AsyncGenerator<Progress, RawRecording>
}

export interface HelperNeeds {
  /** Whose PIDs it sees: only the target container's, or the host's. */
  readonly pid: 'container' | 'host'
  /** `target`: the JVM's own uid and gid, which needs no capability at all. */
  readonly user: 'target' | 'root'
  /** Names of capabilities without `CAP_`, sorted. All others are dropped. */
  readonly capabilities: readonly string[]
  /** `container`: the target's network namespace, for abstract sockets. */
  readonly network: 'none' | 'container'
}

export interface CaptureJob {
  readonly id: string
  readonly target: Target
  readonly request: CaptureRequest
  /** An empty directory for this capture alone; the caller removes it. */
  readonly directory: string
  /** Aborts when a person says: enough, keep it. */
  readonly save: AbortSignal
}

/** Where a capture stands. The consumer keeps `cleanup` durable before it asks for the next one. */
export interface Progress {
  readonly state: 'checking' | 'recording' | 'symbolising'
  readonly secondsLeft: number | null
  readonly samples: number
  readonly lostSamples: number
  readonly cleanup: readonly CleanupRecord[]
  /**
   * A snapshot of the recording so far, in files of `job.directory` that the consumer owns from then on and removes.
   * The consumer may drop it: it reads one at a time.
   */
  readonly live?: readonly RawPart[] | undefined
}

/** An engine's recording, not yet read. */
export interface RawRecording {
  /** Never empty. */
  readonly parts: readonly RawPart[]
  readonly samples: number
  readonly lostSamples: number
  /** Why a part was kept all the same: "the JVM exited after 4.2 s". Null when whole. */
  readonly partial: string | null
  /** The requests to the JVM and how long each took, for the provenance. */
  readonly attaches: readonly { readonly what: string; readonly ms: number }[]
}

/** Bytes for one run of the parser, which gives one profile or, for JFR, several. */
export interface RawPart {
  /**
   * A file in `job.directory`, or the output of a program that runs there, isolated, since it reads files of
   * containers.
   */
  readonly source:
    { readonly kind: 'file'; readonly name: string } | { readonly kind: 'command'; readonly command: readonly string[] }
  /**
   * `javaMaps` have names of files in `job.directory`. The consumer adds vantage, overhead and engines not used to
   * `provenance`.
   */
  readonly job: ParserJob
}
