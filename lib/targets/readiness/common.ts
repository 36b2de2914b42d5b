/** What every engine that speaks to the JVM needs of it, and what none can do without. */
import type { Finding } from '../../contract.ts'
import type { ContainerFileStat } from '../../host/container-files/container-file.ts'
import type { ProcessStatus } from '../../host/process/process-status.ts'
import { catchesSigquit } from '../../host/attach/sigquit.ts'
import { hasReducedSignals, isAttachDisabled } from '../../jvm/command-line.ts'
import type { ReadinessFacts } from './facts.ts'

export type Check = (facts: ReadinessFacts) => Finding | null

const startingMs = 10_000

/** The findings of these checks, in their order. */
export function runChecks(checks: readonly Check[], facts: ReadinessFacts): Finding[] {
  return checks.flatMap((check) => check(facts) ?? [])
}

const paused: Check = ({ state, container, hostPid }) => {
  if (state === 'paused') {
    return {
      code: 'target-paused',
      level: 'blocked',
      title: 'It is paused: a frozen JVM burns no CPU and answers nobody.',
      evidence: 'its control group is frozen',
      remedy: 'Resume the container.',
      command: container && `docker unpause ${quoted(container.name)}`,
    }
  }
  if (state !== 'stopped') return null
  return {
    code: 'target-stopped',
    level: 'blocked',
    title: 'It is stopped, by SIGSTOP or a debugger.',
    evidence: `State T in /proc/${hostPid}/stat`,
    remedy: 'Let it go on.',
    command: `kill -CONT ${hostPid}`,
  }
}

const attachDisabled: Check = ({ options }) => {
  if (!isAttachDisabled(options)) return null
  return {
    code: 'attach-disabled',
    level: 'blocked',
    title: 'It answers nobody: neither its symbol map nor an engine of its own can be had.',
    evidence: '-XX:+DisableAttachMechanism',
    remedy: 'Restart the service without this option.',
    command: null,
  }
}

const signal: Check = ({ status, options, attachSocket, ageMs }) => {
  if (catchesSigquit(status) || isOwnSocket(attachSocket, status)) return null
  const isReduced = hasReducedSignals(options)
  return {
    code: 'signal-not-caught',
    level: 'blocked',
    title: isReduced
      ? 'It was started with -Xrs: the attach signal would kill it.'
      : 'It does not catch SIGQUIT, so the attach signal would kill it.',
    evidence: `SigCgt ${status.signalsCaught.toString(16).padStart(16, '0')}`,
    remedy:
      !isReduced && ageMs < startingMs
        ? 'It is still starting: wait a moment.'
        : 'Restart it without -Xrs, or with -XX:+StartAttachListener.',
    command: null,
  }
}

const forgedSocket: Check = ({ attachSocket, status }) => {
  if (attachSocket === null || isOwnSocket(attachSocket, status)) return null
  return {
    code: 'attach-socket-forged',
    level: 'blocked',
    title: 'Its attach socket is not its own.',
    evidence: `a ${attachSocket.kind} of user ${attachSocket.uid}; the JVM runs as ${status.uid}`,
    remedy: 'Remove .java_pid* from the container’s /tmp, and find out who put it there.',
    command: null,
  }
}

const tmp: Check = ({ tmpProblem, container }) => {
  if (tmpProblem === null) return null
  return {
    code: 'tmp-not-writable',
    level: 'blocked',
    title: 'It cannot write to its /tmp, the only place for its attach socket and symbol map.',
    evidence: tmpProblem,
    remedy: 'Mount a tmpfs there.',
    command: container && 'docker run --tmpfs /tmp …',
  }
}

/** It runs and can be spoken to over its attach socket. */
export const attachChecks: readonly Check[] = [paused, attachDisabled, signal, forgedSocket, tmp]

function isOwnSocket(socket: ContainerFileStat | null, { uid }: Pick<ProcessStatus, 'uid'>): boolean {
  return socket?.kind === 'socket' && socket.uid === uid
}

/** A container's name is plain by Docker's rules; what we print for a shell is plain whatever the rules. */
export function quoted(name: string): string {
  return /^[\w.-]+$/.test(name) ? name : `'${name.replaceAll("'", String.raw`'\''`)}'`
}
