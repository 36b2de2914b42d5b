/** Events that the collector sends to the web program, and the web program to browsers. */
import * as z from './zod.ts'
import { captureSchema } from './capture.ts'
import { collectorIdSchema, collectorSchema } from './collectors.ts'
import { healthCheckSchema, demoStateSchema } from './health.ts'
import { targetIdSchema, profileIdSchema } from './ids.ts'
import { podSchema } from './pods.ts'
import { profileSummarySchema } from './profile.ts'
import { stoppedTargetSchema, targetSchema } from './target.ts'

/** Events of the collector's `watch`, one JSON object a line. First a `snapshot`, then changes as they happen. */
export const watchEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('snapshot'),
    targets: z.array(targetSchema),
    stopped: z.array(stoppedTargetSchema).default([]),
    captures: z.array(captureSchema),
    /** Pods of clusters; a collector of a host has none. */
    pods: z.array(podSchema).default([]),
    health: z.array(healthCheckSchema),
    demo: demoStateSchema,
  }),
  z.object({ type: z.literal('target'), target: targetSchema }),
  z.object({ type: z.literal('target-gone'), id: targetIdSchema }),
  /** Several at once: a deploy changes hundreds. */
  z.object({ type: z.literal('pods'), changed: z.array(podSchema), gone: z.array(targetIdSchema) }),
  /** All that ended a short time ago, the latest first. */
  z.object({ type: z.literal('stopped'), stopped: z.array(stoppedTargetSchema) }),
  /** Every 2 s: only the numbers that change all the time, so that 200 targets cost little. */
  z.object({
    type: z.literal('load'),
    load: z.array(
      z.object({
        id: targetIdSchema,
        cpuPercent: z.number().nullable(),
        threads: z.number().int(),
        heapUsedBytes: z.number().nullable(),
        residentBytes: z.number(),
      }),
    ),
  }),
  z.object({ type: z.literal('capture'), capture: captureSchema }),
  z.object({ type: z.literal('health'), health: z.array(healthCheckSchema) }),
  z.object({ type: z.literal('demo'), demo: demoStateSchema }),
  /** An experiment that the page started began or ended: who may see the list asks for it. */
  z.object({ type: z.literal('experiment-directories') }),
])
export type WatchEvent = z.infer<typeof watchEventSchema>

const [watchSnapshot, ...watchChanges] = watchEventSchema.options

/**
 * Events of `/api/v1/events` for a browser: those of the collectors, first a `snapshot` of all of them, and those that
 * only the web program has.
 */
export const liveEventSchema = z.discriminatedUnion('type', [
  watchSnapshot.extend({
    collectors: z.array(collectorSchema),
    /** When a list of profiles, experiments or their directories last changed: Unix ms, 0 where none did. */
    listsChangedAt: z.number().int().nonnegative(),
  }),
  ...watchChanges,
  /**
   * A collector is new, answers, or does not: why is its `problem`. Its last known JVMs stay in the list and may be
   * outdated.
   */
  z.object({ type: z.literal('collector'), ...collectorSchema.shape }),
  /** The whole state of one collector, in place of the one before. */
  z.object({
    type: z.literal('collector-snapshot'),
    collectorId: collectorIdSchema,
    targets: z.array(targetSchema),
    stopped: z.array(stoppedTargetSchema),
    captures: z.array(captureSchema),
    pods: z.array(podSchema),
  }),
  /** The collector was removed, and its JVMs and captures with it. */
  z.object({ type: z.literal('collector-gone'), id: collectorIdSchema }),
  /** A profile is new or changed; with `deletedAt` it is gone from the list. */
  z.object({ type: z.literal('profile'), profile: profileSummarySchema }),
  z.object({ type: z.literal('profile-gone'), id: profileIdSchema }),
  /** Many profiles changed at once, or an experiment: a page that shows a list asks for it again. */
  z.object({ type: z.literal('library') }),
  /** A share link was made or revoked: a page that shows links asks for them again. */
  z.object({ type: z.literal('shares') }),
])
export type LiveEvent = z.infer<typeof liveEventSchema>
