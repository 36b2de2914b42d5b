/** Whether a JVM keeps frame pointers, by its own word. */
import type { Target } from '../../contract.ts'
import { openJvmSession } from '../jvm/jvm-session.ts'
import { pinTarget } from '../jvm/pin-target.ts'

/** null when it knows no such flag. Throws: Problem; as attaching does. */
export async function preservesFramePointer(target: Target): Promise<boolean | null> {
  using process = pinTarget(target)
  await using jvm = openJvmSession(process, target.jvm.version)
  await jvm.version()
  return await jvm.booleanFlag('PreserveFramePointer') // before what it asks through is closed
}
