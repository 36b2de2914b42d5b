/**
 * Keeps all data that survives a restart in one directory: a SQLite file for rows, and files for bytes, each with a row
 * of its own.
 */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { lockFileName } from '../config.ts'
import { isProblem, Problem } from '../errors.ts'
import { openBlobDirectory } from './blobs/blob-files.ts'
import { createBlobs } from './blobs/blobs.ts'
import { createCaptureStore } from './captures.ts'
import { createExperimentStore } from './experiments.ts'
import { createFirstPaintStore } from './library/first-paints.ts'
import { createLibraryStore } from './library/library.ts'
import { migrateDatabase } from './schema/migrate.ts'
import { migrations } from './schema/migrations.ts'
import { createNoteStore } from './notes.ts'
import { createProfileStore } from './library/profiles.ts'
import { createRetentionStore } from './library/retention.ts'
import { createQuota } from './blobs/quota.ts'
import { createServiceStore } from './library/services.ts'
import { createRepeatableRequestStore } from './idempotency-keys.ts'
import { type AuditStore, createAuditStore } from './access/audit.ts'
import { createEnrolledCollectorStore } from './access/collectors.ts'
import { createSessionStore, type SessionStore } from './access/sessions.ts'
import { createShareStore } from './access/shares.ts'
import { openSqlite } from './schema/sqlite-dialect.ts'
import type { BlobRow, Tables } from './schema/tables.ts'
import { createTokenStore } from './access/tokens.ts'
import { createWebhookStore } from './access/webhooks.ts'

/** Characters of the file that says which process holds the store which a refusal repeats. */
const mostHolderChars = 200

/** SQLite's result code SQLITE_BUSY: another process has the lock. */
const busy = 5

/**
 * Takes the directory for this process. The lock is the kernel's (an exclusively locked SQLite file), so it ends with
 * the process however it dies, and no stale file can shut anyone out. Who holds it is text beside it, for the message
 * only.
 *
 * Throws: Problem `data-directory-locked`.
 */
function lockDirectory(directory: string) {
  const lock = new DatabaseSync(join(directory, lockFileName), { timeout: 0 })
  const holderFile = join(directory, 'lock.txt')
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== busy) throw error
    throw new Problem('data-directory-locked', { path: directory, holder: readHolder(holderFile) }, { cause: error })
  }
  writeFileSync(holderFile, `PID ${process.pid} since ${new Date().toISOString()}`, { mode: 0o600 })
  return { release: () => lock.close() }
}

function readHolder(file: string): string {
  try {
    return readFileSync(file, 'utf8').slice(0, mostHolderChars)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'it has just started'
    throw error
  }
}

export type Store = Awaited<ReturnType<typeof openStore>>

/**
 * Opens the data directory, makes it when absent, and brings it to this version's shape. `quotaBytes` is the limit of
 * all blobs together; null for none.
 *
 * Throws: Problem `data-directory-locked`, `data-directory-newer`, `disk-full`.
 */
export async function openStore(directory: string, quotaBytes: number | null = null) {
  makePrivate(directory)
  const lock = lockDirectory(directory)
  try {
    return await openLocked(directory, lock, quotaBytes)
  } catch (error) {
    lock.release()
    throw error
  }
}

async function openLocked(directory: string, lock: ReturnType<typeof lockDirectory>, quotaBytes: number | null) {
  const file = openSqlite(join(directory, 'hearth.sqlite'))
  const db = new Kysely<Tables>({ dialect: file.dialect })
  try {
    await migrateDatabase({ db: db as unknown as Kysely<never>, file, directory, steps: migrations })
    const quota = createQuota(db, quotaBytes)
    const openBlobs = async (folder: BlobRow['folder']) =>
      createBlobs(db, folder, await openBlobDirectory(join(directory, folder)))
    const profiles = createProfileStore(db, await openBlobs('blobs'), quota)
    await profiles.sweep()
    const shares = createShareStore(db, await openBlobs('redacted'), quota)
    await shares.sweep(Date.now())
    return {
      profiles,
      firstPaints: createFirstPaintStore(db),
      library: createLibraryStore(db),
      services: createServiceStore(db),
      retention: createRetentionStore(db),
      captures: createCaptureStore(db),
      experiments: createExperimentStore(db),
      shares,
      notes: createNoteStore(db),
      sessions: createSessionStore(db),
      tokens: createTokenStore(db),
      collectors: createEnrolledCollectorStore(db),
      audit: createAuditStore(db),
      webhooks: createWebhookStore(db),
      repeatableRequests: createRepeatableRequestStore(db),
      async close() {
        await db.destroy()
        lock.release()
      },
    }
  } catch (error) {
    await db.destroy()
    throw error
  }
}

/**
 * Opens the sessions and the audit log for the command line, while a server may be running.
 *
 * Throws: as openStore, except that a lock held by another is no hindrance.
 */
export async function openSessions(
  directory: string,
): Promise<{ sessions: SessionStore; audit: AuditStore; close(): Promise<void> }> {
  try {
    return await openStore(directory)
  } catch (error) {
    if (!isProblem(error) || error.code !== 'data-directory-locked') throw error
  }
  // The one who holds the lock has migrated it.
  const db = new Kysely<Tables>({ dialect: openSqlite(join(directory, 'hearth.sqlite')).dialect })
  return { sessions: createSessionStore(db), audit: createAuditStore(db), close: () => db.destroy() }
}

/** 0700 even where it was made by hand with more: profiles name a company's code. */
function makePrivate(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  chmodSync(directory, 0o700)
}
