/** Closes open files at the end of a scope, and reads, writes and copies them in bounds. */
import fs from 'node:fs'
import { ownFiles } from './named-files.ts'

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = fs.constants
/** Bytes of a file that are copied at a time. */
const copyChunkBytes = 2 ** 20

/** `using file = closing(ownFiles.openSync(path))`. */
export function closing(fd: number): Disposable & { readonly fd: number } {
  return { fd, [Symbol.dispose]: () => fs.closeSync(fd) }
}

/** Reads at most so many bytes, also of a file that grows meanwhile. */
export function readStart(fd: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes)
  let filled = 0
  while (filled < bytes) {
    const read = fs.readSync(fd, buffer, filled, bytes - filled, filled)
    if (read === 0) break
    filled += read
  }
  return buffer.subarray(0, filled)
}

/** Reads a piece of the file, less at its end; no bytes for an offset or a length that is out of bounds. */
export function readPiece(fd: number, offset: number, length: number, maxLength: number): Uint8Array {
  if (!Number.isSafeInteger(offset) || offset < 0 || !(length <= maxLength)) return new Uint8Array(0)
  const bytes = new Uint8Array(Math.max(0, Math.min(length, fs.fstatSync(fd).size - offset)))
  return bytes.subarray(0, fs.readSync(fd, bytes, 0, bytes.length, offset))
}

export function writeAll(fd: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += fs.writeSync(fd, bytes, at)
}

/** Copies the bytes of `readStart` to a new file of ours, mode 0600. Gives how many. */
export function copyStart(fd: number, destination: string, bytes: number): number {
  using to = closing(ownFiles.openSync(destination, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600))
  const chunk = Buffer.allocUnsafe(Math.min(bytes, copyChunkBytes))
  let copied = 0
  while (copied < bytes) {
    const read = fs.readSync(fd, chunk, 0, Math.min(chunk.length, bytes - copied), copied)
    if (read === 0) break
    writeAll(to.fd, chunk.subarray(0, read))
    copied += read
  }
  return copied
}
