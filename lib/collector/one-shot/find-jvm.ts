/** The JVM of one container, among all processes of a node. */
import { setTimeout as sleep } from 'node:timers/promises'
import { containerIdsOf, readCgroup } from '../../host/process/cgroup.ts'
import { type PinnedProcess, readProcFile } from '../../host/process/pinned-process.ts'
import { readStat, readStatus } from '../../host/process/process-status.ts'
import { unlessProblem } from '../../errors.ts'
import { createJvmFinder } from '../../targets/find-jvms.ts'

export interface FoundUser {
  readonly hostPid: number
  readonly uid: number
  readonly gid: number
}

const waitMs = 500

/**
 * By its control group, with any prefix of the id: `/kubepods/.../<id>`, `cri-containerd-<id>.scope`,
 * `crio-<id>.scope`. Where a namespace hides the path, the names of its mounts still have the id.
 */
export function isInContainer(process: PinnedProcess, containerId: string): boolean {
  return unlessProblem(
    () =>
      containerIdsOf(readCgroup(process)).includes(containerId) ||
      readProcFile(process, 'mountinfo').includes(containerId),
    false,
  )
}

/** Of several the one that used most CPU; null when there is none within `seconds`. */
export async function findJvmUser(containerId: string, seconds: number): Promise<FoundUser | null> {
  const finder = createJvmFinder()
  const found: (FoundUser & { readonly cpuTicks: number })[] = []
  for (const until = Date.now() + seconds * 1000; ; await sleep(waitMs)) {
    for (const { process } of finder.scan().found) {
      using p = process
      if (!isInContainer(p, containerId)) continue
      const user = unlessProblem(() => ({ ...readStatus(p), cpuTicks: readStat(p).cpuTicks }), null)
      if (user) found.push({ hostPid: p.hostPid, uid: user.uid, gid: user.gid, cpuTicks: user.cpuTicks })
    }
    const [busiest] = found.sort((a, b) => b.cpuTicks - a.cpuTicks)
    if (busiest || Date.now() > until) return busiest ?? null
  }
}
