/** Files and directories that a command was given, and why they cannot be read. */
import fs from 'node:fs'
import { dirname } from 'node:path'
import { Problem } from '../errors.ts'
import { errnoOf } from '../host/kernel/errno.ts'
import { escapeControls, escapeControlsInLines } from './plain-text.ts'
import type { CommandStreams } from './streams.ts'

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a directory',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left',
}

/**
 * An error of the system in opening or reading `path`, as Problem `path-unreadable`; any other is passed on as it is.
 */
export function translatePathError(error: unknown, path: string): unknown {
  const errno = errnoOf(error)
  if (errno === '') return error
  return new Problem(
    'path-unreadable',
    { path: escapeControls(path), reason: reasons[errno] ?? errno },
    { cause: error },
  )
}

export function isFile(path: string): boolean {
  return fs.statSync(path, { throwIfNoEntry: false })?.isFile() === true
}

export function isDirectory(path: string): boolean {
  return fs.statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

/** Takes a regular file only. Throws: Problem `path-unreadable`. */
export function assertFile(path: string): void {
  assertKind(path, 'file', isFile)
}

/** Refuses a path that is no directory. Throws: Problem `path-unreadable`. */
export function assertDirectory(path: string): void {
  assertKind(path, 'directory', isDirectory)
}

function assertKind(path: string, kind: 'file' | 'directory', isKind: (path: string) => boolean): void {
  try {
    if (isKind(path)) return
  } catch (error) {
    throw translatePathError(error, path)
  }
  const reason = fs.existsSync(path) ? `it is no ${kind}` : `there is no such ${kind}`
  throw new Problem('path-unreadable', { path: escapeControls(path), reason })
}

/**
 * Before something is recorded in vain: a file can be made there, or written over. Throws: Problem `path-unwritable`.
 */
export function assertWritable(path: string): void {
  const isThere = fs.existsSync(path)
  const parent = dirname(path)
  if (!isThere && !isDirectory(parent)) throw unwritable(path, `there is no directory ${escapeControls(parent)}`)
  if (isDirectory(path)) throw unwritable(path, reasons['EISDIR']!)
  try {
    fs.accessSync(isThere ? path : parent, fs.constants.W_OK)
  } catch (error) {
    throw translateWriteError(error, path)
  }
}

/**
 * An error of the system in opening or writing `path`, as Problem `path-unwritable`; any other is passed on as it is.
 */
export function translateWriteError(error: unknown, path: string): unknown {
  const errno = errnoOf(error)
  // In a pipeline the source may have failed, and not the file.
  const isOfSource = (error as NodeJS.ErrnoException | null)?.syscall === 'read'
  return errno === '' || isOfSource ? error : unwritable(path, reasons[errno] ?? errno, error)
}

function unwritable(path: string, reason: string, cause?: unknown): Problem {
  return new Problem('path-unwritable', { path: escapeControls(path), reason }, { cause })
}

/** Gives the bytes of a file. Throws: Problem `path-unreadable`. */
export function openFile(path: string): fs.ReadStream {
  assertFile(path)
  return fs.createReadStream(path, { highWaterMark: 2 ** 20 })
}

/** Tells why one of several files could not be read; the others may be. What helps with several is said once. */
export function createFileProblems(stderr: CommandStreams['stderr']): (file: string, problem: Problem) => void {
  const remedies = new Set<string>()
  return (file, problem) => {
    // That a path cannot be read names it already.
    const subject = problem.code === 'path-unreadable' ? '' : `${escapeControls(file)}: `
    const [message, remedy] = [problem.message, problem.remedy].map(escapeControlsInLines) as [string, string]
    stderr.write(`${subject}${message}\n${remedies.has(remedy) ? '' : `${remedy}\n`}`)
    remedies.add(remedy)
  }
}
