/** What stands between a JVM and async-profiler: it must load a library, and no other profiler may be loaded. */
import { createFinding, type Finding } from '../../findings.ts'
import { booleanFlag } from '../../jvm/command-line.ts'
import { missingJdk } from '../../jvm/async-profiler-needs.ts'
import { featureVersion } from '../../jvm/libjvm.ts'
import { otherProfilerIn } from '../../jvm/other-profilers.ts'
import type { EventId } from '../../profile/model/event-ids.ts'
import { attachChecks, type Check, obstacleEvidence, openJ9Check, runChecks, runningChecks } from './common.ts'
import type { ReadinessFacts } from './facts.ts'
import { tmpSpaceCheck } from './tmp-space.ts'

/** First whose allocations are sampled by JVMTI; before that, by breakpoints on functions of libjvm.so. */
const allocVersion = 11

const noLibrary: Check = ({ asyncProfiler }) => {
  const evidence = 'neither HEARTH_ASYNC_PROFILER nor the tools of its data directory have it'
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

const always: readonly Check[] = [
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
  return runChecks([...always, oldJdk(event), ...(event === 'alloc' ? [oldAlloc] : [])], facts)
}

function oldJdk(event: EventId): Check {
  return ({ jvm }) => {
    const needs = missingJdk(featureVersion(jvm.version) ?? 0, event)
    return needs === null ? null : createFinding('jdk-too-old', { needs }, `java.version ${jvm.version}`)
  }
}

const oldAlloc: Check = ({ jvm }) => {
  const feature = featureVersion(jvm.version)
  if (feature === null || feature >= allocVersion) return null
  return createFinding('alloc-needs-symbols', { needs: allocVersion }, `java.version ${jvm.version}`)
}
