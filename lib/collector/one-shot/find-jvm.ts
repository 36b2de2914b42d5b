/** The JVM of one container, among all processes of a node. */
import { setTimeout as sleep } from 'node:timers/promises'
import { containerIdsOf, readCgroup } from '../../host/process/cgroup.ts'
import { type PinnedProcess, pinProcess, problemOfProc, readProcFile } from '../../host/process/pinned-process.ts'
import { listHostPids, readExecutable } from '../../host/process/process-list.ts'
import { readStat, readStatus } from '../../host/process/process-status.ts'
import { unlessProblem } from '../../errors.ts'
import { createJvmFinder } from '../../targets/find-jvms.ts'

export interface FoundUser {
  readonly hostPid: number
  readonly uid: number
  readonly gid: number
}

/** Interval of the looks for a JVM in the container of a pod. */
const waitMs = 500

/**
 * Looks at its control group, with any prefix of the id: `/kubepods/.../<id>`, `cri-containerd-<id>.scope`,
 * `crio-<id>.scope`. Where a namespace hides the path, the names of its mounts still have the id.
 */
export function isInContainer(process: PinnedProcess, containerId: string): boolean {
  return unlessProblem(
    () =>
      containerIdsOf(readCgroup(process)).includes(containerId) || readFile(process, 'mountinfo').includes(containerId),
    false,
  )
}

/** Gives the user of the JVM that used most CPU; null when there is none within `seconds`. */
export async function findJvmUser(containerId: string, seconds: number): Promise<FoundUser | null> {
  const finder = createJvmFinder()
  const found: RankedUser[] = []
  for (const until = Date.now() + seconds * 1000; ; await sleep(waitMs)) {
    for (const { process } of finder.scan().found) {
      using p = process
      found.push(...readUser(p, containerId))
    }
    const busiest = found.sort(byCpu)[0] ?? null
    if (busiest || Date.now() > until) return busiest
  }
}

/**
 * Guesses who the JVM runs as, where its user alone may look into it: the process named `java`, or the busiest.
 * null when all processes of the container may be looked into.
 */
export function guessUser(containerId: string): FoundUser | null {
  const hidden = listHostPids()
    .filter((hostPid) => hostPid !== process.pid && readExecutable(hostPid) === null)
    .flatMap((hostPid) =>
      unlessProblem(() => {
        using p = pinProcess(hostPid)
        return readUser(p, containerId).map((user) => ({ ...user, isJava: readFile(p, 'comm').trim() === 'java' }))
      }, []),
    )
  return hidden.sort((a, b) => Number(b.isJava) - Number(a.isJava) || byCpu(a, b))[0] ?? null
}

/**
 * Gives a file of /proc. Throws: Problem `target-gone`, of a process that is dead but not reaped, too; `no-permission`.
 */
function readFile(p: PinnedProcess, name: 'comm' | 'mountinfo'): string {
  try {
    return readProcFile(p, name)
  } catch (error) {
    throw problemOfProc(error, p.label)
  }
}

interface RankedUser extends FoundUser {
  readonly cpuTicks: number
}

const byCpu = (a: RankedUser, b: RankedUser) => b.cpuTicks - a.cpuTicks

/** Gives the user of a process; an empty list when it is in another container, or has ended. */
function readUser(process: PinnedProcess, containerId: string): RankedUser[] {
  if (!isInContainer(process, containerId)) return []
  return unlessProblem(() => {
    const { uid, gid } = readStatus(process)
    return [{ hostPid: process.hostPid, uid, gid, cpuTicks: readStat(process).cpuTicks }]
  }, [])
}
