/** Two configurations of an experiment in the viewer: each side is all of its runs as one profile. */
import type { ProfileSummary } from './profile.ts'
import * as z from './zod.ts'

const number = z.coerce.number().int().min(1)

/** Numbers of configurations. */
export const sidesQuerySchema = z.object({ before: number, after: number })
export type SidesQuery = z.output<typeof sidesQuerySchema>

export const sideSchema = z.enum(['before', 'after'])

export interface ComparedRuns {
  readonly before: RunSide
  readonly after: RunSide
  /** Runs without a mark that are on neither side: without a CPU profile, or beyond the limits of one request. */
  readonly leftOut: number
  /** A side needs so many runs to show how far runs differ. */
  readonly leastRuns: number
}

export interface RunSide {
  /** The merged profile: `total` is ns of CPU time for each request. The library does not have it. */
  readonly profile: ProfileSummary
  readonly runs: number
}
