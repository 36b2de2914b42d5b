/** Wakes HotSpot's attach listener: a file it looks for, and the signal that makes it look. */
import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { isProblem, Problem } from '../../errors.ts'
import { statContainerFile } from '../container-files/container-file.ts'
import { createName, goneOrDirectory, unlinkName } from '../container-files/by-descriptor.ts'
import { openParentDirectory, type PathBase } from '../container-files/container-path.ts'
import { errnoOf } from '../kernel/errno.ts'
import type { PinnedProcess } from '../process/pinned-process.ts'
import type { ProcessStatus } from '../process/process-status.ts'
import { sendSigquit } from './sigquit.ts'
import { whyTmpNotWritable } from '../container-files/tmp-directory.ts'
import { closing } from '../kernel/open-file.ts'
import { attachWaitMs } from './attach-waits.ts'

/** JVMs that were signalled and opened no socket, as `hostPid startTicks`: a second signal would print their threads once more. */
const unanswered = new Set<string>()
const maxUnanswered = 10_000
type Identity = Pick<PinnedProcess, 'hostPid' | 'startTicks'>

export function hasUnansweredSignal({ hostPid, startTicks }: Identity): boolean {
  return unanswered.has(`${hostPid} ${startTicks}`)
}

/** Never signalled again, until its socket is there. */
export function forbidSignals({ hostPid, startTicks }: Identity): void {
  if (unanswered.size >= maxUnanswered) unanswered.delete(unanswered.values().next().value!)
  unanswered.add(`${hostPid} ${startTicks}`)
}

export function allowSignals({ hostPid, startTicks }: Identity): void {
  unanswered.delete(`${hostPid} ${startTicks}`)
}

/**
 * Makes the JVM open its attach socket and waits until `findListener` gives one. It is signalled once, and never again when no
 * socket comes. The trigger is removed whatever happens, but not before the JVM has looked for it, also when the caller
 * has given up: without it the signal would print a thread dump, and the socket would come too late to be removed.
 *
 * Throws: Problem `tmp-not-writable`, `attach-unanswered`, `unsafe-file`, and what `sendSigquit` and `findListener` throw.
 *
 * Source: HotSpot's AttachListener::is_init_trigger looks in its working directory, then in /tmp, for a file of its own
 * user (from JDK 11 on also root's); its socket goes to /tmp, whatever java.io.tmpdir says.
 */
export async function triggerListener<T>(
  p: PinnedProcess,
  target: string,
  status: ProcessStatus,
  findListener: () => Promise<T | null>,
): Promise<T> {
  const unansweredProblem = () => new Problem('attach-unanswered', { target, seconds: attachWaitMs.listener / 1000 })
  if (hasUnansweredSignal(p)) throw unansweredProblem()
  const reason = whyTmpNotWritable(p, status)
  if (reason !== null) throw new Problem('tmp-not-writable', { target, reason })
  using _trigger = createTrigger(p, status)
  const startedAt = performance.now()
  sendSigquit(p, target)
  for (let waitMs = 10; ; waitMs = Math.min(waitMs + 10, 200)) {
    await sleep(waitMs)
    const listener = await findListener()
    if (listener !== null) return listener
    if (performance.now() - startedAt <= attachWaitMs.listener) continue
    forbidSignals(p)
    throw unansweredProblem()
  }
}

/**
 * Removes the trigger that an attach left when Hearth was killed in the middle of it. Throws: Problem `unsafe-file` when
 * something else is there, `target-gone`, `no-permission`.
 */
export function removeAttachTrigger(p: PinnedProcess, status: ProcessStatus): void {
  const path = triggerPath(status)
  const stale = statContainerFile(p, path)
  if (stale === null) return
  if (stale.kind !== 'file' || (stale.uid !== status.uid && stale.uid !== 0)) {
    throw new Problem('unsafe-file', { path, reason: `it is a ${stale.kind} of user ${stale.uid}` })
  }
  using parent = openParentDirectory(p, path)
  if (parent) unlinkName(parent.directory, parent.name, goneOrDirectory)
}

function triggerPath({ namespacePid }: ProcessStatus): string {
  return `/tmp/.attach_pid${namespacePid}`
}

/** In /tmp, and where that is not possible, or gives the file another owner, in the working directory. */
function createTrigger(p: PinnedProcess, status: ProcessStatus): Disposable {
  removeAttachTrigger(p, status)
  try {
    return createTriggerAt(p, status, triggerPath(status), 'root')
  } catch (error) {
    if (!isProblem(error) || error.code !== 'tmp-not-writable') throw error
    return createTriggerAt(p, status, `/.attach_pid${status.namespacePid}`, 'cwd')
  }
}

function createTriggerAt(p: PinnedProcess, status: ProcessStatus, path: string, base: PathBase): Disposable {
  const parent = openParentDirectory(p, path, base)
  if (parent === null) throw new Problem('tmp-not-writable', { target: p.label, reason: 'its directory is gone' })
  // Held open until the trigger is removed, so that it is removed even when the JVM has died meanwhile.
  const remove = () => {
    unlinkName(parent.directory, parent.name, goneOrDirectory)
    parent[Symbol.dispose]()
  }
  try {
    using file = closing(createName(parent.directory, parent.name, 0o660))
    fs.fchownSync(file.fd, status.uid, status.gid)
    if (fs.fstatSync(file.fd).uid !== status.uid) throw new Problem('tmp-not-writable', ownerLost(p))
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') {
      parent[Symbol.dispose]()
      throw new Problem('unsafe-file', { path, reason: 'something is there already' }, { cause: error })
    }
    remove()
    if (isProblem(error)) throw error
    throw new Problem('tmp-not-writable', { target: p.label, reason: errnoOf(error) }, { cause: error })
  }
  return { [Symbol.dispose]: remove }
}

function ownerLost(p: PinnedProcess) {
  return { target: p.label, reason: 'its file system does not keep the owner of a file' }
}
