/** A capture: its request, its progress and its result. */
import * as z from './zod.ts'
import { collectorIdSchema } from './collectors.ts'
import { localCollectorId, mostCaptureSeconds, mostEvents, mostHz, mostNotRemoved } from './constants.ts'
import { eventSchema, planSchema } from './doctor.ts'
import { engineIds, vantages } from './engines.ts'
import { podWays } from './pod-ways.ts'
import { targetIdSchema, captureIdSchema, profileIdSchema } from './ids.ts'
import { problemSchema } from './problem.ts'

/** `hearth record` and `hearth top` have defaults of their own. */
export const usualCaptureSeconds = 30
/**
 * Default sampling frequency of all engines (perf, async-profiler, JFR, bpftrace), in samples a second and CPU: an
 * interval of 10.1 ms. 100 would keep step with work that a program does by timers.
 */
export const usualHz = 99

export const captureRequestSchema = z.object({
  targetId: targetIdSchema,
  /** `auto`: the engine that the doctor recommends, and the next best when that fails. A named engine has no next. */
  engine: z.enum(['auto', ...engineIds]).default('auto'),
  vantage: z.enum(['auto', ...vantages]).default('auto'),
  /**
   * How a pod is reached; `auto`: by a Job where the cluster permits one. JVMs beside a collector have no use for it.
   */
  podWay: z.enum(['auto', ...podWays]).default('auto'),
  /** One profile for each; several at once need an engine that can (async-profiler, jfr). */
  events: z.array(eventSchema).min(1).max(mostEvents).default(['cpu']),
  /**
   * Whose samples: this JVM's; all processes of its container, a lane for each; the whole host's with the container
   * picked out. The latter two with perf.
   */
  scope: z.enum(['jvm', 'container', 'host']).default('jvm'),
  /** A flight recorder runs until it is saved, cancelled or a day has passed, and keeps the last `seconds`. */
  mode: z.enum(['timed', 'flight-recorder']).default('timed'),
  seconds: z.number().int().min(1).max(mostCaptureSeconds).default(usualCaptureSeconds),
  frequencyHz: z.number().int().min(1).max(mostHz).default(usualHz),
  /** async-profiler: real perf events with kernel frames (fdtransfer) instead of timers, where possible. */
  kernelFrames: z.boolean().default(false),
})
export type CaptureRequest = z.infer<typeof captureRequestSchema>

export const captureStates = [
  'queued',
  'checking',
  'recording',
  'symbolising',
  'saving',
  'done',
  'failed',
  'cancelled',
] as const

export const captureStateSchema = z.enum(captureStates)
export type CaptureState = z.infer<typeof captureStateSchema>

export const captureSchema = z.object({
  id: captureIdSchema,
  /** Who takes it, as of its target. */
  collectorId: collectorIdSchema.default(localCollectorId),
  request: captureRequestSchema,
  /** Facts of the profiled JVM, kept since the target itself may be gone. */
  target: z.object({
    service: z.string(),
    mainClass: z.string(),
    /** Of a pod 0 until its JVM is found, then the PID that the Job or ephemeral container sees. */
    hostPid: z.number().int(),
    containerId: z.string().nullable(),
    containerName: z.string().nullable(),
    image: z.string().nullable(),
    imageDigest: z.string().nullable(),
  }),
  state: captureStateSchema,
  /** When each state began, Unix ms, in order. */
  phases: z.array(z.object({ state: captureStateSchema, at: z.number() })),
  /** Seconds of recording that are left; null in every other state. */
  secondsLeft: z.number().nullable(),
  samples: z.number().int(),
  lostSamples: z.number().int(),
  /** Set when failed. */
  problem: problemSchema.nullable(),
  /** Why a part was kept all the same: "the container stopped after 4.2 s". Null when whole. */
  partial: z.string().nullable(),
  /** Things that it may have left in the container or on the host, each with what becomes of it: noun phrases. */
  notRemoved: z.array(z.string().max(5000)).max(mostNotRemoved).default([]),
  /** The way in use, set when it is chosen. */
  plan: planSchema.nullable().default(null),
  /** Ways that failed before `plan` was taken up, in order. */
  fallbacks: z.array(planSchema.extend({ problem: problemSchema })).default([]),
  /** Grows with each snapshot of the capture under way that `fetchLive` has; 0 before the first one. */
  live: z.number().int().default(0),
  /** The encoded profiles the collector holds until the web side has them, one for each event. */
  artefacts: z.array(z.object({ event: eventSchema, sha256: z.string(), bytes: z.number().int() })).default([]),
  /** Set by the web side once they are in the store, the first one the first event's. */
  profiles: z.array(z.object({ event: eventSchema, profileId: profileIdSchema })).default([]),
  requestedBy: z.string(),
  /** Who cancelled it, or ended its recording early and kept it; null while it goes on or where it ended by itself. */
  endedBy: z.string().nullable().default(null),
  /**
   * How many have asked for it: 1 while only who began it did, one more for each who was given it since it ran already.
   */
  timesAsked: z.number().int().default(1),
})
export type Capture = z.infer<typeof captureSchema>
