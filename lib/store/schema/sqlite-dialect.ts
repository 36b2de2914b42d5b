/** SQLite through node:sqlite as a Kysely dialect; the one place that knows which database we run on. */
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { SqliteAdapter, SqliteDialect, type SqliteDatabase } from 'kysely'
import { Problem } from '../../errors.ts'

/** How long a query waits for another connection that writes: SQLite's busy timeout. */
const databaseWaitMs = 5000

/** SQLite's result codes for a full disk: SQLITE_FULL, and SQLITE_IOERR_SHMSIZE for the index of the WAL. */
const full = 13
const noSpaceForIndex = 4874

export type SqliteFile = ReturnType<typeof openSqlite>

/**
 * Opens the database at `path`, or creates it. WAL with synchronous FULL: a commit that returned survives a power cut.
 *
 * Throws: nothing of its own; a later query throws Problem `disk-full`.
 */
export function openSqlite(path: string) {
  const sqlite = new DatabaseSync(path, { timeout: databaseWaitMs, enableForeignKeyConstraints: true })
  sqlite.exec('pragma journal_mode = wal; pragma synchronous = full; pragma trusted_schema = off;')
  // A cache of 64 MiB holds the indices of 100,000 profiles; with the default of 2 MiB each query reads them again.
  // Temporary tables and indices of a query take about 30 MB at most: they are in memory, not on the disk.
  sqlite.exec('pragma cache_size = -65536; pragma temp_store = memory;')
  // SQLite's own `lower` is for ASCII alone.
  sqlite.function('unicode_lower', { deterministic: true }, (text) => String(text).toLowerCase())
  // No index may use these: a program that opens a backup without them could neither read nor write its table.
  sqlite.function('unicode_sort_key', { deterministic: true }, (text) => sortKeyOf(String(text)))
  return {
    dialect: new TransactionalSqliteDialect({ database: forKysely(sqlite) }),
    /** Writes a consistent copy of the whole database to the path `copy`, complete and synced before this returns. */
    backUp: (copy: string) => {
      sqlite.prepare('vacuum into ?').run(copy)
    },
  }
}

/** `Äpfel` as `apfel`: by their code points letters with marks stand after z. */
function sortKeyOf(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
}

/** Lets Kysely run migrations in transactions, which SQLite supports for DDL: none can be applied in part. */
class TransactionalSqliteDialect extends SqliteDialect {
  override createAdapter() {
    return new TransactionalAdapter()
  }
}
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

/** The part of better-sqlite3's API that Kysely calls, implemented by node:sqlite. */
function forKysely(sqlite: DatabaseSync): SqliteDatabase {
  const translated = <Value>(run: () => Value): Value => {
    try {
      return run()
    } catch (error) {
      const code = (error as { errcode?: number }).errcode
      if (code === full || code === noSpaceForIndex)
        throw new Problem('disk-full', { path: 'the data directory' }, { cause: error })
      throw error
    }
  }
  return {
    close: () => sqlite.close(),
    prepare: (sql) => {
      // On a full disk SQLite has rolled back by itself: a second rollback would throw and hide the first error.
      if (sql === 'rollback' && !sqlite.isTransaction) sql = 'select 1'
      const statement = translated(() => sqlite.prepare(sql))
      const values = (parameters: readonly unknown[]) => parameters as readonly SQLInputValue[]
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => translated(() => statement.all(...values(parameters))),
        run: (parameters) => translated(() => statement.run(...values(parameters))),
        iterate: (parameters) => statement.iterate(...values(parameters)),
      }
    },
  }
}
