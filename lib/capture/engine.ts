/** What an engine is to the rest of Hearth: something that turns a running JVM into an encoded profile. */
import { type CaptureRequest, type Finding, type Readiness, type Target } from '../contract.ts'

export type EngineId = Readiness['engine']

export interface CaptureEngine {
  readonly id: EngineId
  readonly title: string
  /** What stands between this engine and this target, each with a remedy; empty when ready. Asks the JVM itself where that is safe. */
  examine(target: Target): Promise<Finding[]>
  /**
   * Profiles until `job.request.seconds` pass or `signal` aborts. Leaves nothing behind in the container, whatever
   * happens; what it would leave if the collector were killed is in `Progress.leftovers` before it exists.
   *
   * Throws: Problem; the reason of `signal` when it aborts.
   */
  capture(job: CaptureJob, signal: AbortSignal): AsyncGenerator<Progress, Recording>
}

export interface CaptureJob {
  readonly id: string
  readonly target: Target
  readonly request: CaptureRequest
  /** An empty directory for this capture alone; whoever made it removes it. */
  readonly directory: string
}

/** Where a capture stands. The consumer keeps `leftovers` durable before it asks for the next one. */
export interface Progress {
  readonly state: 'checking' | 'recording' | 'symbolising'
  readonly secondsLeft: number | null
  readonly samples: number
  readonly lostSamples: number
  readonly leftovers: readonly Leftover[]
}

/** Something outside the collector that a killed collector would leave; the reaper removes it. */
export type Leftover =
  | { readonly kind: 'process'; readonly hostPid: number; readonly startTicks: string }
  /** The file that has a JVM open its attach socket. */
  | { readonly kind: 'attach-trigger'; readonly hostPid: number; readonly startTicks: string }
  | {
      readonly kind: 'container-file'
      readonly hostPid: number
      readonly startTicks: string
      readonly path: string
      /** A copy of what was there before, to be put back; null when nothing was. */
      readonly before: SavedFile | null
    }

export interface SavedFile {
  readonly copy: string
  readonly uid: number
  readonly gid: number
  readonly mode: number
}

export interface Recording {
  /** The profile as `lib/profile/encode` writes it, made by the sandboxed parser: never decoded by root. */
  readonly encoded: Uint8Array
  readonly samples: number
  readonly lostSamples: number
  /** What was kept all the same: "the JVM exited after 4.2 s". Null when whole. */
  readonly partial: string | null
}
