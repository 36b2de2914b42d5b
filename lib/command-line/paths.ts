/** Files and directories that a command was given, and why they cannot be read. */
import fs from 'node:fs'
import { Problem } from '../errors.ts'
import { errnoOf } from '../host/kernel/errno.ts'
import { escapeControls } from './plain-text.ts'

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a directory',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
}

/** What opening or reading it threw, as Problem `path-unreadable`; a bug is passed on as it is. */
export function translatePathError(error: unknown, path: string): unknown {
  const errno = errnoOf(error)
  if (errno === '') return error
  return new Problem(
    'path-unreadable',
    { path: escapeControls(path), reason: reasons[errno] ?? errno },
    { cause: error },
  )
}

/** Throws: Problem `path-unreadable`. */
export function assertFile(path: string): void {
  assertKind(path, 'file', (stat) => !stat.isDirectory())
}

/** Throws: Problem `path-unreadable`. */
export function assertDirectory(path: string): void {
  assertKind(path, 'directory', (stat) => stat.isDirectory())
}

function assertKind(path: string, kind: 'file' | 'directory', fits: (stat: fs.Stats) => boolean): void {
  const stat = fs.statSync(path, { throwIfNoEntry: false })
  if (stat !== undefined && fits(stat)) return
  const reason = stat === undefined ? `there is no such ${kind}` : `it is no ${kind}`
  throw new Problem('path-unreadable', { path: escapeControls(path), reason })
}
