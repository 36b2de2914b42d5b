/** Files that a helper sends, kept under names of our own: it cannot choose one, nor fill the disk. */
import fs from 'node:fs'
import { join } from 'node:path'
import { limitCopyBytes } from '../capture/disk-space.ts'
import { Problem } from '../errors.ts'

export interface ReceivedFiles extends Disposable {
  begin(file: number): void
  /** Throws: Problem `disk-full`. */
  append(file: number, bytes: Uint8Array): void
  finish(file: number): void
  /** The name of a file that is whole. Throws: an Error when there is none. */
  nameOf(file: number): string
}

/** A flight recorder may run for a day, with a picture every few seconds. */
const maxFiles = 1_000_000
const maxBytes = 4 * 2 ** 30

export function createReceivedFiles(directory: string): ReceivedFiles {
  const open = new Map<number, number>()
  const whole = new Set<number>()
  let freeBytes = 0

  return {
    begin(file) {
      if (open.has(file) || whole.has(file)) throw new Error(`file ${file} comes twice`)
      if (whole.size + open.size >= maxFiles) throw new Error(`more than ${maxFiles} files`)
      // Live pictures are removed again: what counts is the room there is now.
      if (open.size === 0) freeBytes = limitCopyBytes(directory, maxBytes)
      // The parser, as another user, reads it.
      open.set(file, fs.openSync(join(directory, nameFor(file)), 'wx', 0o644))
    },
    append(file, bytes) {
      const descriptor = open.get(file)
      if (descriptor === undefined) throw new Error(`bytes of file ${file}, which is not open`)
      freeBytes -= bytes.length
      if (freeBytes < 0) throw new Problem('disk-full', { path: directory })
      fs.writeFileSync(descriptor, bytes)
    },
    finish(file) {
      const descriptor = open.get(file)
      if (descriptor === undefined) throw new Error(`the end of file ${file}, which is not open`)
      fs.closeSync(descriptor)
      open.delete(file)
      whole.add(file)
    },
    nameOf(file) {
      if (!whole.has(file)) throw new Error(`file ${file} was never sent`)
      return nameFor(file)
    },
    [Symbol.dispose]() {
      for (const descriptor of open.values()) fs.closeSync(descriptor)
      open.clear()
    },
  }
}

function nameFor(file: number): string {
  return `from-helper-${file}`
}
