/** Obstacles between bpftrace and a JVM: the same as for perf, and whether the kernel lets us load programs. */
import { basename } from 'node:path/posix'
import type { Target } from '../../contract/target.ts'
import { createFinding, type Finding, findingFromProblem } from '../../findings.ts'
import { engineTable, type Vantage } from '../../contract/engines.ts'
import { isProblem, Problem, unlessProblem } from '../../errors.ts'
import { keepsFramePointer } from '../../formats/native/frame-pointers.ts'
import { withContainerFile } from '../../host/container-files/container-file.ts'
import { followLinks } from '../../host/container-files/container-path.ts'
import { hasTracefs, knowsTracefs, mayLoadBpf, readLockdown } from '../../host/kernel/bpf-rights.ts'
import { findTool } from '../../host/command/run-command.ts'
import type { PinnedProcess } from '../../host/process/pinned-process.ts'
import { readMappedLibraries } from '../../host/library/mapped-libraries.ts'
import type { EventId } from '../../profile/model/event-ids.ts'
import { isCLibrary } from '../../profile/quality/stack-flags.ts'
import type { InstalledLibrary } from '../../targets/readiness/installed-tools.ts'
import { pinTarget } from '../jvm/pin-target.ts'
import { examineStacks } from '../recording/examine-stacks.ts'

/**
 * Asks the JVM only where a passive look found nothing in the way.
 *
 * Throws: Problem `target-gone`, `target-changed`.
 */
export async function examineForBpftrace(
  target: Target,
  vantage: Vantage,
  perfMapAgent: InstalledLibrary | null,
): Promise<ReadonlyMap<EventId, readonly Finding[]>> {
  const findings = await examineStacks(target, perfMapAgent)
  return new Map(
    engineTable.bpftrace.events.map((event) => [
      event,
      [
        ...(vantage === 'host' ? findMissingOnHost(event) : []),
        ...findings,
        ...(event === 'off-cpu' ? findWaitsWithoutCallers(target) : []),
      ],
    ]),
  )
}

/** HotSpot's threads wait in it, for any reason. */
const waitFunction = 'pthread_cond_wait'
/** A larger C library of a container is not examined: there is then no finding about lost callers of waits. */
const maxExaminedLibraryBytes = 64 * 2 ** 20

/** bpftrace walks stacks by frame pointers alone, and a wait begins in the C library. */
function findWaitsWithoutCallers(target: Target): Finding[] {
  using process = pinTarget(target)
  // Since glibc 2.34 libpthread is empty, but old programs and async-profiler link it: the library with the function
  // counts.
  const libraries = readMappedLibraries(process).filter((path) => isCLibrary(basename(path)))
  const path = libraries.find((one) => keepsPointer(process, one) === false)
  if (path === undefined) return []
  const evidence = `${waitFunction} in ${path} does not keep a frame pointer`
  return [createFinding('waits-without-callers', { library: basename(path) }, evidence)]
}

/** Gives whether the function keeps a frame pointer; null where the library has no such function, or cannot be read. */
function keepsPointer(process: PinnedProcess, path: string): boolean | null {
  return unlessProblem(() => {
    const plain = followLinks(process, path)
    const limits = { maxBytes: maxExaminedLibraryBytes, maxPieceBytes: maxExaminedLibraryBytes }
    if (!plain) return null
    return withContainerFile(process, plain, limits, (read) => keepsFramePointer(read, waitFunction))
  }, null)
}

/**
 * Refuses a host that lacks something for this event.
 *
 * Throws: Problem `tool-missing`, `no-permission`, `off-cpu-missing`.
 */
export function checkHost(event: EventId): void {
  for (const tool of ['bpftrace', 'setpriv', 'timeout']) findTool(tool)
  const lockdown = readLockdown()
  if (!mayLoadBpf() || lockdown === 'confidentiality') {
    const what = 'load BPF programs on this host'
    const reportedReason =
      lockdown === 'confidentiality'
        ? 'the kernel is locked down for confidentiality'
        : 'not root, or without CAP_BPF and CAP_PERFMON'
    const capabilities = lockdown === 'confidentiality' ? {} : { capabilities: ['BPF', 'PERFMON'] }
    throw new Problem('no-permission', { what, ...capabilities }, { cause: new Error(reportedReason) })
  }
  if (event === 'off-cpu' && !hasTracefs() && !knowsTracefs()) {
    throw new Problem('off-cpu-missing', { reason: 'it was built without tracefs' })
  }
}

function findMissingOnHost(event: EventId): Finding[] {
  try {
    checkHost(event)
    return []
  } catch (error) {
    if (isProblem(error)) return [findingFromProblem(error)]
    throw error
  }
}
