/** What stands between a JVM and perf or bpftrace, which read Java stacks the same way. */
import { createFinding, type Finding, withoutJavaNames } from '../../findings.ts'
import { featureVersion } from '../../jvm/libjvm.ts'
import { largestPerfMapBytes } from '../../jvm/perf-map.ts'
import { attachChecks, type Check, obstacleEvidence, runChecks, runningChecks } from './common.ts'
import type { ReadinessFacts } from './facts.ts'
import { tmpSpaceCheck } from './tmp-space.ts'

/** The first Java whose `jcmd` has `Compiler.perfmap`. */
export const perfMapVersion = 17
/** The first Java whose `Compiler.perfmap` takes a file name. */
export const mapFileNameVersion = 22

const plantedMap: Check = ({ symbolMap, symbolMapPath, status, jvm }) => {
  // Later JDKs take the name of a file, and get one that cannot be guessed.
  if (symbolMap === null || (featureVersion(jvm.version) ?? 0) >= mapFileNameVersion) return null
  const isOwn = symbolMap.uid === status.uid || symbolMap.uid === 0
  const reason =
    symbolMap.kind !== 'file'
      ? `it is a ${symbolMap.kind}`
      : symbolMap.bytes > largestPerfMapBytes
        ? `it has ${symbolMap.bytes} bytes`
        : !isOwn
          ? `it belongs to user ${symbolMap.uid}`
          : null // one of its own, or of root, is put aside for the moment and put back
  if (reason === null) return null
  return createFinding('unsafe-file', {}, `${symbolMapPath}: ${reason}`)
}

/** Some vendors' JDK 8 and 11 write their map too, which only the JVM itself says. */
const mapByAgent: Check = ({ jvm, perfMapAgent, loadObstacles: { perfMapAgent: obstacle } }) => {
  const feature = featureVersion(jvm.version)
  if (feature === null || feature >= perfMapVersion) return null
  const version = `java.version ${jvm.version}`
  if (obstacle !== null) return createFinding('perf-map-missing', { feature, obstacle }, obstacleEvidence(obstacle))
  if (perfMapAgent === null) return createFinding('perf-map-missing', { feature, obstacle }, version)
  return createFinding('perf-map-agent-loaded', {}, version)
}

const framePointer: Check = ({ jvm, container }) => {
  if (jvm.preserveFramePointer !== false) return null
  const evidence = '-XX:-PreserveFramePointer, the default'
  return createFinding('no-frame-pointer', { isContainer: container !== null }, evidence)
}

/** What keeps Hearth from asking the JVM for its symbol map: then it is not to be attached to. */
const mapChecks: readonly Check[] = [...attachChecks, plantedMap, tmpSpaceCheck('map')]

/** May the JVM be asked for its symbol map? A look from outside found nothing in the way. */
export function canAskForMap(facts: ReadinessFacts): boolean {
  return runChecks([...runningChecks, ...mapChecks], facts).length === 0
}

/** Symbol maps and frame pointers are what perf and bpftrace read Java stacks by; they record without them too. */
export function perfChecks(facts: ReadinessFacts): Finding[] {
  const lacksMap = runChecks(mapChecks, facts).map(withoutJavaNames)
  const names = lacksMap.length > 0 ? lacksMap : runChecks([mapByAgent], facts)
  return [...runChecks(runningChecks, facts), ...names, ...runChecks([framePointer], facts)]
}
