/**
 * What a collector and its helper say to each other. To the helper: lines of JSON on its standard input. From it:
 * frames on its standard output, since files travel between the messages.
 *
 *     01 00 00 00 10 {"type":"alive"}            a message: kind 1, length, JSON
 *     02 00 00 00 07 00 00 00 03 'abc'           a piece of file 3: kind 2, length, file, bytes
 *
 * The helper looks at hostile containers, so nothing it says is believed beyond these shapes: it names no file of the
 * collector's and says no size that the collector would trust.
 */
import { z } from 'zod'
import { createCleanupRecordSchema } from '../capture/cleanup-record-schema.ts'
import { captureRequestSchema } from '../contract/capture.ts'
import { eventSchema, findingSchema } from '../contract/doctor.ts'
import { captureIdSchema } from '../contract/ids.ts'
import { parserJobSchema } from '../contract/parser-job.ts'
import { problemSchema } from '../contract/problem.ts'
import { containerSchema, targetSchema } from '../contract/target.ts'
import { engineIds } from '../contract/engines.ts'

export const messageKind = 1
export const dataKind = 2
/** Longest frame. Pieces of files are smaller; a list of hundreds of JVMs is not. */
export const maxFrameBytes = 8 * 2 ** 20
/** Bytes of a file that a helper sends in one piece. */
export const pieceBytes = 256 * 1024
/** Both sides always send something this often. */
export const helperAliveEveryMs = 5000
/** A side that receives nothing for so long ends the session. */
export const helperSilenceMs = 45_000

/**
 * Most entries of a list, and characters of a text, that a message of a helper has. It may be hostile: a message beyond
 * a limit is refused. `maps`: symbol maps of one part of a recording; `jvms`: those whose load it lists.
 */
const helperLimits = {
  ...{ parts: 100, maps: 10_000, cleanupRecords: 1000, attaches: 10_000, jvms: 10_000 },
  ...{ partialReason: 2000, brokenReason: 4000 },
} as const

const fileId = z.number().int().min(0).max(1_000_000)
/** `copy` is a file that was sent before. */
const sentCleanupRecordSchema = createCleanupRecordSchema(fileId)
export type SentCleanupRecord = z.infer<typeof sentCleanupRecordSchema>

/** As `RawPart`: the bytes are file `file`, and so are those of its symbol maps. */
const partSchema = z.object({
  file: fileId,
  job: parserJobSchema,
  maps: z.array(fileId).max(helperLimits.maps),
})
export type SentPart = z.infer<typeof partSchema>

const count = z.number().min(0)
const loadSchema = targetSchema.pick({
  id: true,
  cpuPercent: true,
  threads: true,
  heapUsedBytes: true,
  residentBytes: true,
})
const parts = z.array(partSchema).min(1).max(helperLimits.parts)

export const helperMessageSchema = z.discriminatedUnion('type', [
  /** The first one: who the helper is. `capabilities` is CapEff of its status, in hex. */
  z.object({
    type: z.literal('hello'),
    uid: z.number().int(),
    gid: z.number().int(),
    capabilities: z.string().max(32),
  }),
  z.object({ type: z.literal('alive') }),
  z.object({ type: z.literal('file'), file: fileId }),
  z.object({ type: z.literal('file-end'), file: fileId }),
  z.object({
    type: z.literal('progress'),
    state: z.enum(['checking', 'recording', 'symbolising']),
    secondsLeft: count.nullable(),
    samples: count,
    lostSamples: count,
    cleanup: z.array(sentCleanupRecordSchema).max(helperLimits.cleanupRecords),
  }),
  z.object({ type: z.literal('live'), parts }),
  z.object({
    type: z.literal('recording'),
    parts,
    samples: count,
    lostSamples: count,
    partial: z.string().max(helperLimits.partialReason).nullable(),
    attaches: z.array(z.object({ what: z.string().max(500), ms: count })).max(helperLimits.attaches),
  }),
  z.object({ type: z.literal('problem'), problem: problemSchema }),
  /** A mistake of ours in there. */
  z.object({ type: z.literal('broken'), reason: z.string().max(helperLimits.brokenReason) }),
  /** What one engine says of the target. */
  z.object({
    type: z.literal('examined'),
    engine: z.enum(engineIds),
    events: z.array(z.object({ event: eventSchema, findings: z.array(findingSchema).max(50) })).max(20),
  }),
  // An inventory agent sends these:
  z.object({ type: z.literal('target'), target: targetSchema }),
  z.object({ type: z.literal('target-gone'), id: targetSchema.shape.id }),
  z.object({ type: z.literal('load'), load: z.array(loadSchema).max(helperLimits.jvms) }),
  z.object({ type: z.literal('looked'), turn: z.number().int() }),
])
export type HelperMessage = z.infer<typeof helperMessageSchema>

export const helperRequestSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('record'),
    captureId: captureIdSchema,
    engine: z.enum(engineIds),
    /** The collector's own view of it. */
    target: targetSchema,
    pid: z.enum(['container', 'host']),
    request: captureRequestSchema,
  }),
  z.object({ type: z.literal('examine'), target: targetSchema, pid: z.enum(['container', 'host']) }),
  z.object({ type: z.literal('inventory') }),
])
export type HelperRequest = z.infer<typeof helperRequestSchema>

export const controlMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('alive') }),
  z.object({ type: z.literal('save') }),
  z.object({ type: z.literal('cancel') }),
  // To an inventory agent:
  z.object({ type: z.literal('look'), turn: z.number().int() }),
  z.object({ type: z.literal('container'), container: containerSchema }),
  z.object({ type: z.literal('container-gone'), id: containerSchema.shape.id }),
])
export type ControlMessage = z.infer<typeof controlMessageSchema>
