/** Immutable bytes, named by their SHA-256. Four methods, so that an S3-compatible store can take the place of a directory. */
import { createHash, randomBytes } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { Problem } from '../../errors.ts'

export interface BlobStore {
  /** Stores the bytes; when this returns they survive a power cut. The same bytes twice are one blob. */
  put(chunks: AsyncIterable<Uint8Array>): Promise<{ sha256: string; bytes: number }>
  /** The stream is pulled, never pushed, and must be read to its end or cancelled. Null when absent. */
  get(sha256: string): Promise<{ bytes: number; stream: ReadableStream<Uint8Array> } | null>
  has(sha256: string): Promise<boolean>
  delete(sha256: string): Promise<void>
}

export interface BlobDirectory extends BlobStore {
  /** Every blob there is, in no order. */
  list(): AsyncGenerator<string>
  /** Of its disk, for us. */
  freeBytes(): Promise<number>
}

const chunkBytes = 128 * 1024
const isSha256 = (text: string) => /^[0-9a-f]{64}$/.test(text)

/**
 * Blobs as files `ab/abcd...` below `directory`, unfinished ones in `unfinished/`, which is emptied here.
 *
 * Throws: from `put`, Problem `disk-full`; nothing of the blob is left then.
 */
export async function openBlobDirectory(directory: string): Promise<BlobDirectory> {
  const unfinished = join(directory, 'unfinished')
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  const folderOf = (sha256: string) => join(directory, sha256.slice(0, 2))
  const pathOf = (sha256: string) => {
    if (!isSha256(sha256)) throw new TypeError(`not the name of a blob: ${sha256}`)
    return join(folderOf(sha256), sha256)
  }
  const has = (sha256: string) => ifPresent(stat(pathOf(sha256))).then((found) => found !== null)

  return {
    async put(chunks) {
      const path = join(unfinished, randomBytes(16).toString('hex'))
      try {
        await assertDiskSpace(directory)
        const blob = await writeDurably(path, chunks)
        if (await has(blob.sha256)) await rm(path)
        else {
          await mkdir(folderOf(blob.sha256), { recursive: true, mode: 0o700 })
          await rename(path, pathOf(blob.sha256))
          await syncFolder(folderOf(blob.sha256))
          await syncFolder(directory)
        }
        return blob
      } catch (error) {
        await rm(path, { force: true })
        const code = (error as NodeJS.ErrnoException).code
        if (code === 'ENOSPC' || code === 'EDQUOT')
          throw new Problem('disk-full', { path: directory }, { cause: error })
        throw error
      }
    },
    async get(sha256) {
      const file = await ifPresent(open(pathOf(sha256), 'r'))
      if (file === null) return null
      return { bytes: (await file.stat()).size, stream: pullFrom(file) }
    },
    has,
    async delete(sha256) {
      await rm(pathOf(sha256), { force: true })
    },
    async freeBytes() {
      const { bavail, bsize } = await statfs(directory)
      return bavail * bsize
    },
    async *list() {
      for (const folder of await readdir(directory)) {
        if (folder.length !== 2) continue
        for (const name of await readdir(join(directory, folder))) if (isSha256(name)) yield name
      }
    },
  }
}

/** The last bit of a disk is kept for rows: without it nobody could delete a profile to make room. */
async function assertDiskSpace(directory: string): Promise<void> {
  const { bavail, blocks, bsize } = await statfs(directory)
  if (bavail * bsize < Math.min(16 * 2 ** 20, 0.05 * blocks * bsize))
    throw new Problem('disk-full', { path: directory })
}

async function writeDurably(
  path: string,
  chunks: AsyncIterable<Uint8Array>,
): Promise<{ sha256: string; bytes: number }> {
  const file = await open(path, 'wx', 0o600)
  try {
    const hash = createHash('sha256')
    let bytes = 0
    for await (const chunk of chunks) {
      hash.update(chunk)
      bytes += chunk.byteLength
      await file.writeFile(chunk)
    }
    await file.sync()
    return { sha256: hash.digest('hex'), bytes }
  } finally {
    await file.close()
  }
}

/** Without this the rename itself may be lost in a power cut. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

// Not Readable.toWeb: a browser that goes away in mid-download makes that one throw outside every catch.
function pullFrom(file: FileHandle): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const buffer = new Uint8Array(chunkBytes)
        try {
          const { bytesRead } = await file.read(buffer, 0, chunkBytes, null)
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
