/** Checks of every engine that attaches to the JVM. */
import type { LoadObstacle } from '../../errors/remedies.ts'
import { createFinding, type Finding } from '../../findings.ts'
import type { ContainerFileStat } from '../../host/container-files/container-file.ts'
import type { ProcessStatus } from '../../host/process/process-status.ts'
import { catchesSigquit } from '../../host/attach/sigquit.ts'
import { hasReducedSignals, isAttachDisabled } from '../../jvm/command-line.ts'
import type { ReadinessFacts } from './facts.ts'

export type Check = (facts: ReadinessFacts) => Finding | null

/** A JVM younger than this may not have set its signal handlers yet. */
const startingMs = 10_000

/** The findings of these checks, in their order. */
export function runChecks(checks: readonly Check[], facts: ReadinessFacts): Finding[] {
  return checks.flatMap((check) => check(facts) ?? [])
}

const paused: Check = ({ state, container, hostPid }) => {
  if (state === 'paused') {
    return createFinding('target-paused', { container: container?.name ?? null }, 'its control group is frozen')
  }
  return state === 'stopped' ? createFinding('target-stopped', { hostPid }, `State T in /proc/${hostPid}/stat`) : null
}

const attachDisabled: Check = ({ options }) =>
  isAttachDisabled(options) ? createFinding('attach-disabled', {}, '-XX:+DisableAttachMechanism') : null

const unansweredSignal: Check = ({ hasUnansweredSignal, attachSocket, status }) => {
  if (!hasUnansweredSignal || isOwnSocket(attachSocket, status)) return null
  return createFinding('attach-unanswered', {}, `SIGQUIT was sent; no /tmp/.java_pid${status.namespacePid} came`)
}

const signal: Check = ({ status, options, attachSocket, ageMs }) => {
  if (catchesSigquit(status) || isOwnSocket(attachSocket, status)) return null
  return createFinding(
    'signal-not-caught',
    { hasReducedSignals: hasReducedSignals(options), isStarting: ageMs < startingMs },
    `SigCgt ${status.signalsCaught.toString(16).padStart(16, '0')}`,
  )
}

const forgedSocket: Check = ({ attachSocket, status }) => {
  if (attachSocket === null || isOwnSocket(attachSocket, status)) return null
  const evidence = `a ${attachSocket.kind} of user ${attachSocket.uid}; the JVM runs as ${status.uid}`
  return createFinding('attach-socket-forged', {}, evidence)
}

const tmp: Check = ({ tmpProblem, container }) =>
  tmpProblem === null ? null : createFinding('tmp-not-writable', { isContainer: container !== null }, tmpProblem)

/** That the JVM runs. */
export const runningChecks: readonly Check[] = [paused]
/** That the JVM can be attached to. */
export const attachChecks: readonly Check[] = [attachDisabled, unansweredSignal, signal, forgedSocket, tmp]

/** Finds OpenJ9, which does not have `lacks`, what the engine needs. */
export function openJ9Check(lacks: 'attach' | 'jfr'): Check {
  return ({ mappedLibraries }) => {
    const library = mappedLibraries.find((path) => /\/libj9vm\d*\.so$/.test(path))
    return library === undefined ? null : createFinding('not-a-jvm', { lacks }, library)
  }
}

function isOwnSocket(socket: ContainerFileStat | null, { uid }: Pick<ProcessStatus, 'uid'>): boolean {
  return socket?.kind === 'socket' && socket.uid === uid
}

/** `NEEDED libdl.so.2, librt.so.1`, as objdump prints it, or `libc.so.6: no GLIBC_2.34`. */
export function obstacleEvidence(obstacle: LoadObstacle): string {
  return obstacle.kind === 'missing'
    ? `NEEDED ${obstacle.files.join(', ')}`
    : `${obstacle.file}: no ${obstacle.version}`
}
