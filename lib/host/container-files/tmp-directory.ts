/** Can HotSpot put its attach socket and its symbol map into its /tmp? It uses no other directory. */
import fs from 'node:fs'
import { isProblem } from '../../errors.ts'
import { freeBytesOf, spaceOf } from './by-descriptor.ts'
import { identityOf } from './container-file.ts'
import { withContainerPath } from './container-path.ts'
import { findMount, readMounts } from './mounts.ts'
import { isAccessAllowed } from './file-permission.ts'
import type { PinnedProcess } from '../process/pinned-process.ts'
import type { ProcessStatus } from '../process/process-status.ts'

/** null when it can; else why not. Only looks. Throws: Problem `target-gone`, `no-permission`. */
export function whyTmpNotWritable(p: PinnedProcess, status: ProcessStatus): string | null {
  let reason: string | null
  try {
    reason = withContainerPath(p, '/tmp', (descriptor) => {
      const stat = fs.fstatSync(descriptor)
      if (stat.isSymbolicLink()) return '/tmp is a symbolic link'
      if (!stat.isDirectory()) return '/tmp is not a directory'
      if (findMount(readMounts(p), '/tmp')?.readOnly) return 'its file system is read-only'
      if (!isAccessAllowed(stat, status, 0b011)) return `user ${status.uid} may not write there`
      const space = spaceOf(descriptor)
      return space.blocks > 0 && space.bavail === 0 ? 'its file system is full' : '' // usable
    })
  } catch (error) {
    if (isProblem(error) && error.code === 'unsafe-file') return error.message
    throw error
  }
  if (reason === null) return 'there is no /tmp'
  return reason === '' ? null : reason
}

/**
 * Which file HotSpot means by a name in /tmp: the same text for all processes that share the directory. Throws: Problem
 * `target-gone`, `no-permission`.
 */
export function locateInTmp(p: PinnedProcess, name: string): string {
  let directory: string | null = null
  try {
    directory = withContainerPath(p, '/tmp', (descriptor) => identityOf(fs.fstatSync(descriptor)))
  } catch (error) {
    // Nothing is done there then.
    if (!isProblem(error) || error.code !== 'unsafe-file') throw error
  }
  return `${directory ?? `${p.hostPid} ${p.startTicks}`} ${name}`
}

/**
 * Gives the free bytes of its file system; null where that does not say, or /tmp is no directory. Throws: Problem
 * `target-gone`, `no-permission`.
 */
export function readTmpFreeBytes(p: PinnedProcess): number | null {
  try {
    return withContainerPath(p, '/tmp', (descriptor) => {
      const { blocks } = spaceOf(descriptor)
      return blocks > 0 ? freeBytesOf(descriptor) : null
    })
  } catch (error) {
    if (isProblem(error) && error.code === 'unsafe-file') return null
    throw error
  }
}
