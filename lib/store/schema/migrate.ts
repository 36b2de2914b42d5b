/** Brings a database to this version's shape, step by step, each after a backup. */
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sql, type Kysely } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { Problem } from '../../errors.ts'
import type { SqliteFile } from './sqlite-dialect.ts'

export interface MigrateOptions {
  readonly db: Kysely<never>
  readonly file: SqliteFile
  /** The data directory; backups go to `backups/before-<step>.sqlite` in it. */
  readonly directory: string
  readonly steps: Record<string, Migration>
}

/**
 * Applies the missing steps, each after a backup. A new database is empty, so it is not backed up.
 *
 * Throws: Problem `data-directory-newer` when a newer Hearth was here (nothing is touched); the error of a step that
 * failed, which is then undone.
 */
export async function migrateDatabase({ db, file, directory, steps }: MigrateOptions): Promise<void> {
  const applied = await readAppliedSteps(db)
  const unknown = applied.filter((name) => !(name in steps))
  if (unknown.length > 0) throw new Problem('data-directory-newer', { changes: unknown })

  const migrator = new Migrator({ db, provider: { getMigrations: async () => steps } })
  const missing = Object.keys(steps)
    .sort()
    .filter((name) => !applied.includes(name))
  for (const name of missing) {
    if (applied.length > 0) backUp(file, join(directory, 'backups', `before-${name}.sqlite`))
    const { error } = await migrator.migrateTo(name)
    if (error !== undefined) throw error as Error
  }
}

/** Gives the names of the steps that this database has; none for a new one. */
export async function readAppliedSteps(db: Kysely<never>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some((table) => table.name === 'kysely_migration')) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map((row) => row.name)
}

/** Whole or not at all: a backup cut short by a crash must not pass for one. */
function backUp(file: SqliteFile, path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  if (existsSync(path)) return // that step failed before, after its backup was whole
  const unfinished = `${path}.unfinished`
  rmSync(unfinished, { force: true })
  file.backUp(unfinished)
  renameSync(unfinished, path)
  const folder = openSync(dirname(path), 'r')
  fsyncSync(folder)
  closeSync(folder)
}
