/** What stands in the /tmp of a JVM at the places HotSpot uses. */
import { isProblem } from '../../errors.ts'
import { statContainerFile } from '../../host/container-files/container-file.ts'
import type { PinnedProcess } from '../../host/process/pinned-process.ts'
import type { ProcessStatus } from '../../host/process/process-status.ts'
import { whyTmpNotWritable } from '../../host/container-files/tmp-directory.ts'
import type { ReadinessFacts } from './facts.ts'

/** Those facts that need a look into the container. Throws: Problem `target-gone`, `no-permission`. */
export function readTmpFacts(
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
