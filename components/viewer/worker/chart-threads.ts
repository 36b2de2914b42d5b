import { idleStacks } from '../../../lib/profile/filters/idle-stacks.ts'
import { nameOfFrame, type Profile } from '../../../lib/profile/model/profile.ts'
import { isJvmThread, threadLabel } from '../../../lib/profile/time/thread-names.ts'
import type { CallTree } from '../../../lib/profile/tree/call-tree.ts'

/**
 * The roots of a flame chart of this profile, the one to look at first before others: by how much its thread did
 * besides waiting for work, then threads of the program before those of the JVM, then by weight. Of wall-clock time all
 * threads weigh the same.
 */
export function orderChartThreads(profile: Profile, { frame, end, total, length }: CallTree): number[] {
  const busy = sumBusyByThread(profile)
  const roots: { readonly root: number; readonly busy: number; readonly isOfJvm: boolean }[] = []
  for (let root = 1; root < length; root = end[root]!) {
    const name = nameOfFrame(profile, frame[root]!)
    roots.push({ root, busy: busy.get(name) ?? 0, isOfJvm: isJvmThread(name) })
  }
  return roots
    .sort(
      (one, other) =>
        other.busy - one.busy ||
        Number(one.isOfJvm) - Number(other.isOfJvm) ||
        total[other.root]! - total[one.root]! ||
        one.root - other.root,
    )
    .map(({ root }) => root)
}

/** Keys are names of threads: threads of one name count together. */
function sumBusyByThread(profile: Profile): Map<string, number> {
  const { samples, threads } = profile
  const isIdle = idleStacks(profile)
  const ofThread = new Float64Array(threads.length)
  for (let sample = 0; sample < samples.length; sample++) {
    if (isIdle[samples.stack[sample]!] === 1) continue
    ofThread[samples.thread[sample]!]! += samples.weight[sample]!
  }
  const busy = new Map<string, number>()
  ofThread.forEach((weight, thread) => {
    const label = threadLabel(profile, thread)
    busy.set(label, (busy.get(label) ?? 0) + weight)
  })
  return busy
}
