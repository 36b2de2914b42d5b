/** Files brought in, as it crosses the wire. */
import * as z from './zod.ts'
import { profileSummarySchema, serviceNameSchema } from './profile.ts'
import { units } from '../profile/model/profile.ts'

/** Facts that no file of folded text holds. Other formats do, and then none of these counts. */
export const foldedTextOptionsSchema = z.strictObject({
  /**
   * Numbers on each line: 2 as difffolded.pl writes them, before and after, which become two profiles in this order.
   */
  counts: z.enum(['1', '2']).default('1'),
  /** Unit of the numbers. */
  unit: z.enum(units).default('samples'),
})
export type FoldedTextOptions = z.output<typeof foldedTextOptionsSchema>

/** Options that the collector is sent with a file. */
export const uploadOptionsSchema = z.strictObject({
  ...foldedTextOptionsSchema.shape,
  /** The name that the client gave: hostile text, never used as a path. */
  fileName: z.string().max(1000).default(''),
})
export type UploadOptions = z.output<typeof uploadOptionsSchema>

export const importOptionsSchema = z.strictObject({
  ...foldedTextOptionsSchema.shape,
  /** Service of a file that names none; empty for none. */
  service: serviceNameSchema.default(''),
  /**
   * Random, the same for files that are events of one capture, each sent by itself: they are one row. Empty for none.
   */
  group: z
    .string()
    .regex(/^([0-9a-f]{32})?$/)
    .default(''),
})
export type ImportOptions = z.output<typeof importOptionsSchema>

export const defaultImportOptions: ImportOptions = { counts: '1', unit: 'samples', service: '', group: '' }

/** Warnings of the reader. */
const importWarningSchema = z.object({
  code: z.string(),
  text: z.string(),
  count: z.number(),
  /** First line of the file that it is about, from 1. */
  line: z.number().int().optional(),
})
export type ImportWarning = z.infer<typeof importWarningSchema>

/** A file as it is stored. */
const storedFileSchema = z.object({
  /** One for each event in the file; of two counts a line, before and after. */
  profiles: z.array(profileSummarySchema).min(1),
  warnings: z.array(importWarningSchema),
})
export type StoredFile = z.infer<typeof storedFileSchema>

export const importedSchema = storedFileSchema.extend({
  /**
   * The newest other profile in the library with the same samples as the first of these: the file was probably there
   * already.
   */
  sameAs: profileSummarySchema.nullable().default(null),
})
export type Imported = z.infer<typeof importedSchema>

/** Where senders of OTLP profiles send them: the path is of their protocol, not of our API. */
export const otlpProfilesPath = '/v1development/profiles'

/** Most file systems allow names of at most this many bytes. */
const longestFileName = 255

/**
 * Gives the path to which a file of this name is sent by PUT. Characters that two layers could read in two ways become
 * `_`: the guard refuses them.
 */
export function importPath(fileName: string, options: ImportOptions): `/api/v1/imports/${string}` {
  const plain = fileName
    .toWellFormed()
    .replace(/[%/\\]|\p{Cc}/gu, '_')
    .slice(0, longestFileName)
    .toWellFormed() // again: the cut may have halved a character of two units, which encodeURIComponent refuses
  const name = /^\.*$/.test(plain) ? 'file' : plain
  const { service, group, ...ofFolded } = options
  const query = new URLSearchParams({ ...ofFolded, ...(service && { service }), ...(group && { group }) })
  return `/api/v1/imports/${encodeURIComponent(name)}?${query}`
}
