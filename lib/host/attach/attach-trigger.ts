/** Wakes HotSpot's attach listener: a file it looks for, and the signal that makes it look. */
import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { isProblem, Problem, unlessProblem } from '../../errors.ts'
import { statContainerFile } from '../container-files/container-file.ts'
import { createName, goneOrDirectory, unlinkName } from '../container-files/by-descriptor.ts'
import { openParentDirectory, type ParentDirectory, type PathBase } from '../container-files/container-path.ts'
import { errnoOf } from '../kernel/errno.ts'
import { assertRunning, readRunState } from '../process/cgroup.ts'
import { type PinnedProcess, type ProcessIdentity, pinProcess } from '../process/pinned-process.ts'
import type { ProcessStatus } from '../process/process-status.ts'
import { hasPendingSigquit, sendSigquit } from './sigquit.ts'
import { openAttachSocket } from './attach-socket.ts'
import { whyTmpNotWritable } from '../container-files/tmp-directory.ts'
import { closing } from '../kernel/open-file.ts'
import { attachWaitMs } from './attach-waits.ts'
import { socketLocationOf } from './socket-name.ts'

/** The wait until the next look whether a JVM listens grows by so much from one look to the next ... */
const lookStepMs = 10
/** ... up to this. */
const longestLookMs = 200

/**
 * JVMs that were signalled and opened no socket, as `hostPid startTicks`: a second signal would print their threads
 * once more.
 */
const unanswered = new Set<string>()
/** JVMs without an answer that are remembered; the one noted first is forgotten for a further one. */
const maxUnanswered = 10_000

export function hasUnansweredSignal({ hostPid, startTicks }: ProcessIdentity): boolean {
  return unanswered.has(`${hostPid} ${startTicks}`)
}

/** From now on the JVM gets no signal, until `allowSignals`. */
export function forbidSignals({ hostPid, startTicks }: ProcessIdentity): void {
  if (unanswered.size >= maxUnanswered) unanswered.delete(unanswered.values().next().value!)
  unanswered.add(`${hostPid} ${startTicks}`)
}

export function allowSignals({ hostPid, startTicks }: ProcessIdentity): void {
  unanswered.delete(`${hostPid} ${startTicks}`)
}

/**
 * Makes the JVM open its attach socket and waits until `findListener` gives one; that calls `onAwake` first. It is
 * signalled once, and never again when no socket comes: the attach has no retry. The trigger is always removed, but not
 * before the JVM has looked for it, also when the caller has given up: without it the signal would print a thread dump,
 * and the socket would come too late to be removed. Where the JVM is stopped or paused before it has looked, the
 * trigger stays until it has run again: `lateAnswer` tells.
 *
 * Throws: Problem `tmp-not-writable`, `tmp-shared`, `attach-unanswered`, `target-paused`, `target-stopped`,
 * `unsafe-file`, and what `sendSigquit` and `findListener` throw.
 *
 * Source: HotSpot's AttachListener::is_init_trigger looks in its working directory, then in /tmp, for a file of its own
 * user (from JDK 11 on also root's); its socket goes to /tmp, also where java.io.tmpdir names another directory.
 */
export async function triggerListener<T>(
  p: PinnedProcess,
  target: string,
  status: ProcessStatus,
  findListener: (onAwake: () => void) => Promise<T | null>,
): Promise<T> {
  const unansweredProblem = () => new Problem('attach-unanswered', { target, seconds: attachWaitMs.listener / 1000 })
  if (hasUnansweredSignal(p)) throw unansweredProblem()
  const reason = whyTmpNotWritable(p, status)
  if (reason !== null) throw new Problem('tmp-not-writable', { target, reason })
  const location = socketLocationOf(p, status)
  refuseWhereWaited(target, location)
  const trigger = createTrigger(p, status)
  let stays = false
  try {
    sendSigquit(p, target)
    const startedAt = performance.now()
    for (let waitMs = lookStepMs; ; waitMs = Math.min(waitMs + lookStepMs, longestLookMs)) {
      await sleep(waitMs)
      const listener = await findListener(() => trigger[Symbol.dispose]())
      if (listener !== null) return listener
      assertRunning(p, target)
      if (performance.now() - startedAt > attachWaitMs.listener) throw unansweredProblem()
    }
  } catch (error) {
    if (!isProblem(error) || !noListenerYet.has(error.code)) throw error
    forbidSignals(p)
    // One that ran all the time and has taken its signal has looked.
    stays =
      (error.code !== 'attach-unanswered' || !unlessProblem(() => hasLooked(p), true)) &&
      waitForLook(p, { status, location, trigger })
    throw error
  } finally {
    if (!stays) trigger[Symbol.dispose]()
  }
}

const noListenerYet: ReadonlySet<string> = new Set(['attach-unanswered', 'target-paused', 'target-stopped'])

/**
 * JVMs that have not looked for their trigger yet, by `hostPid startTicks`. `answer` is that of `lateAnswer`, and
 * `location` that of the trigger.
 */
const overdue = new Map<
  string,
  OverdueTrigger & { readonly answer: Promise<boolean>; readonly label: string; readonly location: string }
>()
/** Between two looks whether a JVM that is late has opened its socket. */
const lateSocketLookMs = 500

/** A trigger that stays until its JVM has looked for it. */
export interface OverdueTrigger {
  readonly hostPid: number
  /** Path of the trigger in the container. */
  readonly path: string
  /** Unix ms. */
  readonly askedAt: number
}

export const listOverdueTriggers = (): readonly OverdueTrigger[] => [...overdue.values()]

/**
 * Waits for a JVM that was signalled and could not look for its trigger: gives true when it opens its socket after all,
 * false when it has run for as long as an attach waits without that, or is gone. null for a JVM without a trigger.
 */
export function lateAnswer({ hostPid, startTicks }: ProcessIdentity): Promise<boolean> | null {
  return overdue.get(`${hostPid} ${startTicks}`)?.answer ?? null
}

/**
 * Keeps the trigger until the JVM has looked for it; false when it is gone. No timer of it keeps this program alive.
 */
function waitForLook(
  { hostPid, startTicks, label }: PinnedProcess,
  { status, location, trigger }: { status: ProcessStatus; location: string; trigger: Disposable },
): boolean {
  const p = unlessProblem(() => pinProcess(hostPid, label), null)
  if (p?.startTicks !== startTicks) {
    p?.close()
    return false
  }
  const key = `${hostPid} ${startTicks}`
  const answer = (async () => {
    let runsSince = performance.now()
    try {
      while (performance.now() - runsSince <= attachWaitMs.listener) {
        await sleep(lateSocketLookMs, undefined, { ref: false })
        const socket = openAttachSocket(p, p.label, status)
        if (socket !== null) {
          fs.closeSync(socket)
          allowSignals(p)
        }
        if (!hasUnansweredSignal(p)) return true
        if (!hasLooked(p)) runsSince = performance.now()
      }
    } catch (error) {
      if (!isProblem(error)) throw error // it is gone, or the socket in its /tmp is not its own
    } finally {
      overdue.delete(key)
      trigger[Symbol.dispose]()
      p.close()
    }
    return false
  })()
  overdue.set(key, { answer, label, location, hostPid, path: triggerPath(status), askedAt: Date.now() })
  return true
}

/** The trigger of another JVM must stay, and ours would have its name. Throws: Problem `tmp-shared`. */
function refuseWhereWaited(target: string, location: string): void {
  const other = [...overdue.values()].find((one) => one.location === location)?.label
  if (other === undefined) return
  throw new Problem('tmp-shared', {
    target,
    other,
    reason: 'that one is stopped or paused, and has a signal to take first',
  })
}

/** It runs, and one of its threads has taken the signal. Throws: Problem `target-gone`, `no-permission`. */
function hasLooked(p: PinnedProcess): boolean {
  return readRunState(p) === 'running' && !hasPendingSigquit(p)
}

/**
 * Removes the trigger that an attach left when Hearth was killed in the middle of it. One for which a JVM has yet to
 * look stays until then: `lateAnswer` tells. Throws: Problem `unsafe-file` when something else is there, `target-gone`,
 * `no-permission`.
 */
export function removeAttachTrigger(p: PinnedProcess, status: ProcessStatus): void {
  if (lateAnswer(p) !== null) return
  const trigger = findTrigger(p, status)
  if (trigger === null) return
  const hasToLook = !unlessProblem(() => hasLooked(p), true)
  if (hasToLook && waitForLook(p, { status, location: socketLocationOf(p, status), trigger })) forbidSignals(p)
  else trigger[Symbol.dispose]()
}

function findTrigger(p: PinnedProcess, status: ProcessStatus): Disposable | null {
  const path = triggerPath(status)
  const stale = statContainerFile(p, path)
  if (stale === null) return null
  if (stale.kind !== 'file' || (stale.uid !== status.uid && stale.uid !== 0)) {
    throw new Problem('unsafe-file', { path, reason: `it is a ${stale.kind} of user ${stale.uid}` })
  }
  const parent = openParentDirectory(p, path)
  return parent === null ? null : removedOnce(parent)
}

/** Holds the directory open until the trigger is removed, which then works even when the JVM has died meanwhile. */
function removedOnce(parent: ParentDirectory): Disposable {
  let isRemoved = false
  return {
    [Symbol.dispose]() {
      if (isRemoved) return // a file that has the name by now is another's
      isRemoved = true
      unlinkName(parent.directory, parent.name, goneOrDirectory)
      parent[Symbol.dispose]()
    },
  }
}

function triggerPath({ namespacePid }: ProcessStatus): string {
  return `/tmp/.attach_pid${namespacePid}`
}

/** In /tmp, and where that is not possible, or gives the file another owner, in the working directory. */
function createTrigger(p: PinnedProcess, status: ProcessStatus): Disposable {
  // A JVM that has yet to look for the old one finds the new one in its place.
  findTrigger(p, status)?.[Symbol.dispose]()
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
  const trigger = removedOnce(parent)
  try {
    using file = closing(createName(parent.directory, parent.name, 0o660))
    fs.fchownSync(file.fd, status.uid, status.gid)
    if (fs.fstatSync(file.fd).uid !== status.uid) throw new Problem('tmp-not-writable', ownerLost(p))
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') {
      parent[Symbol.dispose]()
      throw new Problem('unsafe-file', { path, reason: 'something is there already' }, { cause: error })
    }
    trigger[Symbol.dispose]()
    if (isProblem(error)) throw error
    throw new Problem('tmp-not-writable', { target: p.label, reason: errnoOf(error) }, { cause: error })
  }
  return trigger
}

function ownerLost(p: PinnedProcess) {
  return { target: p.label, reason: 'its file system does not keep the owner of a file' }
}
