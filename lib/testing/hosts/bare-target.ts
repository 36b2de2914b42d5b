/** A Target of a process as an engine gets it, without an inventory: no facts of the JVM, and no passive findings. */
import type { Target } from '../../contract/target.ts'
import { pinProcess } from '../../host/process/pinned-process.ts'
import { readBootId } from '../../host/process/process-list.ts'
import { readStatus } from '../../host/process/process-status.ts'
import { targetIdOf } from '../../targets/target-id.ts'

export function bareTarget(hostPid: number, container: { id: string; name: string } | null, version = '17'): Target {
  using process = pinProcess(hostPid)
  const status = readStatus(process)
  return {
    id: targetIdOf(readBootId(), process),
    collectorId: 'local',
    hostPid,
    namespacePid: status.namespacePid,
    startedAt: 0,
    container: container && {
      ...{ id: container.id, name: container.name, image: 'test', imageDigest: null, labels: {} },
      ...{ composeProject: null, composeService: null, workload: null, state: 'running', readOnlyRoot: false },
      ...{ memoryLimitBytes: null, cpuLimit: null },
    },
    service: container?.name ?? 'test',
    jvm: {
      ...{ mainClass: 'Test', arguments: [], version, vendor: null, collector: null },
      ...{ preserveFramePointer: null, hasPerfData: false },
    },
    user: { uid: status.uid, gid: status.gid, name: null, hasCapabilities: status.hasCapabilities },
    ...{ state: 'running', threads: status.threads, residentBytes: status.residentBytes },
    ...{ heapUsedBytes: null, heapLimitBytes: null, cpuPercent: null, cpuHistory: [], readiness: [] },
  }
}
