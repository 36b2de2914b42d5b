/** Keeps what the collector must still know after it was killed: each capture, and what that one would leave behind. */
import { join } from 'node:path'
import { z } from 'zod'
import { ownFiles } from '../../host/kernel/named-files.ts'
import { type CleanupRecord, cleanupRecordSchema } from '../../capture/cleanup-record-schema.ts'
import { type Capture, captureSchema } from '../../contract/capture.ts'
import { formatCountOf } from '../../profile/format/units.ts'
import { writeDurably } from './durable-file.ts'

/** Records of the journal as Hearth 0.1 wrote them: perf alone, one event, one profile. */
const oldSchema = z.looseObject({
  capture: z.looseObject({
    request: z.looseObject({ engine: z.literal('perf'), event: z.literal('cpu') }),
    artefact: z.object({ sha256: z.string(), bytes: z.number() }).nullable(),
    profileId: z.string().nullable(),
  }),
})

/** The record in today's shape; what is none of that age is given back as it is. */
function upgradeRecord(record: unknown): unknown {
  const { data } = oldSchema.safeParse(record)
  if (data === undefined) return record
  const { artefact, profileId, request, ...capture } = data.capture
  return {
    ...data,
    capture: {
      ...capture,
      request: { ...request, events: ['cpu'], vantage: 'host' },
      plan: { engine: 'perf', vantage: 'host' },
      artefacts: artefact === null ? [] : [{ event: 'cpu', ...artefact }],
      profiles: profileId === null ? [] : [{ event: 'cpu', profileId }],
    },
  }
}

/** The file has `leftovers` for `cleanup`. */
const recordSchema = z
  .object({ capture: captureSchema, leftovers: z.array(cleanupRecordSchema) })
  .transform((record): JournalRecord => ({ capture: record.capture, cleanup: record.leftovers }))

export interface JournalRecord {
  readonly capture: Capture
  readonly cleanup: readonly CleanupRecord[]
}

export type Journal = ReturnType<typeof openJournal>

/** Opens the journal: one file per capture in a directory that only the collector can enter. */
export function openJournal(directory: string) {
  ownFiles.mkdirSync(directory, { recursive: true, mode: 0o700 })
  const pathOf = (captureId: string) => join(directory, `${captureId}.json`)
  return {
    /** On disk when it returns. Throws: Problem `disk-full`. */
    write: ({ capture, cleanup }: JournalRecord) =>
      writeDurably(pathOf(capture.id), JSON.stringify({ capture, leftovers: cleanup })),
    remove: (captureId: string) => ownFiles.rmSync(pathOf(captureId), { force: true }),
    /** Oldest first. Keeps: files that are no records are put aside as `.bad`, and their number reported. */
    readAll(report: (error: unknown) => void): JournalRecord[] {
      const records: JournalRecord[] = []
      let bad = 0
      for (const name of ownFiles.readdirSync(directory)) {
        if (!name.endsWith('.json')) continue
        const path = join(directory, name)
        const record = readRecord(path)
        if (record !== null) records.push(record)
        else {
          bad++
          ownFiles.renameSync(path, `${path}.bad`)
        }
      }
      records.sort((a, b) => a.capture.phases[0]!.at - b.capture.phases[0]!.at)
      if (bad > 0) report(new Error(`${formatCountOf(bad, 'unreadable record')} of the journal put aside`))
      return records
    },
  }
}

function readRecord(path: string): JournalRecord | null {
  try {
    const { data } = recordSchema.safeParse(upgradeRecord(JSON.parse(ownFiles.readFileSync(path, 'utf8'))))
    return data !== undefined && data.capture.phases.length > 0 ? data : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
