/** What stands between a JVM and perf, seen without touching it: nothing is signalled, nothing is connected to. */
import { type Container, type Finding, type Readiness, type Target } from '../contract.ts'
import { type ContainerFileStat } from '../host/container-file.ts'
import { type ProcessStatus } from '../host/process-status.ts'
import { catchesSigquit } from '../host/sigquit.ts'
import { hasReducedSignals, isAttachDisabled } from '../jvm/command-line.ts'
import { featureVersion } from '../jvm/libjvm.ts'

export interface ReadinessFacts {
  readonly hostPid: number
  readonly container: Pick<Container, 'name'> | null
  readonly state: Target['state']
  readonly jvm: Pick<Target['jvm'], 'version' | 'preserveFramePointer'>
  /** As the JVM counts them. */
  readonly options: readonly string[]
  readonly status: Pick<ProcessStatus, 'uid' | 'signalsCaught' | 'signalsIgnored'>
  /** Why HotSpot cannot write to its /tmp; null when it can. */
  readonly tmpProblem: string | null
  /** What is at the places of HotSpot's attach socket and of its symbol map; null when nothing is. */
  readonly attachSocket: ContainerFileStat | null
  readonly symbolMap: ContainerFileStat | null
  readonly symbolMapPath: string
  readonly ageMs: number
  /** A perf-map-agent library is configured, for JDK 8 to 16. */
  readonly hasPerfMapAgent: boolean
}

/** First of JDK's own `Compiler.perfmap`. */
const perfMapVersion = 17
/** First whose `Compiler.perfmap` takes a file name. */
const fileNameVersion = 22
const startingMs = 10_000
const maxMapBytes = 64 * 2 ** 20

export function perfReadiness(facts: ReadinessFacts): Readiness {
  const findings = checks.flatMap((check) => check(facts) ?? [])
  const has = (level: Finding['level']) => findings.some((finding) => finding.level === level)
  return { engine: 'perf', level: has('blocked') ? 'blocked' : has('degraded') ? 'degraded' : 'ready', findings }
}

type Check = (facts: ReadinessFacts) => Finding | null

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
    title: 'It gives nobody its symbol map.',
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

const plantedMap: Check = ({ symbolMap, symbolMapPath, status, jvm }) => {
  // Later JDKs take the name of a file, and get one that nobody can guess.
  if (symbolMap === null || (featureVersion(jvm.version) ?? 0) >= fileNameVersion) return null
  const isOwn = symbolMap.uid === status.uid || symbolMap.uid === 0
  const reason =
    symbolMap.kind !== 'file'
      ? `it is a ${symbolMap.kind}`
      : symbolMap.bytes > maxMapBytes
        ? `it has ${symbolMap.bytes} bytes`
        : !isOwn
          ? `it belongs to user ${symbolMap.uid}`
          : null // one of its own, or of root, is put aside for the moment and put back
  if (reason === null) return null
  return {
    code: 'unsafe-file',
    level: 'blocked',
    title: 'Something else stands where its symbol map goes.',
    evidence: `${symbolMapPath}: ${reason}`,
    remedy: 'Remove it from the container.',
    command: null,
  }
}

const noPerfMap: Check = ({ jvm, hasPerfMapAgent }) => {
  const version = featureVersion(jvm.version)
  if (version === null || version >= perfMapVersion || hasPerfMapAgent) return null
  return {
    code: 'perf-map-missing',
    level: 'degraded',
    title: `JDK ${version} writes no symbol map by itself, but for a few vendors’ builds.`,
    evidence: `java.version ${jvm.version}`,
    remedy: 'Set HEARTH_PERF_MAP_AGENT to a perf-map-agent library, or run the service on JDK 17 or later.',
    command: null,
  }
}

const framePointer: Check = ({ jvm, container }) => {
  if (jvm.preserveFramePointer !== false) return null
  return {
    code: 'no-frame-pointer',
    level: 'degraded',
    title: 'Stacks will be cut short: the method that ran is named, most of its callers are missing.',
    evidence: '-XX:-PreserveFramePointer, the default',
    remedy: 'Restart it with -XX:+PreserveFramePointer, which costs about 1 % of CPU.',
    command: container
      ? 'docker run -e JAVA_TOOL_OPTIONS=-XX:+PreserveFramePointer …'
      : 'export JAVA_TOOL_OPTIONS=-XX:+PreserveFramePointer',
  }
}

const checks: readonly Check[] = [
  paused,
  attachDisabled,
  signal,
  forgedSocket,
  tmp,
  plantedMap,
  noPerfMap,
  framePointer,
]

function isOwnSocket(socket: ContainerFileStat | null, { uid }: Pick<ProcessStatus, 'uid'>): boolean {
  return socket?.kind === 'socket' && socket.uid === uid
}

/** A container's name is plain by Docker's rules; what we print for a shell is plain whatever the rules. */
function quoted(name: string): string {
  return /^[\w.-]+$/.test(name) ? name : `'${name.replaceAll("'", String.raw`'\''`)}'`
}
