/** A passive look at one JVM for what the engines need of it. */
import type { Target } from '../../contract/target.ts'
import { isProblem, Problem } from '../../errors.ts'
import { hasUnansweredSignal } from '../../host/attach/attach.ts'
import { findLibraryLocation } from '../../host/library/library-directory.ts'
import { mapsBytes, type PinnedProcess, problemOfProc, readProcFile } from '../../host/process/pinned-process.ts'
import { type ProcessStatus, readStatus } from '../../host/process/process-status.ts'
import { findLibjvm, mappedLibraries } from '../../jvm/libjvm.ts'
import { describeJvm, type JvmDescription } from '../describe-jvm.ts'
import { findLoadObstacle } from '../../host/library/load-obstacles.ts'
import type { ReadinessFacts } from './facts.ts'
import type { InstalledLibrary, InstalledTools } from './installed-tools.ts'
import { statContainerFile } from '../../host/container-files/container-file.ts'
import { readTmpFreeBytes, whyTmpNotWritable } from '../../host/container-files/tmp-directory.ts'

type StaticFacts = Pick<JvmDescription, 'options' | 'jvm' | 'javaHome' | 'modules'>
type TargetState = Pick<Target, 'state' | 'startedAt' | 'container'>

/** What has not changed since `known` is taken from there. Throws: Problem `target-gone`, `no-permission`. */
export function readinessFacts(
  p: PinnedProcess,
  staticFacts: StaticFacts,
  targetState: TargetState,
  supplies: InstalledTools,
): ReadinessFacts {
  return factsOf(p, staticFacts, targetState, supplies, readMaps(p))
}

/** All of it looked up now. Throws: Problem `target-gone`, `no-permission`, `not-a-jvm`. */
export function readReadinessFacts(p: PinnedProcess, target: Target, supplies: InstalledTools): ReadinessFacts {
  const maps = readMaps(p)
  const libjvm = findLibjvm(maps)
  if (libjvm === null) throw new Problem('not-a-jvm', { target: p.label })
  const description = describeJvm({ process: p, libjvm }, null)
  description.perfDataFile?.[Symbol.dispose]()
  return factsOf(p, description, target, supplies, maps)
}

function factsOf(
  p: PinnedProcess,
  { options, jvm, javaHome, modules }: StaticFacts,
  { state, startedAt, container }: TargetState,
  supplies: InstalledTools,
  maps: string,
): ReadinessFacts {
  const status = readStatus(p)
  const libraries = mappedLibraries(maps)
  const libraryLocation = findLibraryLocation(p, status, { writer: 'root' })
  const directory = 'directory' in libraryLocation ? libraryLocation.directory : '/tmp'
  const obstacleOf = (library: InstalledLibrary | null) =>
    library?.dynamic ? findLoadObstacle(p, library.dynamic, libraries, directory) : null
  return {
    ...supplies,
    ...readTmpFacts(p, status),
    hostPid: p.hostPid,
    container,
    state,
    jvm,
    options,
    status,
    tmpFreeBytes: readTmpFreeBytes(p),
    hasUnansweredSignal: hasUnansweredSignal(p),
    javaHome,
    modules,
    mappedLibraries: libraries,
    libraryLocation,
    loadObstacles: {
      perfMapAgent: obstacleOf(supplies.perfMapAgent),
      asyncProfiler: obstacleOf(supplies.asyncProfiler),
    },
    ageMs: Date.now() - startedAt,
  }
}

function readMaps(p: PinnedProcess): string {
  try {
    return readProcFile(p, 'maps', mapsBytes)
  } catch (error) {
    throw problemOfProc(error, p.label)
  }
}

/** Facts that need a look into the container. Throws: Problem `target-gone`, `no-permission`. */
function readTmpFacts(
  p: PinnedProcess,
  status: ProcessStatus,
): Pick<ReadinessFacts, 'tmpProblem' | 'attachSocket' | 'symbolMap' | 'symbolMapPath'> {
  const symbolMapPath = `/tmp/perf-${status.namespacePid}.map`
  const tmpProblem = whyTmpNotWritable(p, status)
  try {
    return {
      tmpProblem,
      symbolMapPath,
      attachSocket: statContainerFile(p, `/tmp/.java_pid${status.namespacePid}`),
      symbolMap: statContainerFile(p, symbolMapPath),
    }
  } catch (error) {
    // /tmp itself is a link: that is the finding.
    if (!isProblem(error) || error.code !== 'unsafe-file') throw error
    return { tmpProblem: tmpProblem ?? error.message, symbolMapPath, attachSocket: null, symbolMap: null }
  }
}
