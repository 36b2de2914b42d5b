/** When a JVM runs what it will go on to run. */
import { buildCallTree } from '../../profile/tree/call-tree.ts'
import { buildFunctionTable } from '../../profile/tree/function-table.ts'
import { nameOfFrame, type Profile } from '../../profile/model/profile.ts'

/** The outermost function of HotSpot's compiler threads: all that they do is below it. */
const compilerLoop = 'CompileBroker::compiler_thread_loop'
/** Of all samples; below it a JVM counts as warm. */
const steadyShare = 0.05

/**
 * Captures until the compilers have little to do, at most `mostCaptures` times: a JVM that still compiles what it runs
 * changes from one capture to the next.
 */
export async function warmUpJvm(capture: () => Promise<Profile>, mostCaptures = 12): Promise<void> {
  for (let round = 0; round < mostCaptures; round++) if (compilerShare(await capture()) < steadyShare) return
}

function compilerShare(profile: Profile): number {
  const tree = buildCallTree(profile)
  const { frame, total } = buildFunctionTable(tree, profile.frames.name.length)
  const row = [...frame].findIndex((one) => nameOfFrame(profile, one).startsWith(compilerLoop))
  return row < 0 ? 0 : total[row]! / tree.total[0]!
}
