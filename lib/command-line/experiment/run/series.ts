/** The directory of a series of runs: what was asked for, and a directory for each run. */
import fs from 'node:fs'
import { randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { writeDurably } from '../../../collector/captures/durable-file.ts'
import { describeIssueOf } from '../../../contract/describe-issue.ts'
import { Problem } from '../../../errors.ts'
import { type RunRecord, runRecordSchema } from '../../../experiment/run/run-record.ts'
import { assertDirectory, isDirectory, isFile, translatePathError } from '../../paths.ts'
import { readText } from '../files.ts'

/** The directory of all series in that of the experiment, where the command names none. */
const seriesDirectory = 'runs'

const seriesSchema = z.object({
  format: z.literal(1),
  /** Part of the names of the compose projects. */
  id: z.string().regex(/^[0-9a-f]{8}$/),
  name: z.string(),
  /** Unix ms. */
  startedAt: z.number(),
  /** experiment.yaml as it was. */
  experiment: z.string(),
  configurations: z.array(z.object({ number: z.number(), values: z.record(z.string(), z.string()) })),
})
export type Series = z.infer<typeof seriesSchema>

export interface OpenSeries {
  readonly path: string
  readonly series: Series
}

/** Makes the directory of a series. Throws: Problem `invalid-request` where `out` is no new or empty directory. */
export function createSeries(
  directory: string,
  out: string | undefined,
  asked: Omit<Series, 'format' | 'id' | 'startedAt'>,
): OpenSeries {
  const startedAt = Date.now()
  const name = new Date(startedAt).toISOString().slice(0, 19).replaceAll(':', '-')
  const path = out === undefined ? join(directory, seriesDirectory, name) : resolve(out)
  if (fs.existsSync(path) && (!isDirectory(path) || fs.readdirSync(path).length > 0))
    throw new Problem('invalid-request', { what: `${path} is there already: name a new directory, or use resume` })
  try {
    fs.mkdirSync(path, { recursive: true })
  } catch (error) {
    throw translatePathError(error, path)
  }
  const series: Series = { format: 1, id: randomBytes(4).toString('hex'), startedAt, ...asked }
  writeDurably(join(path, 'series.json'), `${JSON.stringify(series, null, 2)}\n`)
  return { path, series }
}

/** Gives the path of the newest series; null where there is none. */
export function findNewestSeries(directory: string): string | null {
  const below = join(directory, seriesDirectory)
  const names = isDirectory(below) ? fs.readdirSync(below).sort().reverse() : []
  return names.map((name) => join(below, name)).find(isSeries) ?? null
}

const isSeries = (path: string): boolean => isFile(join(path, 'series.json'))

/** Gives whether experiment.yaml and the configurations are what they were when the series began. */
export function isSeriesOf(
  { experiment, configurations }: Series,
  now: { readonly source: string; readonly configurations: readonly Series['configurations'][number][] },
): boolean {
  const listed = now.configurations.map(({ number, values }) => ({ number, values }))
  return experiment === now.source && isDeepStrictEqual(configurations, listed)
}

/**
 * The newest, where none is named. Throws: Problem `invalid-request` where there is none, `path-unreadable` for a
 * damaged one.
 */
export function openSeries(directory: string, out: string | undefined): OpenSeries {
  const path = out === undefined ? findNewestSeries(directory) : resolve(out)
  if (path === null || !isSeries(path))
    throw new Problem('invalid-request', {
      what: `there is nothing to resume in ${out ?? join(directory, seriesDirectory)}: use run`,
    })
  return { path, series: readJson(join(path, 'series.json'), seriesSchema) }
}

/** Gives the series of a directory. Throws: Problem `path-unreadable` where there is none, or a damaged one. */
export function readSeries(given: string): OpenSeries & { readonly records: readonly RunRecord[] } {
  assertDirectory(given)
  const path = resolve(given)
  const file = join(path, 'series.json')
  if (!isSeries(path))
    throw new Problem('path-unreadable', { path, reason: 'it has no series.json: name a directory of runs/' })
  const open = { path, series: readJson(file, seriesSchema) }
  const numbers = fs.readdirSync(path).flatMap((name) => /^run-(\d+)$/.exec(name)?.[1] ?? [])
  return { ...open, records: numbers.flatMap((number) => readRunRecord(open, Number(number)) ?? []) }
}

/** Where the files of a run are; what a run that did not end left there is removed. */
export function clearRunDirectory({ path }: OpenSeries, number: number): string {
  const directory = join(path, `run-${number}`)
  fs.rmSync(directory, { recursive: true, force: true })
  fs.mkdirSync(directory)
  return directory
}

/** Gives the record of a run; null where the run has not ended. Throws: Problem `path-unreadable`. */
export function readRunRecord({ path }: OpenSeries, number: number): RunRecord | null {
  const file = join(path, `run-${number}`, 'run.json')
  return isFile(file) ? readJson(file, runRecordSchema) : null
}

/** The run has ended with it, and is not repeated. */
export function writeRunRecord({ path }: OpenSeries, record: RunRecord): void {
  writeDurably(join(path, `run-${record.number}`, 'run.json'), `${JSON.stringify(record, null, 2)}\n`)
}

function readJson<Schema extends z.ZodType>(path: string, schema: Schema): z.output<Schema> {
  const { data, error } = schema.safeParse(parseJson(path))
  if (error) throw damagedProblem(path, describeIssueOf('its content', error.issues[0]!))
  return data
}

function parseJson(path: string): unknown {
  try {
    return JSON.parse(readText(path))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw damagedProblem(path, 'it is not JSON')
  }
}

function damagedProblem(path: string, reason: string): Problem {
  return new Problem('path-unreadable', { path, reason: `it is damaged (${reason})` })
}
