/**
 * The nouns that cross a wire, browser to web and web to collector, and the collector's verbs: one zod schema each.
 * Every text here that came out of a container is hostile: show it as text, never as markup.
 */
import { z } from 'zod'
import { roleSchema } from './contract/access.ts'
import { engineIds, vantages } from './contract/engines.ts'
import { noteLimits } from './contract/note-limits.ts'
import { problemCodes } from './errors.ts'
import { type Finding, findingLevels } from './findings.ts'
import type { HealthCheck } from './health-checks.ts'
import { formatIds } from './profile/model/format-ids.ts'
import { eventIds } from './profile/model/event-ids.ts'

/** `code`, `status`, `title`, `remedy` of a Problem; RFC 9457. */
export const problemSchema = z.object({
  type: z.literal('about:blank'),
  status: z.number().int(),
  title: z.string(),
  code: z.enum(problemCodes),
  remedy: z.string(),
  facts: z.record(z.string(), z.unknown()),
})

/** Opaque, stable while the process lives: made of boot id, host PID and start time. */
export const targetIdSchema = z.string().regex(/^[0-9a-f]{16}$/)
export const captureIdSchema = z.string().regex(/^[0-9a-f]{32}$/)
export const profileIdSchema = z.string().regex(/^[0-9a-f]{32}$/)

/** One check of the doctor; lib/findings.ts has the texts. */
export const findingSchema = z.object({
  code: z.string(),
  level: z.enum(findingLevels),
  title: z.string(),
  evidence: z.string(),
  remedy: z.string(),
  command: z.string().nullable(),
}) satisfies z.ZodType<Finding>

export const eventSchema = z.enum(eventIds)
export const vantageSchema = z.enum(vantages)

/** One cell of the doctor's matrix: what `engine` can do for `event` from there. */
export const readinessSchema = z.object({
  engine: z.enum(engineIds),
  event: eventSchema,
  vantage: vantageSchema,
  level: z.enum(['ready', 'degraded', 'blocked']),
  findings: z.array(findingSchema),
})
export type Readiness = z.infer<typeof readinessSchema>

/** A way to do what a request asks for. */
export const planSchema = z.object({ engine: z.enum(engineIds), vantage: vantageSchema })
export type Plan = z.infer<typeof planSchema>

/** What the doctor says of one JVM after asking it. */
export const doctorReportSchema = z.object({
  targetId: targetIdSchema,
  /** Unix ms. */
  at: z.number(),
  /** Every engine, event and vantage that exists. */
  cells: z.array(readinessSchema),
  /** For each event, what Hearth would try, best first; empty when every way is blocked. */
  plans: z.array(z.object({ event: eventSchema, plans: z.array(planSchema) })),
})
export type DoctorReport = z.infer<typeof doctorReportSchema>

/** An engine that Hearth does not use any more on an image (or main class) since a JVM of it died within a minute of it. */
export const blockSchema = z.object({
  id: z.string().regex(/^[0-9a-f]{32}$/),
  /** Image digest, or `host:<main class>` outside containers. */
  subject: z.string(),
  /** What people call it: the image's or the main class's name. */
  label: z.string(),
  engine: z.enum(engineIds),
  /** Unix ms. */
  at: z.number(),
  captureId: captureIdSchema.nullable(),
  /** How it died: `killed for want of memory 12 s after the attach`. */
  reason: z.string(),
})
export type Block = z.infer<typeof blockSchema>

export const containerSchema = z.object({
  id: z.string().regex(/^[0-9a-f]{64}$/),
  name: z.string(),
  /** As the user wrote it, `shop:1.4`. */
  image: z.string(),
  imageDigest: z.string().nullable(),
  labels: z.record(z.string(), z.string()),
  composeProject: z.string().nullable(),
  composeService: z.string().nullable(),
  state: z.enum(['running', 'paused', 'restarting', 'unknown']),
  memoryLimitBytes: z.number().nullable(),
  /** CPUs it may use, 0.5 for half a one; null without a limit. */
  cpuLimit: z.number().nullable(),
  readOnlyRoot: z.boolean(),
})
export type Container = z.infer<typeof containerSchema>

export const targetSchema = z.object({
  id: targetIdSchema,
  /** Counts in the namespace the collector's /proc is mounted from. */
  hostPid: z.number().int(),
  /** What the process itself sees; HotSpot names its files after this one. */
  namespacePid: z.number().int(),
  /** Unix ms. */
  startedAt: z.number(),
  container: containerSchema.nullable(),
  /** What stays the same across restarts and image versions: compose project/service, else image repository or main class. */
  service: z.string(),
  jvm: z.object({
    /** `com.acme.Shop`, or `shop.jar`. */
    mainClass: z.string(),
    /** Full command line, secrets masked. */
    arguments: z.array(z.string()),
    version: z.string().nullable(),
    vendor: z.string().nullable(),
    collector: z.string().nullable(),
    /** null when neither the command line nor hsperfdata tells. */
    preserveFramePointer: z.boolean().nullable(),
    /** hsperfdata was readable. */
    hasPerfData: z.boolean(),
  }),
  user: z.object({ uid: z.number().int(), gid: z.number().int(), name: z.string().nullable() }),
  state: z.enum(['running', 'paused', 'stopped']),
  threads: z.number().int(),
  heapUsedBytes: z.number().nullable(),
  heapLimitBytes: z.number().nullable(),
  residentBytes: z.number(),
  /** Percent of one CPU over the last two seconds. */
  cpuPercent: z.number().nullable(),
  /** The same every 2 s, oldest first, at most 30 numbers: the last minute. */
  cpuHistory: z.array(z.number()),
  /** What a passive look says of each engine; nothing was signalled for it. */
  readiness: z.array(readinessSchema),
})
export type Target = z.infer<typeof targetSchema>

export const captureRequestSchema = z.object({
  targetId: targetIdSchema,
  /** `auto`: what the doctor recommends, and the next best when that fails. A named engine is used or fails. */
  engine: z.enum(['auto', ...engineIds]).default('auto'),
  vantage: z.enum(['auto', ...vantages]).default('auto'),
  /** One profile for each; several at once need an engine that can (async-profiler, jfr). */
  events: z.array(eventSchema).min(1).max(4).default(['cpu']),
  /** Whose samples: this JVM's; all processes of its container, a lane for each; the whole host's with the container picked out. The latter two with perf. */
  scope: z.enum(['jvm', 'container', 'host']).default('jvm'),
  /** A flight recorder runs until it is saved, cancelled or a day has passed, and keeps the last `seconds`. */
  mode: z.enum(['timed', 'flight-recorder']).default('timed'),
  seconds: z.number().int().min(1).max(600).default(30),
  frequencyHz: z.number().int().min(1).max(999).default(99),
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
  request: captureRequestSchema,
  /** What was profiled, kept since the target itself may be gone. */
  target: z.object({
    service: z.string(),
    mainClass: z.string(),
    hostPid: z.number().int(),
    containerId: z.string().nullable(),
    containerName: z.string().nullable(),
    image: z.string().nullable(),
    imageDigest: z.string().nullable(),
  }),
  state: captureStateSchema,
  /** When each state began, Unix ms, in order. */
  phases: z.array(z.object({ state: captureStateSchema, at: z.number() })),
  /** Of the recording; null outside it. */
  secondsLeft: z.number().nullable(),
  samples: z.number().int(),
  lostSamples: z.number().int(),
  /** Set when failed. */
  problem: problemSchema.nullable(),
  /** What was kept all the same: "the container stopped after 4.2 s". Null when whole. */
  partial: z.string().nullable(),
  /** The way in use, set when it is chosen. */
  plan: planSchema.nullable().default(null),
  /** Ways that failed before `plan` was taken up, in order. */
  fallbacks: z.array(planSchema.extend({ problem: problemSchema })).default([]),
  /** Grows with each picture of the capture under way that `fetchLive` has; 0 before the first one. */
  live: z.number().int().default(0),
  /** The encoded profiles the collector holds until the web side has them, one for each event. */
  artefacts: z.array(z.object({ event: eventSchema, sha256: z.string(), bytes: z.number().int() })).default([]),
  /** Set by the web side once they are in the store, the first one the first event's. */
  profiles: z.array(z.object({ event: eventSchema, profileId: profileIdSchema })).default([]),
  requestedBy: z.string(),
  /** How many have asked for it: 1 while only who began it did, one more for each who was given it since it ran already. */
  timesAsked: z.number().int().default(1),
})
export type Capture = z.infer<typeof captureSchema>

/** One thing the host has or lacks; lib/health-checks.ts has the texts. */
export const healthCheckSchema = z.object({
  code: z.string(),
  ok: z.boolean(),
  title: z.string(),
  costs: z.string(),
  remedy: z.string(),
  command: z.string().nullable(),
}) satisfies z.ZodType<HealthCheck>

export const demoStateSchema = z.object({
  state: z.enum(['stopped', 'starting', 'running', 'stopping', 'failed']),
  /** What it is doing, for a person. */
  step: z.string(),
  problem: problemSchema.nullable(),
})
export type DemoState = z.infer<typeof demoStateSchema>

/** What the collector's `watch` sends, one JSON object a line. First a `snapshot`, then changes as they happen. */
export const watchEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('snapshot'),
    targets: z.array(targetSchema),
    captures: z.array(captureSchema),
    health: z.array(healthCheckSchema),
    demo: demoStateSchema,
  }),
  z.object({ type: z.literal('target'), target: targetSchema }),
  z.object({ type: z.literal('target-gone'), id: targetIdSchema }),
  /** Every 2 s: only what moves, so that 200 targets cost little. */
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
])
export type WatchEvent = z.infer<typeof watchEventSchema>

/**
 * The collector's verbs: POST /<verb> with a JSON body over its Unix socket. `watch` answers with lines of WatchEvent,
 * `fetchArtefact` with the encoded bytes of one event's profile, `fetchLive` with those of a capture under way. No path, image, command or script ever comes from the web side.
 */
export const verbs = {
  listTargets: { input: z.object({}), output: z.array(targetSchema) },
  describeTarget: { input: z.object({ targetId: targetIdSchema }), output: targetSchema },
  /** Deeper than `readiness`: asks the JVM itself (printflag) where that is safe. */
  examineTarget: { input: z.object({ targetId: targetIdSchema }), output: doctorReportSchema },
  startCapture: { input: captureRequestSchema.extend({ requestedBy: z.string().max(200) }), output: captureSchema },
  cancelCapture: { input: z.object({ captureId: captureIdSchema }), output: captureSchema },
  /** Ends a recording now and keeps what it has. A flight recorder gives the last `seconds` and goes on as a new capture. */
  saveCapture: { input: z.object({ captureId: captureIdSchema }), output: captureSchema },
  listCaptures: { input: z.object({}), output: z.array(captureSchema) },
  /** The web side has the artefacts: mark done with these profiles, delete the artefacts. */
  reapCapture: {
    input: z.object({ captureId: captureIdSchema, profiles: captureSchema.shape.profiles.unwrap().min(1) }),
    output: captureSchema,
  },
  /** The web side cannot store the artefacts, they are no profile: mark failed for this reason, delete them. */
  giveUpCapture: {
    input: z.object({ captureId: captureIdSchema, reason: z.string().max(2000) }),
    output: captureSchema,
  },
  listBlocks: { input: z.object({}), output: z.array(blockSchema) },
  clearBlock: { input: z.object({ blockId: blockSchema.shape.id }), output: z.array(blockSchema) },
  health: { input: z.object({}), output: z.array(healthCheckSchema) },
  startDemo: { input: z.object({}), output: demoStateSchema },
  stopDemo: { input: z.object({}), output: demoStateSchema },
} as const
export type Verb = keyof typeof verbs
export type VerbInput<V extends Verb> = z.input<(typeof verbs)[V]['input']>
export type VerbOutput<V extends Verb> = z.output<(typeof verbs)[V]['output']>

/** A row of the library. The profile's own bytes are fetched apart. */
export const profileSummarySchema = z.object({
  id: profileIdSchema,
  name: z.string(),
  labels: z.array(z.string()),
  service: z.string(),
  containerName: z.string().nullable(),
  image: z.string().nullable(),
  imageDigest: z.string().nullable().default(null),
  containerId: z.string().nullable().default(null),
  mainClass: z.string().nullable().default(null),
  engine: z.string(),
  event: z.string(),
  /** The capture it came from; others of the same capture are its other events. Null when imported, or shared by an import. */
  captureId: z.string().nullable().default(null),
  unit: z.enum(['samples', 'nanoseconds', 'bytes']),
  /** Sum of all weights, in `unit`. */
  total: z.number(),
  durationMs: z.number().nullable(),
  /** Share of java frames that have a name, 0 to 1; null when there is no java frame. */
  javaNamed: z.number().nullable(),
  partial: z.string().nullable(),
  warnings: z.number().int(),
  createdAt: z.number(),
  createdBy: z.string(),
  /** Kept whatever retention says. */
  pinned: z.boolean().default(false),
  /** What somebody wrote about the whole profile. */
  note: z.string().default(''),
  /** Stored bytes. */
  bytes: z.number().int(),
  /** Unix ms; set while the deletion can still be undone. */
  deletedAt: z.number().nullable(),
})
export type ProfileSummary = z.infer<typeof profileSummarySchema>

/** What is taken out of a profile before a stranger sees it. Notes go with any of it: they may name all of it. */
export const redactionSchema = z.strictObject({
  /** Names outside these package prefixes and the JDK's are masked; null masks none. */
  keepPackages: z.array(z.string().max(200)).max(50).nullable(),
  /** Thread names. */
  threads: z.boolean(),
  /** Host, container and image names, command lines, kernel settings. */
  places: z.boolean(),
})
export type Redaction = z.infer<typeof redactionSchema>

export const newShareSchema = z.strictObject({
  expiresInDays: z.number().int().min(1).max(30).default(30),
  audience: z.enum(['public', 'members']).default('public'),
  redaction: redactionSchema.nullable().default(null),
  embeddable: z.boolean().default(false),
  baselineId: profileIdSchema.nullable().default(null),
})
export type NewShare = z.output<typeof newShareSchema>

export const shareSchema = z.object({
  id: z.string().regex(/^[0-9a-f]{32}$/),
  profileId: profileIdSchema,
  /** What it is compared with, for the link of a comparison. */
  baselineId: profileIdSchema.nullable(),
  /** Anybody who has it, or only who has it and is signed in. */
  audience: z.enum(['public', 'members']),
  /** null: as it is. Else a redacted copy made when the link was. */
  redaction: redactionSchema.nullable(),
  /** May stand in a page of somebody else. */
  embeddable: z.boolean(),
  createdAt: z.number(),
  createdBy: z.string(),
  expiresAt: z.number(),
  revokedAt: z.number().nullable(),
  views: z.number().int(),
})
export type Share = z.infer<typeof shareSchema>

/** What a person pins on a frame. `path`, `frame` and `query` say where, in the drawing that was there when it was written. */
export const newNoteSchema = z.strictObject({
  /** Path keys (lib/profile/tree/path-keys.ts) from the root to the frame; empty for all. */
  path: z.array(z.string().max(20)).max(noteLimits.pathKeys),
  /** Canonical name of the frame, so that the note means something where its path is gone. */
  frame: z.string().max(5000),
  /** The view as in the viewer's address, without a `?`. */
  query: z.string().max(noteLimits.query),
  text: z.string().trim().min(1).max(noteLimits.text),
})
export type NewNote = z.infer<typeof newNoteSchema>

export const noteSchema = z.object({
  id: z.string().regex(/^[0-9a-f]{32}$/),
  profileId: profileIdSchema,
  /** By order of creation from 1, as on its pin; stays when others are deleted. */
  number: z.number().int().min(1),
  path: z.array(z.string()),
  frame: z.string(),
  query: z.string(),
  text: z.string(),
  createdBy: z.string(),
  createdAt: z.number(),
  /** Later than `createdAt` when the text was changed. */
  updatedAt: z.number(),
})
export type Note = z.infer<typeof noteSchema>

/** What a viewer shows of a note, in the app, under a share link and in a file of its own: plain JSON. */
export type ViewerNote = Omit<Note, 'profileId'>

/** What `/api/v1/events` sends to a browser: the collector's events, first a `snapshot`, and what only the web side knows. */
export const liveEventSchema = z.discriminatedUnion('type', [
  ...watchEventSchema.options,
  /** Why the collector does not answer, null while it does. What was sent before stays, and may be old. */
  z.object({ type: z.literal('collector'), problem: problemSchema.nullable() }),
  /** A profile is new or changed; with `deletedAt` it is gone from the list. */
  z.object({ type: z.literal('profile'), profile: profileSummarySchema }),
  z.object({ type: z.literal('profile-gone'), id: profileIdSchema }),
  /** Many profiles changed at once: whoever shows a list asks for it again. */
  z.object({ type: z.literal('library') }),
])
export type LiveEvent = z.infer<typeof liveEventSchema>

/** One browser that is signed in. */
export const sessionSchema = z.object({
  id: z.string().regex(/^[0-9a-f]{32}$/),
  /** Whom the sign-in link was made for: `owner` when it was made on the host. */
  person: z.string(),
  role: roleSchema,
  createdAt: z.number(),
  lastSeenAt: z.number(),
  expiresAt: z.number(),
  /** The browser as it named itself, shortened; hostile text. */
  userAgent: z.string(),
  /** The one that asks. */
  current: z.boolean(),
})
export type Session = z.infer<typeof sessionSchema>

/** What the parser is asked: sent as one JSON argument to the sandboxed child, whose stdin is the recording. */
export const parserJobSchema = z.object({
  format: z.enum([...formatIds, 'collapsed', 'guess']),
  /** Which graphs are wanted of a recording that may hold several (EventId); null for all that have samples. */
  events: z.array(z.string().max(40)).max(20).nullable().default(null),
  /** What the counts of folded text are; other formats say it themselves. */
  unit: z.enum(['samples', 'nanoseconds', 'bytes']).default('samples'),
  /** Numbers on each line of folded text; 2 as difffolded.pl writes them, before and after: two profiles. Declared, never guessed. */
  counts: z.union([z.literal(1), z.literal(2)]).default(1),
  /** Merged over what the reader finds out by itself. */
  provenance: z.record(z.string(), z.unknown()).default({}),
  /** For perf script of a JVM: its symbol maps in time order, normalised, readable by the child. */
  javaMaps: z
    .array(
      z.object({
        path: z.string(),
        atMs: z.number(),
        /** Of several JVMs in one recording: what stands for the JIT code of the one whose map it is; else `javaDso`. */
        dso: z.string().optional(),
      }),
    )
    .default([]),
  /** The dso that perf prints for JIT code of the target, `/tmp/perf-48211.map`. */
  javaDso: z.string().nullable().default(null),
  /** perf's clock at `startedAt`, in seconds, so that times become ms since the start. */
  clockOriginSeconds: z.number().nullable().default(null),
  /** For a recording of many processes: the lane of each by its PID, and of all others; null: one for each PID. */
  processes: z.object({ labels: z.record(z.string(), z.string()), others: z.string().nullable() }).nullish(),
})
export type ParserJob = z.infer<typeof parserJobSchema>
