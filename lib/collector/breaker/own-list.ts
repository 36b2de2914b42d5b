/** A list in a file of a directory that only we can write to. */
import fs from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { Problem } from '../../errors.ts'
import { errnoOf } from '../../host/kernel/errno.ts'
import { ownFiles } from '../../host/kernel/named-files.ts'
import { writeDurably } from '../captures/durable-file.ts'

/**
 * Opens the list of a file, which outlives a reboot. It is read again each time, since the command line may write the
 * same file. A user who may not write there keeps the list in memory, and may not attach to JVMs either.
 *
 * Keeps: a file that cannot be understood is put aside.
 *
 * Throws: Problem `cannot-start` where the directory belongs to another user, or is none.
 */
export function openOwnList<Item>(directory: string, fileName: string, schema: z.ZodType<Item>) {
  const directoryFd = openOwnDirectory(directory)
  const path = `/proc/self/fd/${directoryFd}/${fileName}`
  let inMemory: Item[] = []

  function readFile(): Item[] {
    if (!ownFiles.existsSync(path)) return []
    const items = parse(ownFiles.readFileSync(path, 'utf8'), z.array(schema))
    if (items === null) ownFiles.renameSync(path, `${path}.bad`)
    return items ?? []
  }

  return {
    read: (): Item[] => (directoryFd === null ? inMemory : readFile()),
    /**
     * Writes what `change` makes of the list; null changes nothing. No other program changes it meanwhile. Durable when
     * it returns.
     */
    update(change: (items: Item[]) => Item[] | null): void {
      using _ = directoryFd === null ? null : lockFile(`${path}.lock`)
      const items = change(directoryFd === null ? inMemory : readFile())
      if (items === null) return
      if (directoryFd === null) inMemory = items
      else writeDurably(path, JSON.stringify(items))
    },
    [Symbol.dispose]: () => {
      if (directoryFd !== null) fs.closeSync(directoryFd)
    },
  }
}

/** How long a program waits for another one that changes the list; that takes some ms. */
const longestLockMs = 5000
/** SQLite's result code for a lock that another connection has. */
const busy = 5

/**
 * Locks a file until it is disposed of; the system ends the lock of a program that was killed. Node has no flock: an
 * empty database has a lock of its own. After `longestLockMs` it goes on without one, since a program that was stopped
 * must not stop others.
 */
function lockFile(path: string): Disposable {
  const lock = new DatabaseSync(path, { timeout: longestLockMs })
  try {
    lock.exec('begin immediate')
  } catch (error) {
    if ((error as { errcode?: number }).errcode !== busy) {
      lock.close()
      throw error
    }
  }
  return { [Symbol.dispose]: () => lock.close() }
}

/**
 * Held open and looked at through the descriptor: another user's link may take its name a moment later. It is made
 * one that its owner alone may write to; null where we may not.
 */
function openOwnDirectory(directory: string): number | null {
  let directoryFd: number
  try {
    ownFiles.mkdirSync(directory, { recursive: true, mode: 0o700 })
    directoryFd = ownFiles.openSync(
      directory,
      fs.constants.O_RDONLY | fs.constants.O_DIRECTORY | fs.constants.O_NOFOLLOW,
    )
  } catch (error) {
    if (isRefusal(error)) return null
    if (['ELOOP', 'ENOTDIR', 'EEXIST'].includes(errnoOf(error)))
      throw unsafeDirectoryProblem(directory, 'it is no directory', error)
    throw error
  }
  try {
    const { uid, mode } = fs.fstatSync(directoryFd)
    if (uid !== (process.getuid?.() ?? 0)) throw unsafeDirectoryProblem(directory, `it belongs to user ${uid}`)
    // Others may enter some: the web program enters the run directory.
    if ((mode & writableByOthers) !== 0) fs.fchmodSync(directoryFd, mode & 0o777 & ~writableByOthers)
    ownFiles.accessSync(`/proc/self/fd/${directoryFd}`, fs.constants.W_OK)
    return directoryFd
  } catch (error) {
    fs.closeSync(directoryFd)
    if (isRefusal(error)) return null
    throw error
  }
}

/** Bits of the mode that let the group, or all, create and remove files. */
const writableByOthers = 0o022

const isRefusal = (error: unknown): boolean => ['EACCES', 'EPERM', 'EROFS'].includes(errnoOf(error))

function unsafeDirectoryProblem(path: string, reason: string, cause?: unknown): Problem {
  const facts = {
    reason: `${path} cannot keep what the collector remembers: ${reason}.`,
    remedy: 'Remove it, or set HEARTH_DATA to another directory.',
  }
  return new Problem('cannot-start', facts, { cause })
}

function parse<Items>(text: string, schema: z.ZodType<Items>): Items | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
