/**
 * Things that a killed collector would leave outside itself: its journal has them, helpers send them,
 * cleanup-records.ts removes them.
 */
import { z } from 'zod'

const target = { hostPid: z.number().int().min(1), startTicks: z.string().regex(/^\d{1,20}$/) }
const path = z.string().min(1).max(4096)
const ownerId = z.number().int().min(0)

/** A file that the JVM was asked for, and may write long after the capture has ended. */
export const lateFileSchema = z.object({
  kind: z.literal('late-file'),
  ...target,
  path,
  /** Unix ms; an older file at this path is not ours. */
  askedAt: z.number(),
})
export type LateFile = z.infer<typeof lateFileSchema>

/** `copy` is how a copy of a file is named: by its path, or by the number under which a helper has sent it before. */
export function createCleanupRecordSchema<Copy extends string | number>(copy: z.ZodType<Copy>) {
  return z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('process'), ...target }),
    /** The file that has a JVM open its attach socket. */
    z.object({ kind: z.literal('attach-trigger'), ...target }),
    z.object({
      kind: z.literal('container-file'),
      ...target,
      path,
      /** The file that was there before, to be put back; null when there was none. */
      before: z.object({ copy, uid: ownerId, gid: ownerId, mode: z.number().int().min(0).max(0o7777) }).nullable(),
    }),
    lateFileSchema,
    /** async-profiler while it records in the JVM. */
    z.object({
      kind: z.literal('profiler'),
      ...target,
      /** Path of its library, as the JVM knows it. */
      path,
      /** The file that it writes: by it, it is known to be ours. */
      recording: path,
    }),
    z.object({
      kind: z.literal('jfr-recording'),
      ...target,
      recording: z.string().max(200),
      /** Directory in the container that is its repository and holds its files. */
      directory: path,
      /** Where JFR put its files before, to be set again; null when that was not changed. */
      repositoryBase: path.nullable(),
    }),
  ])
}

export const cleanupRecordSchema = createCleanupRecordSchema(z.string())
export type CleanupRecord = z.infer<typeof cleanupRecordSchema>
export type SavedFile = NonNullable<Extract<CleanupRecord, { kind: 'container-file' }>['before']>
