/**
 * A JVM that can be profiled. Every text here came out of a container and is hostile: show it as text, never as markup.
 */
import * as z from './zod.ts'
import { readinessSchema } from './doctor.ts'
import { collectorIdSchema } from './collectors.ts'
import { localCollectorId } from './constants.ts'
import { targetIdSchema } from './ids.ts'

export const containerSchema = z.object({
  id: z.string().regex(/^[0-9a-f]{64}$/),
  name: z.string(),
  /** The name that the user wrote, `shop:1.4`. */
  image: z.string(),
  imageDigest: z.string().nullable(),
  labels: z.record(z.string(), z.string()),
  composeProject: z.string().nullable(),
  composeService: z.string().nullable(),
  /** Workload in Kubernetes, with its namespace: `shop/checkout`. */
  workload: z.string().nullable().default(null),
  state: z.enum(['running', 'paused', 'restarting', 'unknown']),
  memoryLimitBytes: z.number().nullable(),
  /** CPUs it may use, 0.5 for half a one; null without a limit. */
  cpuLimit: z.number().nullable(),
  readOnlyRoot: z.boolean(),
})
export type Container = z.infer<typeof containerSchema>

export const targetSchema = z.object({
  id: targetIdSchema,
  /** Who sees it. A collector calls itself local; the web program knows which one it is. */
  collectorId: collectorIdSchema.default(localCollectorId),
  /** Counts in the namespace the collector's /proc is mounted from. */
  hostPid: z.number().int(),
  /** The PID that the process itself sees; HotSpot names its files after this one. */
  namespacePid: z.number().int(),
  /** Unix ms. */
  startedAt: z.number(),
  container: containerSchema.nullable(),
  /**
   * Stays the same across restarts and image versions: compose project/service, else image repository or main class.
   */
  service: z.string(),
  jvm: z.object({
    /** `com.acme.Shop`, or `shop.jar`. */
    mainClass: z.string(),
    /**
     * Command line. A collector sends the values too, secrets masked; the web program shows them when asked
     * (showArguments).
     */
    arguments: z.array(z.string()),
    version: z.string().nullable(),
    vendor: z.string().nullable(),
    collector: z.string().nullable(),
    /** null when neither the command line nor hsperfdata tells. */
    preserveFramePointer: z.boolean().nullable(),
    /** hsperfdata was readable. */
    hasPerfData: z.boolean(),
  }),
  user: z.object({
    uid: z.number().int(),
    gid: z.number().int(),
    name: z.string().nullable(),
    /** It may use some of root's rights, as every root in a container by Docker's default. */
    hasCapabilities: z.boolean().default(false),
  }),
  state: z.enum(['running', 'paused', 'stopped']),
  threads: z.number().int(),
  heapUsedBytes: z.number().nullable(),
  heapLimitBytes: z.number().nullable(),
  residentBytes: z.number(),
  /** Percent of one CPU over the last two seconds. */
  cpuPercent: z.number().nullable(),
  /** The same over the last minute: see cpuHistoryLength. */
  cpuHistory: z.array(z.number()),
  /** Findings of a passive look for each engine; nothing was signalled for it. */
  readiness: z.array(readinessSchema),
})
export type Target = z.infer<typeof targetSchema>

export const shownArgumentsSchema = z.object({ arguments: z.array(z.string()) })

/** A JVM that ended while Hearth looked. */
export const stoppedTargetSchema = targetSchema
  .pick({ id: true, collectorId: true, service: true, startedAt: true })
  .extend({
    containerName: z.string().nullable(),
    image: z.string().nullable(),
    mainClass: z.string(),
    /** Unix ms. */
    stoppedAt: z.number(),
  })
export type StoppedTarget = z.infer<typeof stoppedTargetSchema>
