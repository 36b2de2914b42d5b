/**
 * The files that one run of perf writes: `perf.data`, which grows, and for a flight recorder the whole ones before it,
 * which perf names `perf.data.<time>` when it begins the next and removes when they are too many.
 */
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { ownFiles } from '../../host/kernel/named-files.ts'
import { errnoOf } from '../../host/kernel/errno.ts'
import { createPerfDataCounter, type PerfDataCounter, recordBytesAt } from './perf-data-counter.ts'

const currentName = 'perf.data'

interface FollowedFile {
  readonly counter: PerfDataCounter
  position: number
  name: string
  /** Time of its last change, ns: the clock in the names may be set back. */
  at: bigint
}

/** Bytes of perf's files that are read at a time while it records. */
const perfReadBytes = 2 ** 18
/** PERF_RECORD_FINISHED_ROUND */
const finishedRoundRecord = 68

export function followPerfFiles(directory: string, isCounted: ((pid: number) => boolean) | null) {
  /** Keys are inodes, since perf renames its files. */
  const files = new Map<string, FollowedFile>()
  const chunk = Buffer.allocUnsafe(perfReadBytes)
  let lostBefore = 0

  async function find(): Promise<FollowedFile[]> {
    const names = (await ownFiles.promises.readdir(directory)).filter((name) => /^perf\.data(\.\d+)?$/.test(name))
    const there = new Set<string>()
    for (const name of names) {
      const stat = await ownFiles.promises.stat(join(directory, name), { bigint: true }).catch(nullIfMissing)
      if (stat === null) continue
      const inode = `${stat.ino}`
      there.add(inode)
      const followed = files.get(inode)
      if (followed) Object.assign(followed, { name, at: stat.mtimeNs })
      else files.set(inode, { counter: createPerfDataCounter(isCounted), position: 0, name, at: stat.mtimeNs })
    }
    for (const [inode, { counter }] of files) {
      if (there.has(inode)) continue
      lostBefore += counter.lostSamples
      files.delete(inode)
    }
    const byAge = (a: FollowedFile, b: FollowedFile) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)
    return [...files.values()].sort((a, b) => (a.name === currentName ? 1 : b.name === currentName ? -1 : byAge(a, b)))
  }

  async function readOne(file: FollowedFile): Promise<void> {
    const handle = await ownFiles.promises.open(join(directory, file.name), 'r').catch(nullIfMissing)
    if (handle === null) return // perf renamed or removed it meanwhile; the next look finds out
    try {
      if (file.position === 0 && !(await hasHeader(handle))) return
      for (;;) {
        const { bytesRead } = await handle.read(chunk, 0, chunk.length, file.position)
        if (bytesRead === 0) return
        // A copy: the counter keeps its end, and `chunk` is used again.
        file.counter.push(Buffer.from(chunk.subarray(0, bytesRead)))
        file.position += bytesRead
      }
    } finally {
      await handle.close()
    }
  }

  async function read(): Promise<FollowedFile[]> {
    const followedFiles = await find()
    for (const file of followedFiles) await readOne(file)
    return followedFiles
  }

  return {
    /** Reads the bytes by which they have grown since the last time. */
    read: async () => void (await read()),
    /** Counts samples of the files that are still there, and lost samples of all there ever were. */
    counts(): { samples: number; lostSamples: number } {
      const all = [...files.values()].map(({ counter }) => counter)
      const lost = all.reduce((sum, { lostSamples }) => sum + lostSamples, lostBefore)
      return { samples: all.reduce((sum, { samples }) => sum + samples, 0), lostSamples: lost }
    },
    /**
     * Removes the oldest files until the others have `maxBytes`, but never the newest, which perf writes. Gives how
     * many.
     */
    async trim(maxBytes: number): Promise<number> {
      const followedFiles = await find()
      let bytes = followedFiles.reduce((sum, { position }) => sum + position, 0)
      let removed = 0
      for (const { name, position } of followedFiles) {
        if (bytes <= maxBytes || name === currentName) break
        await ownFiles.promises.rm(join(directory, name), { force: true })
        bytes -= position
        removed++
      }
      return removed
    },
    /**
     * Gives the names of the files in the order of their time. All users can read them, each is as long as its header
     * says, and nothing writes them any longer.
     */
    async finish(): Promise<string[]> {
      const whole: string[] = []
      for (const { name, counter } of await read()) {
        if (counter.recordBytes === 0) continue
        await repair(join(directory, name), counter)
        await ownFiles.promises.chmod(join(directory, name), 0o444)
        whole.push(name)
      }
      return whole
    },
    /**
     * Copies them as they are now, below `name` on the same file system. Gives names relative to the capture's
     * directory.
     */
    async snapshot(name: string): Promise<string[]> {
      await ownFiles.promises.mkdir(join(directory, name))
      await ownFiles.promises.chmod(join(directory, name), 0o755) // for perf script, which is another user
      const copies: string[] = []
      for (const { name: from, counter } of await read()) {
        if (counter.recordBytes === 0) continue
        const copy = `${name}/${copies.length}.data`
        // Whole ones are shared and not copied: perf never writes them again, even if it removes them.
        const take = from === currentName ? ownFiles.promises.copyFile : ownFiles.promises.link
        if ((await take(join(directory, from), join(directory, copy)).catch(nullIfMissing)) === null) continue
        // perf may have begun its next file since, and this be that one.
        const { size } = await ownFiles.promises.stat(join(directory, copy))
        if (size < counter.recordsBegin! + counter.recordBytes) continue
        await repair(join(directory, copy), counter)
        await ownFiles.promises.chmod(join(directory, copy), 0o444)
        copies.push(copy)
      }
      return copies
    },
  }
}

/** perf writes the records first, and the header a moment later into the hole before them. */
async function hasHeader(file: FileHandle): Promise<boolean> {
  const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0)
  return buffer.toString('latin1') === 'PERFILE2'
}

/**
 * Makes a file readable for perf script: with the size of its records, which perf leaves 0 until it has finished, and
 * without the events of BPF programs, on which perf 6.1 gives up reading now and then (`failed to process type: 17 [Bad
 * address]`) when another program loads one meanwhile. They become the mark of a finished round, which any perf knows
 * and which says nothing.
 */
async function repair(path: string, { recordBytes, kernelSymbols }: PerfDataCounter): Promise<void> {
  const file = await ownFiles.promises.open(path, 'r+')
  try {
    const finishedRound = Buffer.alloc(4)
    finishedRound.writeUInt32LE(finishedRoundRecord)
    for (const at of kernelSymbols) await file.write(finishedRound, 0, 4, at)
    const bytes = Buffer.alloc(8)
    await file.read(bytes, 0, 8, recordBytesAt)
    if (bytes.readBigUInt64LE() !== 0n) return
    bytes.writeBigUInt64LE(BigInt(recordBytes))
    await file.write(bytes, 0, 8, recordBytesAt)
  } finally {
    await file.close()
  }
}

function nullIfMissing(error: unknown): null {
  if (errnoOf(error) === 'ENOENT') return null
  throw error
}
