/** One conversation with a JVM kept open while several engines look at it and one records: it is woken once. */
import type { Target } from '../../contract.ts'
import { isProblem } from '../../errors.ts'
import { leftoversOfAttach } from './attach-cleanup.ts'
import type { Leftover } from '../engine.ts'
import { openJvmSession } from './jvm-session.ts'
import type { PinnedProcess } from '../../host/process/pinned-process.ts'
import { pinTarget } from './pin-target.ts'

export interface HeldJvm {
  /** What asking it leaves; nothing once it is let go. */
  readonly leftovers: readonly Leftover[]
  /** Again does nothing. */
  release(): Promise<void>
}

/** Nothing is asked yet. One that cannot be seen from here, or not be asked, is not held. */
export function holdJvm(target: Target): HeldJvm {
  let process: PinnedProcess | undefined
  try {
    process = pinTarget(target)
    const jvm = openJvmSession(process, target.jvm.version)
    const pinned = process
    const close = async () => {
      await jvm[Symbol.asyncDispose]()
      pinned.close()
    }
    const standing = leftoversOfAttach(jvm, target)
    let closed: Promise<void> | null = null
    return {
      get leftovers() {
        return closed === null ? standing : []
      },
      release: () => (closed ??= close()),
    }
  } catch (error) {
    process?.close()
    if (!isProblem(error)) throw error
    return { leftovers: [], release: () => Promise.resolve() }
  }
}
