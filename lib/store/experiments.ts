/** Experiments as the command line last reported them. */
import type { Kysely } from 'kysely'
import {
  type Experiment,
  type ExperimentSummary,
  type ReportedExperiment,
  reportedExperimentSchema,
} from '../contract/experiments.ts'
import { listIdsBeginning } from './list-ids-beginning.ts'
import type { ExperimentRow, Tables } from './schema/tables.ts'

/** An experiment without the profiles of its runs, which the library has. */
export type StoredExperiment = ReportedExperiment & Pick<Experiment, 'id' | 'createdBy' | 'updatedAt'>

type ExperimentCounts = Pick<ExperimentSummary, 'configurations' | 'plannedRuns' | 'endedRuns' | 'markedRuns' | 'dueAt'>

export function createExperimentStore(db: Kysely<Tables>) {
  return {
    /** Takes the place of an earlier report; the experiment stays that of who reported it first. */
    async save(id: string, report: ReportedExperiment, createdBy: string, now: number): Promise<StoredExperiment> {
      const { name, service, state, startedAt } = report
      const row = {
        ...{ name, service, state, startedAt, updatedAt: now },
        counts: JSON.stringify(countRuns(report)),
        report: JSON.stringify(report),
      }
      const saved = await db
        .insertInto('experiments')
        .values({ id, createdBy, ...row })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
        .returningAll()
        .executeTakeFirstOrThrow()
      return read(saved)
    },
    async find(id: string): Promise<StoredExperiment | null> {
      const row = await db.selectFrom('experiments').selectAll().where('id', '=', id).executeTakeFirst()
      return row ? read(row) : null
    },
    listIdsBeginning: (beginning: string) => listIdsBeginning(db, 'experiments', beginning),
    /** Newest first. */
    async list(limit: number): Promise<ExperimentSummary[]> {
      const rows = await db
        .selectFrom('experiments')
        .select(['id', 'name', 'service', 'state', 'startedAt', 'createdBy', 'updatedAt', 'counts'])
        .orderBy('startedAt', 'desc')
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map(({ counts, ...row }) => ({
        ...row,
        ...withDue(JSON.parse(counts) as Parameters<typeof withDue>[0]),
      }))
    },
    /** Whether there was such an experiment. */
    async remove(id: string): Promise<boolean> {
      return (await db.deleteFrom('experiments').where('id', '=', id).returning('id').execute()).length > 0
    },
  }
}

function countRuns({ configurations, repetitions, runs, dueAt }: ReportedExperiment): ExperimentCounts {
  return {
    configurations: configurations.length,
    plannedRuns: configurations.length * repetitions,
    endedRuns: runs.length,
    markedRuns: runs.filter(({ marks }) => marks.length > 0).length,
    dueAt,
  }
}

/** Adds `dueAt`, which rows of older versions lack. */
function withDue({
  dueAt = null,
  ...counts
}: Omit<ExperimentCounts, 'dueAt'> & Partial<Pick<ExperimentCounts, 'dueAt'>>): ExperimentCounts {
  return { ...counts, dueAt }
}

/** Checks the report against the schema, since an older version may have written it. */
function read({ id, createdBy, updatedAt, report }: ExperimentRow): StoredExperiment {
  return { ...reportedExperimentSchema.parse(JSON.parse(report)), id, createdBy, updatedAt }
}
