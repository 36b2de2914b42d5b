/** Undoes what a killed collector left of a JFR recording: it runs in the JVM, so the JVM must be asked. */
import { isProblem } from '../errors.ts'
import { openContainerDirectory } from '../host/container-files/container-directory.ts'
import { hasStartedJfr } from '../host/jvm/jfr-module.ts'
import type { PinnedProcess } from '../host/process/pinned-process.ts'
import type { Leftover } from './engine.ts'
import { openJvmSession } from './jvm/jvm-session.ts'

type JfrLeftover = Extract<Leftover, { kind: 'jfr-recording' }>

/** One that does not answer ends the recording by itself; its files go in any case. Throws: Problem `target-gone`. */
export async function removeJfrRecording(p: PinnedProcess, leftover: JfrLeftover): Promise<void> {
  try {
    // Asking a JVM that has not used JFR would only make it begin to.
    if (hasStartedJfr(p)) await undo(p, leftover)
  } catch (error) {
    if (!isProblem(error)) throw error
  }
  using home = openContainerDirectory(p, leftover.directory)
  home?.removeAll()
}

async function undo(p: PinnedProcess, { recording, repositoryBase }: JfrLeftover): Promise<void> {
  await using jvm = openJvmSession(p, null)
  await jvm.version() // which tells whether the socket may be taken away again
  await jvm.diagnose(['JFR.stop', `name=${recording}`])
  if (repositoryBase !== null) await jvm.diagnose(['JFR.configure', `repositorypath=${repositoryBase}`])
}
