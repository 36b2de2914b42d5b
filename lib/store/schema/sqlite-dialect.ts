/** SQLite through node:sqlite as a Kysely dialect; the one place that knows which database we run on. */
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { SqliteAdapter, SqliteDialect, type SqliteDatabase } from 'kysely'
import { Problem } from '../../errors.ts'

/** Everything SQLite says when there is no room: SQLITE_FULL, and SQLITE_IOERR_SHMSIZE for the WAL's index. */
const full = 13
const noSpaceForIndex = 4874

export type SqliteFile = ReturnType<typeof openSqlite>

/**
 * The database file at `path`, made when absent. WAL with synchronous FULL: a commit that returned survives a power cut.
 *
 * Throws: later, from each query: Problem `disk-full`.
 */
export function openSqlite(path: string) {
  const sqlite = new DatabaseSync(path, { timeout: 5000, enableForeignKeyConstraints: true })
  sqlite.exec('pragma journal_mode = wal; pragma synchronous = full; pragma trusted_schema = off;')
  // 64 MiB: the indices of a hundred thousand profiles. The 2 MiB that it has by itself are read again for each question.
  // What a question collects on its way is some 30 MB at most, and stays off the disk.
  sqlite.exec('pragma cache_size = -65536; pragma temp_store = memory;')
  return {
    dialect: new TransactionalSqliteDialect({ database: forKysely(sqlite, path) }),
    /** A consistent copy of the whole database, complete and synced before this returns. */
    backUp: (copy: string) => {
      sqlite.prepare('vacuum into ?').run(copy)
    },
  }
}

/** Kysely holds back DDL transactions for SQLite, which has them: with them a half migration cannot exist. */
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

/** The part of better-sqlite3 that Kysely speaks, over node:sqlite. */
function forKysely(sqlite: DatabaseSync, path: string): SqliteDatabase {
  const translated = <Value>(run: () => Value): Value => {
    try {
      return run()
    } catch (error) {
      const code = (error as { errcode?: number }).errcode
      if (code === full || code === noSpaceForIndex) throw new Problem('disk-full', { path }, { cause: error })
      throw error
    }
  }
  return {
    close: () => sqlite.close(),
    prepare: (sql) => {
      // A full disk already rolled back: a second rollback would throw and hide why.
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
