/** The last words of a Job or an ephemeral container: Kubernetes keeps them with its pod, where no right to read logs is needed. */
import type { PodWay } from '../../contract/pod-ways.ts'
import { kernelFiles } from '../../host/kernel/named-files.ts'
import { isProblem, Problem } from '../../errors.ts'

/** Source: terminationMessagePath; at most 4096 bytes are kept. */
const path = '/dev/termination-log'

export function leaveProblem(error: unknown, way: PodWay): void {
  const reason = error instanceof Error ? error.message : String(error)
  const problem = isProblem(error) ? error : new Problem('job-ended', { way, reason: reason.slice(0, 1000) })
  console.error(error)
  kernelFiles.writeFileSync(path, JSON.stringify({ problem }).slice(0, 4096))
}
