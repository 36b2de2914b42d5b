/**
 * Examines whether async-profiler can record a JVM: first by a passive look, then by questions that only the JVM can
 * answer.
 */
import type { Target } from '../../contract/target.ts'
import { createFinding, type Finding, findingFromProblem } from '../../findings.ts'
import { engineTable, type Vantage } from '../../contract/engines.ts'
import { isProblem } from '../../errors.ts'
import {
  type AsyncProfilerConfig,
  type AsyncProfilerLibrary,
  findAsyncProfiler,
} from '../../host/library/async-profiler-library.ts'
import { readKernelSettings } from '../../host/kernel/kernel-settings.ts'
import { findLibraryLocation } from '../../host/library/library-directory.ts'
import type { PinnedProcess } from '../../host/process/pinned-process.ts'
import type { EventId } from '../../profile/model/event-ids.ts'
import { asyncProfilerChecks } from '../../targets/readiness/async-profiler.ts'
import type { ReadinessFacts } from '../../targets/readiness/facts.ts'
import { noTools } from '../../targets/readiness/installed-tools.ts'
import { readReadinessFacts } from '../../targets/readiness/read-facts.ts'
import { openJvmSession } from '../jvm/jvm-session.ts'
import { pinTarget } from '../jvm/pin-target.ts'
import { findMappedDirectory } from './library-name.ts'
import { attachWaitMs } from '../../host/attach/attach-waits.ts'

/**
 * Asks the JVM only where a passive look found nothing in the way: attaching then cannot harm.
 *
 * Throws: Problem `target-gone`, `target-changed`.
 */
export async function examineForAsyncProfiler(
  target: Target,
  vantage: Vantage,
  config: AsyncProfilerConfig,
): Promise<ReadonlyMap<EventId, readonly Finding[]>> {
  using process = pinTarget(target)
  const library = findAsyncProfiler(config)
  const facts = factsFor(process, target, vantage, library)
  const passive = new Map<EventId, Finding[]>(
    engineTable['async-profiler'].events.map((event) => [event, asyncProfilerChecks(facts, event)]),
  )
  const isBlocked = (findings: readonly Finding[]) => findings.some(({ level }) => level === 'blocked')
  if ([...passive.values()].every(isBlocked)) return passive
  const more = await askJvm(process, target)
  return new Map(
    [...passive].map(([event, findings]) => [event, [...findings, ...more, ...(event === 'cpu' ? [byTimers()] : [])]]),
  )
}

/** Gives the facts for the user who will write the library: root on the host, in a helper the JVM's own user. */
function factsFor(
  process: PinnedProcess,
  target: Target,
  vantage: Vantage,
  library: AsyncProfilerLibrary | null,
): ReadinessFacts {
  const isHelper = vantage === 'helper'
  const facts = readReadinessFacts(process, target, { ...noTools, asyncProfiler: library })
  const writer = isHelper || globalThis.process.getuid?.() !== 0 ? 'target' : 'root'
  const preferred = library === null ? undefined : findMappedDirectory(facts.mappedLibraries, library)
  return { ...facts, libraryLocation: findLibraryLocation(process, facts.status, { writer, preferred }) }
}

/** Where its options do not tell, the JVM knows: they may stand in a file of its own. */
async function askJvm(process: PinnedProcess, target: Target): Promise<Finding[]> {
  try {
    await using jvm = openJvmSession(process, target.jvm.version, attachWaitMs.examination)
    await jvm.version() // remembered: a socket that is ours is removed again only of a JVM that is known to reopen it
    const mayLoad = await jvm.booleanFlag('EnableDynamicAgentLoading')
    return mayLoad === false
      ? [createFinding('dynamic-loading-disabled', {}, 'printflag: -XX:-EnableDynamicAgentLoading')]
      : []
  } catch (error) {
    if (!isProblem(error) || error.code === 'target-gone' || error.code === 'target-changed') throw error
    return [findingFromProblem(error)]
  }
}

function byTimers(): Finding {
  const paranoid = readKernelSettings()['kernel.perf_event_paranoid']
  const evidence = `kernel.perf_event_paranoid ${paranoid ?? 'not there'}; a container may use no perf events by Docker’s default`
  return createFinding('cpu-by-timers', {}, evidence)
}
