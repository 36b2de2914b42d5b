/** What stands between a JVM and async-profiler: a library must get in, and none of its kind be there. */
import type { Finding } from '../../contract.ts'
import { booleanFlag } from '../../jvm/command-line.ts'
import { missingJdk } from '../../jvm/async-profiler-needs.ts'
import { featureVersion } from '../../jvm/libjvm.ts'
import { otherProfilerIn } from '../../jvm/other-profilers.ts'
import type { EventId } from '../../profile/model/event-ids.ts'
import { attachChecks, type Check, runChecks } from './common.ts'
import type { ReadinessFacts } from './facts.ts'

/** First whose allocations are sampled by JVMTI; before that, by breakpoints on functions of libjvm.so. */
const allocVersion = 11

const noLibrary: Check = ({ hasAsyncProfiler }) => {
  if (hasAsyncProfiler) return null
  return {
    code: 'async-profiler-missing',
    level: 'blocked',
    title: 'Hearth has no async-profiler for this machine.',
    evidence: 'neither HEARTH_ASYNC_PROFILER nor the tools of its data directory have it',
    remedy: 'Let `npm start` fetch it from Maven Central, or set HEARTH_ASYNC_PROFILER to a copy of your own.',
    command: 'npm start',
  }
}

const noLoading: Check = ({ options }) => {
  if (booleanFlag(options, 'EnableDynamicAgentLoading') !== false) return null
  return dynamicLoadingFinding('-XX:-EnableDynamicAgentLoading')
}

/** `evidence`: who says so. */
export function dynamicLoadingFinding(evidence: string): Finding {
  return {
    code: 'dynamic-loading-disabled',
    level: 'blocked',
    title: 'It lets nobody load an agent.',
    evidence,
    remedy: 'Use JFR or perf, which load nothing, or restart the service without this option.',
    command: null,
  }
}

const otherProfiler: Check = ({ mappedLibraries }) => {
  const other = otherProfilerIn(mappedLibraries)
  if (other === null) return null
  return {
    code: 'other-profiler',
    level: 'blocked',
    title: `${capital(other.profiler)} is in it already; two would disturb each other.`,
    evidence: other.library,
    remedy: 'Use JFR or perf beside it, or restart the service without that agent.',
    command: null,
  }
}

const noLibraryLocation: Check = ({ libraryLocation, container }) => {
  if (!('reason' in libraryLocation)) return null
  return {
    code: 'no-library-place',
    level: 'blocked',
    title: 'There is no directory that it could load a library from.',
    evidence: libraryLocation.reason,
    remedy: 'Give it one for its next start.',
    command: container && 'docker run --tmpfs /tmp:exec …',
  }
}

const isOpenJ9: Check = ({ mappedLibraries }) => {
  const library = mappedLibraries.find((path) => /\/libj9vm\d*\.so$/.test(path))
  if (library === undefined) return null
  return {
    code: 'not-a-jvm',
    level: 'blocked',
    title: 'OpenJ9 speaks another attach protocol than HotSpot.',
    evidence: library,
    remedy: 'Use perf, or run the service on a HotSpot JVM.',
    command: null,
  }
}

const always: readonly Check[] = [...attachChecks, isOpenJ9, noLibrary, noLoading, otherProfiler, noLibraryLocation]

export function asyncProfilerChecks(facts: ReadinessFacts, event: EventId): Finding[] {
  return runChecks([...always, oldJdk(event), ...(event === 'alloc' ? [oldAlloc] : [])], facts)
}

function oldJdk(event: EventId): Check {
  return ({ jvm }) => {
    const needs = missingJdk(featureVersion(jvm.version) ?? 0, event)
    if (needs === null) return null
    return {
      code: 'jdk-too-old',
      level: 'blocked',
      title: `Java ${needs} is the first with what this needs.`,
      evidence: `java.version ${jvm.version}`,
      remedy: 'Run the service on a later JDK.',
      command: null,
    }
  }
}

const oldAlloc: Check = ({ jvm }) => {
  const feature = featureVersion(jvm.version)
  if (feature === null || feature >= allocVersion) return null
  return {
    code: 'alloc-needs-symbols',
    level: 'degraded',
    title: 'Allocations are seen only if the JVM still has its debug symbols.',
    evidence: `java.version ${jvm.version}`,
    remedy: `Run the service on JDK ${allocVersion} or later, or install the debug symbols of its JDK.`,
    command: null,
  }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
