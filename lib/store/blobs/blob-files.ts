/**
 * Immutable files by name; only blobs.ts gives names. Four methods, so that an S3-compatible store can take the place
 * of a directory.
 */
import { mkdir, open, rm, statfs, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { Problem } from '../../errors.ts'

/** Free space of the disk that no file may use, so that the database can write its rows: so many bytes at most. */
const keptDiskBytes = 16 * 2 ** 20
/** The same as a share of the disk, which is less on a small one. */
const keptDiskShare = 0.05

export interface BlobFiles {
  /**
   * The name must be new: a file that has it already is removed when this throws. When this returns the file survives a
   * power cut. Throws: Problem `disk-full`; nothing of the file is left then.
   */
  write(name: string, bytes: Uint8Array): Promise<void>
  /** The stream is pulled, never pushed, and must be read to its end or cancelled. Null when absent. */
  open(name: string): Promise<{ bytes: number; stream: ReadableStream<Uint8Array> } | null>
  /** When this returns they are gone, after a power cut too. Those that are absent are passed over. */
  delete(names: readonly string[]): Promise<void>
  /** Bytes of its disk that are free for us. */
  freeBytes(): Promise<number>
}

/** Bytes of a file that are read at a time. */
const blobChunkBytes = 128 * 1024
/** A SHA-256, and 16 random digits, since two files may have the same bytes. Older versions wrote the SHA-256 alone. */
const isBlobName = (text: string) => /^[0-9a-f]{64}(-[0-9a-f]{16})?$/.test(text)

/** Files `ab/abcd...` below `directory`. */
export async function openBlobDirectory(directory: string): Promise<BlobFiles> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  // Older versions wrote a file there before they moved it to its name.
  await rm(join(directory, 'unfinished'), { recursive: true, force: true })
  const folderOf = (name: string) => join(directory, name.slice(0, 2))
  const pathOf = (name: string) => {
    if (!isBlobName(name)) throw new TypeError(`not the name of a blob: ${name}`)
    return join(folderOf(name), name)
  }

  return {
    async write(name, bytes) {
      const path = pathOf(name)
      try {
        await assertDiskSpace(directory)
        await mkdir(folderOf(name), { recursive: true, mode: 0o700 })
        await writeDurably(path, bytes)
        await syncFolder(folderOf(name))
        await syncFolder(directory)
      } catch (error) {
        await rm(path, { force: true })
        const code = (error as NodeJS.ErrnoException).code
        if (code === 'ENOSPC' || code === 'EDQUOT')
          throw new Problem('disk-full', { path: 'the data directory' }, { cause: error })
        throw error
      }
    },
    async open(name) {
      const file = await ifPresent(open(pathOf(name), 'r'))
      if (file === null) return null
      try {
        return { bytes: (await file.stat()).size, stream: pullFrom(file) }
      } catch (error) {
        await file.close()
        throw error
      }
    },
    async delete(names) {
      for (const name of names) await rm(pathOf(name), { force: true })
      for (const folder of new Set(names.map(folderOf))) await ifPresent(syncFolder(folder))
    },
    async freeBytes() {
      const { bavail, bsize } = await statfs(directory)
      return bavail * bsize
    },
  }
}

/** Throws: Problem `disk-full` where only the kept space is left: without it no profile could be deleted. */
async function assertDiskSpace(directory: string): Promise<void> {
  const { bavail, blocks, bsize } = await statfs(directory)
  if (bavail * bsize < Math.min(keptDiskBytes, keptDiskShare * blocks * bsize))
    throw new Problem('disk-full', { path: 'the data directory' })
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Writes the names in a folder to the disk: else a new name, or its removal, may be lost in a power cut. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

// We do not use Readable.toWeb: it throws outside every catch when a browser leaves in the middle of a download.
function pullFrom(file: FileHandle): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const buffer = new Uint8Array(blobChunkBytes)
        try {
          const { bytesRead } = await file.read(buffer, 0, blobChunkBytes, null)
          if (bytesRead > 0) return controller.enqueue(buffer.subarray(0, bytesRead))
        } catch (error) {
          await file.close()
          throw error
        }
        await file.close()
        controller.close()
      },
      cancel: () => file.close(),
    },
    { highWaterMark: 0 },
  )
}

async function ifPresent<Value>(found: Promise<Value>): Promise<Value | null> {
  try {
    return await found
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
