import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Kysely } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Problem } from '../../errors.ts'
import { sampleFirstPaint, sampleNewProfile } from '../../testing/samples.ts'
import { createShareStore, type NewShareRow } from '../access/shares.ts'
import { createProfileStore } from '../library/profiles.ts'
import { openSqlite } from '../schema/sqlite-dialect.ts'
import type { Tables } from '../schema/tables.ts'
import { openStore } from '../store.ts'
import { type BlobFiles, openBlobDirectory } from './blob-files.ts'
import { createBlobs, writingGraceMs } from './blobs.ts'
import { createQuota } from './quota.ts'

let directory = ''
let databases: Kysely<Tables>[] = []
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'hearth-blobs-'))
  await (await openStore(directory)).close()
})
afterEach(async () => {
  for (const db of databases) await db.destroy()
  databases = []
  rmSync(directory, { recursive: true, force: true })
})

/**
 * The stores of one of several processes, with its own connection and mutexes. `afterWrite` runs after a file is
 * written and before its row is.
 */
async function openProcess(afterWrite: () => Promise<unknown> = async () => {}) {
  const db = new Kysely<Tables>({ dialect: openSqlite(join(directory, 'hearth.sqlite')).dialect })
  databases.push(db)
  const quota = createQuota(db, null)
  const openBlobs = async (folder: 'blobs' | 'redacted') => {
    const files = await openBlobDirectory(join(directory, folder))
    const write: BlobFiles['write'] = async (name, bytes) => {
      await files.write(name, bytes)
      await afterWrite()
    }
    return createBlobs(db, folder, { ...files, write })
  }
  const profiles = createProfileStore(db, await openBlobs('blobs'), quota)
  const shares = createShareStore(db, await openBlobs('redacted'), quota)
  return { db, profiles, shares }
}
const blobFiles = () =>
  ['blobs', 'redacted'].flatMap((folder) =>
    readdirSync(join(directory, folder), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()),
  )
const blobRows = (db: Kysely<Tables>) => db.selectFrom('blobs').select('state').execute()
const bytes = (content: string) => new TextEncoder().encode(content)

/** The sweep that a process runs at its start and regularly. */
async function startProcess(now = Date.now()): Promise<void> {
  const { profiles, shares } = await openProcess()
  await profiles.sweep(now)
  await shares.sweep(1000)
}

test('a process that starts while another one has written bytes without their row deletes nothing', async () => {
  const { profiles, shares } = await openProcess(startProcess)
  const saved = await profiles.save(sampleNewProfile(), bytes('profile'))
  expect(await text((await profiles.open(saved.id))!.stream)).toBe('profile')

  const copy = { summary: saved, encodedBytes: 9, gzipped: bytes('copy'), firstPaint: sampleFirstPaint }
  const share: NewShareRow = {
    ...{ profileId: saved.id, baselineId: null, audience: 'public', embeddable: false, tokenHash: 'hash' },
    ...{ redaction: { keepPackages: [], threads: true, places: true }, origin: 'http://127.0.0.1:7117' },
    ...{ createdBy: 'owner', now: 1000, expiresAt: 2000, copies: { profile: copy, baseline: null } },
  }
  await shares.add(share)
  const { copies } = (await shares.find('hash', 1500))!
  expect(await text((await shares.openCopy(copies!.profile))!.stream)).toBe('copy')
})

test('a process that purges the last profile with equal bytes during a save keeps those of the new profile', async () => {
  const other = await openProcess()
  const old = await other.profiles.save(sampleNewProfile(), bytes('same'))
  const { db, profiles } = await openProcess(() => other.profiles.remove(old.id))
  const saved = await profiles.save(sampleNewProfile(), bytes('same'))
  expect(await text((await profiles.open(saved.id))!.stream)).toBe('same')
  expect([await blobRows(db), blobFiles()]).toEqual([[{ state: 'stored' }], [expect.anything()]])
})

test('a save that takes longer than the grace period fails, and leaves no profile without bytes', async () => {
  const { db, profiles } = await openProcess(() => startProcess(Date.now() + writingGraceMs))
  await expect(profiles.save(sampleNewProfile(), bytes('late'))).rejects.toThrow('was removed')
  expect([await profiles.list(), await blobRows(db), blobFiles()]).toEqual([[], [], []])
})

test('a failed save leaves neither a row nor a file', async () => {
  const full = new Problem('disk-full', { path: directory })
  const { db, profiles } = await openProcess(() => Promise.reject(full))
  await expect(profiles.save(sampleNewProfile(), bytes('x'))).rejects.toBe(full)
  expect([await blobRows(db), blobFiles()]).toEqual([[], []])
})

test('two processes that save equal bytes at once keep one file', async () => {
  const processes = [await openProcess(), await openProcess()]
  await Promise.all(processes.map(({ profiles }) => profiles.save(sampleNewProfile(), bytes('same'))))
  const [{ db, profiles }] = processes as [(typeof processes)[0]]
  expect(await profiles.list()).toHaveLength(2)
  await profiles.sweep()
  expect([await blobRows(db), blobFiles()]).toEqual([[{ state: 'stored' }], [expect.anything()]])
})

test('a file whose size cannot be asked for is closed', async () => {
  const { profiles } = await openProcess()
  const saved = await profiles.save(sampleNewProfile(), bytes('profile'))
  await using own = await open(directory)
  const broken = new Error('EIO')
  using _ = vi.spyOn(Object.getPrototypeOf(own) as FileHandle, 'stat').mockRejectedValueOnce(broken)
  await expect(profiles.open(saved.id)).rejects.toBe(broken)
  expect(openPaths().filter((path) => path.startsWith(join(directory, 'blobs')))).toEqual([])
})

/** The files and directories that this process has open. */
const openPaths = () =>
  readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)]
    } catch {
      return [] // the list itself, closed by now
    }
  })
