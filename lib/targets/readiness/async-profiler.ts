/** Checks what is between a JVM and async-profiler: it must load a library, and no other profiler may be loaded. */
import { createFinding, type Finding } from '../../findings.ts'
import { booleanFlag } from '../../jvm/command-line.ts'
import { missingJdk } from '../../jvm/async-profiler-needs.ts'
import { featureVersion } from '../../jvm/libjvm.ts'
import { otherProfilerIn } from '../../jvm/other-profilers.ts'
import type { EventId } from '../../profile/model/event-ids.ts'
import { attachChecks, type Check, obstacleEvidence, openJ9Check, runChecks, runningChecks } from './common.ts'
import type { ReadinessFacts } from './facts.ts'
import { tmpSpaceCheck } from './tmp-space.ts'

/** First Java whose allocations JVMTI samples; before it, breakpoints on functions of libjvm.so. */
const jvmtiAllocVersion = 11

const noLibrary: Check = ({ asyncProfiler }) => {
  const evidence = 'neither HEARTH_ASYNC_PROFILER nor the tools in the data directory of Hearth have it'
  return asyncProfiler ? null : createFinding('async-profiler-missing', {}, evidence)
}

const noLoading: Check = ({ options }) =>
  booleanFlag(options, 'EnableDynamicAgentLoading') === false
    ? createFinding('dynamic-loading-disabled', {}, '-XX:-EnableDynamicAgentLoading')
    : null

const otherProfiler: Check = ({ mappedLibraries }) => {
  const other = otherProfilerIn(mappedLibraries)
  return other && createFinding('other-profiler', { profiler: other.profiler }, other.library)
}

const noLibraryLocation: Check = ({ libraryLocation, container }) =>
  'reason' in libraryLocation
    ? createFinding('no-library-place', { isContainer: container !== null }, libraryLocation.reason)
    : null

const notLoadable: Check = ({ loadObstacles: { asyncProfiler: obstacle } }) =>
  obstacle && createFinding('library-not-loaded', { obstacle }, obstacleEvidence(obstacle))

const checksOfAllEvents: readonly Check[] = [
  ...runningChecks,
  ...attachChecks,
  openJ9Check('attach'),
  noLibrary,
  noLoading,
  otherProfiler,
  noLibraryLocation,
  notLoadable,
  tmpSpaceCheck('async-profiler'),
]

export function asyncProfilerChecks(facts: ReadinessFacts, event: EventId): Finding[] {
  return runChecks([...checksOfAllEvents, oldJdk(event), ...(event === 'alloc' ? [oldAlloc] : [])], facts)
}

function oldJdk(event: EventId): Check {
  return ({ jvm }) => {
    const needs = missingJdk(featureVersion(jvm.version) ?? 0, event)
    return needs === null ? null : createFinding('jdk-too-old', { needs }, `java.version ${jvm.version}`)
  }
}

const oldAlloc: Check = ({ jvm }) => {
  const feature = featureVersion(jvm.version)
  if (feature === null || feature >= jvmtiAllocVersion) return null
  return createFinding('alloc-needs-symbols', { needs: jvmtiAllocVersion }, `java.version ${jvm.version}`)
}
