/** What stands between a JVM and JFR: it needs nothing but to be asked. */
import { createFinding, type Finding } from '../../findings.ts'
import { featureVersion } from '../../jvm/libjvm.ts'
import type { EventId } from '../../profile/model/event-ids.ts'
import { attachChecks, type Check, openJ9Check, runChecks, runningChecks } from './common.ts'
import type { ReadinessFacts } from './facts.ts'
import { tmpSpaceCheck } from './tmp-space.ts'

/** Modules of a JVM without JFR that the evidence names. */
const mostNamedModules = 8

/** The first Java with jdk.CPUTimeSample (JEP 509), which samples CPU time. */
export const cpuTimeVersion = 25
/** The first Java whose exceptions are sampled instead of written down one by one. */
export const exceptionThrottleVersion = 25

const noModule: Check = ({ modules }) => {
  if (modules === null || modules.includes('jdk.jfr')) return null
  const evidence =
    modules.length === 0
      ? 'no files of the module jdk.jfr'
      : `MODULES="${modules.slice(0, mostNamedModules).join(' ')}${modules.length > mostNamedModules ? ' …' : ''}"`
  return createFinding('jfr-missing', { version: null }, evidence)
}

/** The oldest Java that has JFR in all its updates: JDK 9 and 10 had the commercial one. */
const oldestJfrVersion = 11
/** The first update of JDK 8 that has JFR, too. */
const oldestJfrUpdateOf8 = 272

const tooOld: Check = ({ jvm: { version } }) => {
  const feature = featureVersion(version)
  if (feature === null || feature >= oldestJfrVersion) return null
  const update = Number(/^(?:1\.8\.0_|8u)(\d+)/.exec(version ?? '')?.[1] ?? Number.NaN)
  if (feature === 8 && !(update < oldestJfrUpdateOf8)) return null
  return createFinding('jfr-missing', { version }, `java.version ${version}`)
}

const javaOnly: Check = ({ jvm }) => {
  const feature = featureVersion(jvm.version)
  if (feature === null || feature >= cpuTimeVersion) return null
  const evidence = `JDK ${feature} samples by jdk.ExecutionSample; CPU time is sampled from JDK ${cpuTimeVersion} on`
  return createFinding('java-samples-only', {}, evidence)
}

const everyException: Check = ({ jvm }) => {
  const feature = featureVersion(jvm.version)
  if (feature === null || feature >= exceptionThrottleVersion) return null
  return createFinding('every-exception-recorded', {}, `JDK ${feature} does not sample jdk.JavaExceptionThrow`)
}

const checks = [...runningChecks, ...attachChecks, openJ9Check('jfr'), tooOld, noModule, tmpSpaceCheck('jfr')]
const ofEvent: Partial<Record<EventId, readonly Check[]>> = { cpu: [javaOnly], exceptions: [everyException] }

export function jfrChecks(facts: ReadinessFacts, event: EventId): Finding[] {
  return runChecks([...checks, ...(ofEvent[event] ?? [])], facts)
}
