import * as z from './zod.ts'
import { formatIds } from '../profile/model/format-ids.ts'
import { units } from '../profile/model/profile.ts'

/** A job of the parser, sent as one JSON argument to the sandboxed child, whose stdin is the recording. */
export const parserJobSchema = z.object({
  format: z.enum([...formatIds, 'collapsed', 'guess']),
  /** Which graphs are wanted of a recording that may hold several (EventId); null for all that have samples. */
  events: z.array(z.string().max(40)).max(20).nullable().default(null),
  /** Unit of the counts of folded text; other formats say it themselves. */
  unit: z.enum(units).default('samples'),
  /**
   * Numbers on each line of folded text; 2 as difffolded.pl writes them, before and after: two profiles. Declared,
   * never guessed.
   */
  counts: z.union([z.literal(1), z.literal(2)]).default(1),
  /** Name of the file, if it has one: hostile text. That of folded text may say the event. */
  fileName: z.string().optional(),
  /** Replaces the same fields of the provenance that the reader finds. */
  provenance: z.record(z.string(), z.unknown()).default({}),
  /** Symbol maps for perf script of a JVM, in time order, normalised, readable by the child. */
  javaMaps: z
    .array(
      z.object({
        path: z.string(),
        atMs: z.number(),
        /**
         * The name that the recording has for the JIT code of this map's JVM, where it has several JVMs; else
         * `javaDso`.
         */
        dso: z.string().optional(),
      }),
    )
    .default([]),
  /** The dso that perf prints for JIT code of the target, `/tmp/perf-48211.map`. */
  javaDso: z.string().nullable().default(null),
  /** perf's clock at `startedAt`, in seconds, so that times become ms since the start. */
  clockOriginSeconds: z.number().nullable().default(null),
  /** Lanes of a recording of many processes: of each by its PID, and of all others; null: one for each PID. */
  processes: z.object({ labels: z.record(z.string(), z.string()), others: z.string().nullable() }).nullish(),
})
export type ParserJob = z.infer<typeof parserJobSchema>
