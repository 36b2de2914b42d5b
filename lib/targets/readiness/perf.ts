/** What stands between a JVM and perf or bpftrace, which read Java stacks the same way. */
import { createFinding, type Finding } from '../../findings.ts'
import { featureVersion } from '../../jvm/libjvm.ts'
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
  return createFinding('unsafe-file', {}, `${symbolMapPath}: ${reason}`)
}

const noPerfMap: Check = ({ jvm, hasPerfMapAgent }) => {
  const feature = featureVersion(jvm.version)
  if (feature === null || feature >= perfMapVersion || hasPerfMapAgent) return null
  return createFinding('perf-map-missing', { feature }, `java.version ${jvm.version}`)
}

const framePointer: Check = ({ jvm, container }) => {
  if (jvm.preserveFramePointer !== false) return null
  const evidence = '-XX:-PreserveFramePointer, the default'
  return createFinding('no-frame-pointer', { isContainer: container !== null }, evidence)
}

/** Symbol maps and frame pointers are what perf and bpftrace read Java stacks by. */
const stackChecks: readonly Check[] = [plantedMap, noPerfMap, framePointer]

export function perfChecks(facts: ReadinessFacts): Finding[] {
  return runChecks([...attachChecks, ...stackChecks], facts)
}
