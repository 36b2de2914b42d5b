/** What stands between a JVM and JFR: it needs nothing but to be asked. */
import type { Finding } from '../../contract.ts'
import { featureVersion } from '../../jvm/libjvm.ts'
import type { EventId } from '../../profile/model/event-ids.ts'
import { attachChecks, type Check, runChecks } from './common.ts'
import type { ReadinessFacts } from './facts.ts'

/** First with jdk.CPUTimeSample. */
const cpuTimeVersion = 25
/** First whose exceptions are sampled instead of written down one by one. */
const exceptionThrottleVersion = 25

const noModule: Check = ({ modules }) => {
  if (modules === null || modules.includes('jdk.jfr')) return null
  return {
    code: 'jfr-missing',
    level: 'blocked',
    title: 'Its runtime was linked without Flight Recorder.',
    evidence:
      modules.length === 0
        ? 'no files of the module jdk.jfr'
        : `MODULES="${modules.slice(0, 8).join(' ')}${modules.length > 8 ? ' …' : ''}"`,
    remedy: 'Link it with the module jdk.jfr.',
    command: 'jlink --add-modules jdk.jfr …',
  }
}

/** JDK 9 and 10 had the commercial one; JDK 8 got it with 8u272, which its feature version does not tell. */
const tooOld: Check = ({ jvm }) => {
  const feature = featureVersion(jvm.version)
  if (feature === null || feature >= 11) return null
  const update = Number(/^(?:1\.8\.0_|8u)(\d+)/.exec(jvm.version ?? '')?.[1] ?? Number.NaN)
  if (feature === 8 && !(update < 272)) return null
  return {
    code: 'jfr-missing',
    level: 'blocked',
    title: `JDK ${jvm.version} has no free Flight Recorder.`,
    evidence: `java.version ${jvm.version}`,
    remedy: 'Run the service on JDK 8u272, 11 or later.',
    command: null,
  }
}

const isOpenJ9: Check = ({ mappedLibraries }) => {
  const library = mappedLibraries.find((path) => /\/libj9vm\d*\.so$/.test(path))
  if (library === undefined) return null
  return {
    code: 'not-a-jvm',
    level: 'blocked',
    title: 'OpenJ9 has no Flight Recorder that can be asked.',
    evidence: library,
    remedy: 'Use perf, or run the service on a HotSpot JVM.',
    command: null,
  }
}

const javaOnly: Check = ({ jvm }) => {
  const feature = featureVersion(jvm.version)
  if (feature === null || feature >= cpuTimeVersion) return null
  return {
    code: 'java-samples-only',
    level: 'degraded',
    title: 'Only Java code is seen, a few threads at a time: shares can be trusted, amounts of CPU cannot.',
    evidence: `JDK ${feature} samples by jdk.ExecutionSample; CPU time is sampled from JDK ${cpuTimeVersion} on`,
    remedy: 'For native code, the garbage collector and the kernel use async-profiler or perf.',
    command: null,
  }
}

const everyException: Check = ({ jvm }) => {
  const feature = featureVersion(jvm.version)
  if (feature === null || feature >= exceptionThrottleVersion) return null
  return {
    code: 'every-exception-recorded',
    level: 'note',
    title: 'Each exception is written down: a service that throws many thousands a second is slowed down.',
    evidence: `JDK ${feature} does not sample jdk.JavaExceptionThrow`,
    remedy: 'Keep the capture short.',
    command: null,
  }
}

const checks = [...attachChecks, isOpenJ9, tooOld, noModule]
const ofEvent: Partial<Record<EventId, readonly Check[]>> = { cpu: [javaOnly], exceptions: [everyException] }

export function jfrChecks(facts: ReadinessFacts, event: EventId): Finding[] {
  return runChecks([...checks, ...(ofEvent[event] ?? [])], facts)
}
