/** What stands between a JVM and perf. */
import type { Finding } from '../../contract.ts'
import { featureVersion } from '../../jvm/libjvm.ts'
import type { EventId } from '../../profile/model/event-ids.ts'
import { attachChecks, type Check, runChecks } from './common.ts'
import type { ReadinessFacts } from './facts.ts'

/** First of JDK's own `Compiler.perfmap`. */
const perfMapVersion = 17
/** First whose `Compiler.perfmap` takes a file name. */
const fileNameVersion = 22
const maxMapBytes = 64 * 2 ** 20

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

/** Symbol maps and frame pointers are what perf and bpftrace read Java stacks by. */
export const stackChecks: readonly Check[] = [plantedMap, noPerfMap, framePointer]

export function perfChecks(facts: ReadinessFacts, _event: EventId): Finding[] {
  return runChecks([...attachChecks, ...stackChecks], facts)
}

/** What stands between a JVM and bpftrace: the same as for perf, which reads Java stacks the same way. */

export function bpftraceChecks(facts: ReadinessFacts, _event: EventId): Finding[] {
  return runChecks([...attachChecks, ...stackChecks], facts)
}
